import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode } from 'uqr'
import { qrCode } from './qr-code.ts'

/** The modules that a path fills. */
function drawn(path: string, size: number): boolean[][] {
  const modules = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  for (const [, x, y, length, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
    assert.equal(length, back)
    modules[Number(y)]!.fill(true, Number(x), Number(x) + Number(length))
  }
  return modules
}

test('the code drawn is the code of the text, with its quiet zone', () => {
  for (const text of ['https://cn.example.com/verify?q=7304', `https://cn.example.com/?${'a1'.repeat(500)}`]) {
    const { markup } = qrCode(text, 'the <label>')!
    const { data, size } = encode(text, { ecc: 'L', boostEcc: true, maxVersion: 25, maskPattern: 3, border: 4 })
    assert.deepEqual(drawn(/<path d="([^"]+)"/.exec(markup)![1]!, size), data)
    assert.ok(data.slice(0, 4).every((row) => row.every((module) => !module)))
    assert.match(markup, new RegExp(`viewBox="0 0 ${size} ${size}" role="img" aria-label="the &lt;label&gt;"`))
  }
})

test('a text that is too long for paper has no code, at the limit it has one', () => {
  assert.ok(qrCode('a'.repeat(1_273), ''))
  assert.equal(qrCode('a'.repeat(1_274), ''), null)
  assert.equal(qrCode('ż'.repeat(637), ''), null, 'bytes count')
})
