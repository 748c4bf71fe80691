import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identityOfHtml, isBotWall, parseReference } from './page-identity.ts'

const IDENTITY = { celex: '02014R0833-20260724', language: 'en', version: '2026-07-24' }
const REFERENCE = '02014R0833 — EN — 24.07.2026 — 035.001'

test('a page says what it is, however its dashes are written', () => {
  assert.deepEqual(parseReference(REFERENCE), IDENTITY)
  assert.deepEqual(parseReference(REFERENCE.replaceAll(' — ', '–')), IDENTITY)
  const html = `<html><p class="reference">${REFERENCE}</p></html>`
  assert.deepEqual(identityOfHtml(html), IDENTITY)
  assert.deepEqual(identityOfHtml(html.replaceAll('—', '&#8212;')), IDENTITY)
  assert.equal(identityOfHtml(html.replace('24.07', '31.02')), null)
  assert.equal(identityOfHtml('<html>02014R0833</html>'), null)
})

test('the bot wall is recognised by its challenge, and a page of law is none', () => {
  for (const text of [
    '<script src="https://x.token.awswaf.com/x/challenge.js"></script>',
    '<div id="challenge-container"></div>',
    "we need to verify that you're not a robot",
    'Please enable JavaScript',
  ]) {
    assert.equal(isBotWall(text), true, text)
  }
  assert.equal(isBotWall('<p>Goods that pose a challenge: robots of CN code 8479 50</p>'), false)
})
