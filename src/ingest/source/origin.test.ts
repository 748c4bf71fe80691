import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextHop, OFFICIAL, originAt } from './origin.ts'
import { SourceError } from './source-error.ts'

const FROM = 'https://publications.europa.eu/resource/celex/02014R0833-20260724'
const hop = (location: string | null) => nextHop(OFFICIAL, FROM, location)

test('the official http address is followed by https', () => {
  const cellar = '//publications.europa.eu/resource/cellar/1f-2.0006.03/DOC_1'
  assert.equal(hop(`http:${cellar}`), `https:${cellar}`)
  assert.equal(hop(`https:${cellar}`), `https:${cellar}`)
  assert.equal(hop('/resource/cellar/x?y=1#z'), 'https://publications.europa.eu/resource/cellar/x?y=1')
})

test('nothing leads to another host, port or scheme, however it is spelt', () => {
  for (const location of [
    'https://publications.europa.eu.example.com/',
    'https://publications.europa.eu@example.com/',
    'https://user:word@publications.europa.eu/',
    'http://publications.europa.eu:8080/',
    'https://publications.europa.eu:8443/',
    'https://op.europa.eu/',
    '//example.com/',
    '\\\\example.com\\x',
    'http://[::1]/',
    'http://2130706433/',
    'file:///etc/passwd',
    'ftp://publications.europa.eu/',
    'javascript:1',
    'http://',
    ' ',
    null,
  ]) {
    assert.throws(() => hop(location), SourceError, String(location))
  }
})

test('whatever a server writes into Location, we stay at home by https', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.webUrl().map((url) => url.replace(/^\w+:/, '')),
      ),
      (location) => {
        try {
          assert.equal(new URL(hop(location)).origin, OFFICIAL.base)
        } catch (error) {
          assert.ok(error instanceof SourceError)
        }
      },
    ),
  )
})

test('another address for trials is on this machine, or it is none', () => {
  assert.deepEqual(originAt('http://127.0.0.1:9000'), { base: 'http://127.0.0.1:9000' })
  assert.deepEqual(originAt('http://localhost:9000/'), { base: 'http://localhost:9000' })
  assert.equal(originAt('https://publications.europa.eu'), OFFICIAL)
  for (const address of [
    'http://publications.europa.eu',
    'https://example.com',
    'http://127.0.0.1.example.com',
    'http://10.0.0.1',
    'http://127.0.0.1:9000/path',
    'http://a:b@127.0.0.1',
    'https://127.0.0.1',
    'nonsense',
  ]) {
    assert.equal(originAt(address), null, address)
  }
})
