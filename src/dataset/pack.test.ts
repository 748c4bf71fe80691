import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { packLaw, unpackLaw } from './pack.ts'

test('files come out as they went in, and the order they were read in does not matter', async () => {
  const file = fc.tuple(
    fc.string(),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  )
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(file, { selector: ([path]) => path }), async (files) => {
      const packed = await packLaw(new Map(files))
      assert.deepEqual(await packLaw(new Map(files.toReversed())), packed)
      assert.deepEqual(new Map(unpackLaw(packed)), new Map(files))
    }),
  )
})

test('anything else is no law', async () => {
  const whole = await packLaw(new Map([['acts.yaml', Buffer.from('acts: []\n')]]))
  assert.equal(unpackLaw(whole.subarray(0, -3)), null)
  assert.equal(unpackLaw(Buffer.from('acts: []')), null)
  assert.equal(unpackLaw(zstdCompressSync(Buffer.from('{"format":"other","files":[]}\n'))), null)
  assert.equal(
    unpackLaw(zstdCompressSync(Buffer.from('{"format":"cn-sanctions law 1","files":[["a",9]]}\nshort'))),
    null,
  )
})
