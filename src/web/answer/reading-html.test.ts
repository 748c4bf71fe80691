import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ask } from '../../../test/real-law.ts'
import { html } from '../design/html.ts'
import { readingHtml, readingInWords } from './reading-html.ts'

describe('what was made of a name', () => {
  const invoice = ask('RURA MIEDZIANA TWARDA 22x1,0 5M')

  test('in words: understood, ignored, not recognised', () => {
    assert.equal(readingInWords(invoice, 'pl'), 'Rozumiemy: RURA, MIEDZIANA; pomijamy: TWARDA, 22x1,0, 5M.')
    assert.match(readingInWords(invoice, 'en') ?? '', /^Understood: RURA, MIEDZIANA; ignored: TWARDA, 22x1,0, 5M\.$/)
  })

  test('a name that is not understood at all still begins with a capital', () => {
    assert.equal(readingInWords(ask('qwrtzp'), 'pl'), 'Nie rozpoznajemy: qwrtzp.')
  })

  test('a slip of the pen is told with the word it was read as', () => {
    assert.match(html`${readingHtml(ask('lapotp'), 'pl')}`.markup, /Rozumiemy: lapotp \(laptop\)\./)
  })

  test('shown where it tells more than the question', () => {
    assert.ok(readingHtml(invoice, 'pl'))
    assert.equal(readingHtml(ask('laptop'), 'pl'), false)
    assert.equal(readingHtml(ask('7304'), 'pl'), false)
    assert.equal(readingInWords(ask('7304'), 'pl'), null)
  })
})
