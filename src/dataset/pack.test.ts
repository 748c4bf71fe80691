import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { packLaw, unpackLaw } from './pack.ts'

test('files come out as they went in, and the order they were read in does not matter', () => {
  const file = fc.tuple(
    fc.string(),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  )
  fc.assert(
    fc.property(fc.uniqueArray(file, { selector: ([path]) => path }), (files) => {
      const packed = packLaw(new Map(files))
      assert.deepEqual(packLaw(new Map(files.toReversed())), packed)
      assert.deepEqual(new Map(unpackLaw(packed)), new Map(files))
    }),
  )
})

test('anything else is no law', () => {
  const whole = packLaw(new Map([['acts.yaml', Buffer.from('acts: []\n')]]))
  assert.equal(unpackLaw(whole.subarray(0, -3)), null)
  assert.equal(unpackLaw(Buffer.from('acts: []')), null)
  assert.equal(unpackLaw(zstdCompressSync(Buffer.from('{"format":"other","files":[]}\n'))), null)
  assert.equal(
    unpackLaw(zstdCompressSync(Buffer.from('{"format":"cn-sanctions law 1","files":[["a",9]]}\nshort'))),
    null,
  )
})
