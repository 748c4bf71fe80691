import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { LIMITS } from './law-limits.ts'
import { LawError } from './mistakes.ts'
import { packLaw, unpackLaw } from './pack.ts'

/** What is said of a dataset file that is refused. */
function problemOf(packed: Buffer): string {
  try {
    unpackLaw(packed, 'some.law')
  } catch (error) {
    assert.ok(error instanceof LawError, String(error))
    assert.equal(error.mistakes[0]?.file, 'some.law')
    return error.mistakes[0].what
  }
  return assert.fail('it was taken')
}
const written = (header: string, bytes: Buffer | string = ''): Buffer =>
  zstdCompressSync(Buffer.concat([Buffer.from(`${header}\n`), Buffer.from(bytes)]))
const listing = (...files: readonly unknown[]) => JSON.stringify({ format: 'cn-sanctions law 1', files })

test('files come out as they went in, and the order they were read in does not matter', async () => {
  const file = fc.tuple(
    fc.stringMatching(/^([0-9A-Za-z-]{1,9}\/)?[0-9A-Za-z]{1,9}\.yaml$/).filter((path) => !path.startsWith('-')),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  )
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(file, { selector: ([path]) => path }), async (files) => {
      const packed = await packLaw(new Map(files))
      assert.deepEqual(await packLaw(new Map(files.toReversed())), packed)
      assert.deepEqual(new Map(unpackLaw(packed, '')), new Map(files))
    }),
  )
})

test('anything else is no law', async () => {
  const whole = await packLaw(new Map([['acts.yaml', Buffer.from('acts: []\n')]]))
  const no = 'not a dataset file of cn-sanctions, or a damaged one'
  for (const other of [
    whole.subarray(0, -3),
    Buffer.from('acts: []'),
    Buffer.alloc(0),
    zstdCompressSync(Buffer.from('no line at all')),
    written('null'),
    written('{"format":"other","files":[]}'),
    written(listing(['a', 9]), 'short'),
    written(listing(['a', 4]), 'longer'),
    written(listing(['a', 6], ['a', 0]), 'twice.'),
    written(listing(['a', -1], ['b', 6]), 'lower'),
    written(listing(['a', 1.5]), 'ab'),
    written(listing([7, 1]), 'a'),
    written(listing('a'), 'a'),
  ]) {
    assert.equal(problemOf(other), no)
  }
})

test('what unpacks to more than a law can have is refused before it is read', () => {
  const nothing = Buffer.alloc(LIMITS.lawBytes)
  assert.equal(problemOf(written(listing(['acts.yaml', nothing.length]), nothing)), 'the law has more than 32 MB')
  const file = Buffer.alloc(LIMITS.fileBytes + 1)
  assert.match(
    problemOf(written(listing(['acts.yaml', file.length]), file)),
    /^acts\.yaml: .* a file of a law may have 8 MB$/,
  )
  const many = Array.from({ length: LIMITS.files + 1 }, (_, at) => [`${at}.yaml`, 0])
  assert.equal(problemOf(written(listing(...many))), 'the law has more than 1000 files')
  assert.equal(problemOf(written(`${listing()} ${' '.repeat(500_000)}`)), 'the law has more than 1000 files')
})

test('no path in it leads anywhere else', () => {
  for (const path of [
    '../acts.yaml',
    '/etc/acts.yaml',
    'a/../acts.yaml',
    'a\\acts.yaml',
    'a\0.yaml',
    '.git/a.yaml',
    'a//b.yaml',
    '',
  ]) {
    assert.match(problemOf(written(listing([path, 0]))), /is no path inside a law$/, path)
  }
})
