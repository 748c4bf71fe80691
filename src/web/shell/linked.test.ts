import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from '../design/html.ts'
import { actLink, linked } from './linked.ts'

const markup = (text: string, links: Parameters<typeof linked>[1]) => html`${linked(text, links)}`.markup

test('words of a text become links; the rest stays text', () => {
  const links = [actLink('2026/513', '/a'), actLink('2026/1846', '/b')]
  assert.equal(
    markup('<Acts> 2026/1846 and 2026/513.', links),
    '&lt;Acts&gt; <a href="/b">2026/1846</a> and <a href="/a">2026/513</a>.',
  )
  assert.equal(markup('none', links), 'none')
})
