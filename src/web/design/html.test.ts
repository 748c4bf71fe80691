import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { html } from './html.ts'

test('texts are escaped, markup and lists of it are not', () => {
  const item = (text: string) => html`<li>${text}</li>`
  assert.equal(
    html`<ul title="${'"a" & <b>'}">${['x<y', "it's"].map(item)}</ul>`.markup,
    '<ul title="&quot;a&quot; &amp; &lt;b&gt;"><li>x&lt;y</li><li>it&#39;s</li></ul>',
  )
})

test('nothing is nothing, and a zero is a number', () => {
  assert.equal(html`<p>${null}${undefined}${false}${0}${''}</p>`.markup, '<p>0</p>')
})

test('no text ever becomes markup', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { markup } = html`<p title="${text}">${text}</p>`
      assert.equal(
        markup
          .replace(/&[^;]+;/g, '')
          .match(/[<>"]/g)
          ?.join(''),
        '<""><>',
      )
    }),
  )
})
