import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { encode, isKnown, pack, packingFor, tagOf } from './response-body.ts'

const LARGE = Buffer.alloc(1_500, 'ł')

test('equal identities have equal tags, others have others', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      const [a, b] = [encode('text', one), encode('text', other)]
      assert.equal(a.etag === b.etag, one === other)
      assert.match(tagOf(a, null), /^"[\w-]{22}"$/)
    }),
  )
})

test('each packing has a tag of its own', () => {
  const encoded = encode('text', 'identity')
  const tags = [tagOf(encoded, null), tagOf(encoded, 'br'), tagOf(encoded, 'gzip')]
  assert.equal(new Set(tags).size, 3)
  for (const tag of tags) assert.match(tag, /^"[\w-]+"$/)
})

test('packed bytes unpack to the body, and are packed once for all who ask', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 5_000 }), async (text) => {
      const encoded = encode(text.toWellFormed(), 'identity')
      assert.deepEqual(encoded.body, Buffer.from(text.toWellFormed()))
      assert.deepEqual(brotliDecompressSync(await pack(encoded, 'br')), encoded.body)
      assert.deepEqual(gunzipSync(await pack(encoded, 'gzip')), encoded.body)
      assert.equal(pack(encoded, 'br'), pack(encoded, 'br'))
      assert.notEqual(await pack(encoded, 'br'), await pack(encoded, 'gzip'))
    }),
    { numRuns: 20 },
  )
})

test('brotli is taken before gzip, and neither where the caller does not take it', () => {
  const takes: [string | undefined, 'br' | 'gzip' | null][] = [
    [undefined, null],
    ['', null],
    ['identity', null],
    ['deflate, zstd', null],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['deflate,gzip', 'gzip'],
    [' gzip ; q=0.5 , identity', 'gzip'],
    ['br;q=1.0, gzip;q=0.8', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0 ,gzip;q=0.000', null],
    ['gzip;q=0', null],
    ['gzip;q=0.001', 'gzip'],
    ['gzip;q=', null],
    ['gzip;q=x', null],
    ['x-gzip, brotli, bro, ungzip', null],
    ['gzip;level=9', null],
  ]
  for (const [accept, packing] of takes) assert.equal(packingFor(LARGE, accept), packing, accept)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (any) => [null, 'br', 'gzip'].includes(packingFor(LARGE, any))))
})

test('a body is packed from 1,500 bytes up', () => {
  assert.equal(packingFor(LARGE.subarray(1), 'br, gzip'), null)
  assert.equal(packingFor(LARGE, 'br, gzip'), 'br')
})

test('a tag is known when it is in the list, weak or strong, or when any will do', () => {
  const tag = '"abc-br"'
  for (const known of [tag, `W/${tag}`, ` ${tag} `, `"x", ${tag}`, `${tag},"x"`, `"x",W/${tag},"y"`, '*', ' * ']) {
    assert.ok(isKnown(known, tag), known)
  }
  for (const other of [
    undefined,
    '',
    '"abc"',
    'abc-br',
    '"abc-br',
    '"ABC-br"',
    '"x", "y"',
    'W/"x"',
    '"*"',
    '"abc-br-"',
    ',',
  ]) {
    assert.ok(!isKnown(other, tag), other)
  }
})

test('headers are read in one pass, however many spaces somebody puts into them', () => {
  // Read twice over, a million spaces would take hours: enough to tell, whatever machine this runs on.
  const spaces = ' '.repeat(1_000_000)
  const read = () => [
    packingFor(LARGE, `br${spaces}x`),
    packingFor(LARGE, `br;${spaces}x`),
    packingFor(LARGE, `br;q=1${spaces}x`),
    packingFor(LARGE, `${spaces},gzip${spaces},`),
    isKnown(`"x"${spaces}W/${spaces}*`, '"y"'),
  ]
  const answers = runInNewContext('read()', { read }, { timeout: 20_000 })
  assert.deepEqual(answers, [null, null, null, 'gzip', false])
})

test('of many tags only the first are read: an answer too many is right, an answer too late is not', () => {
  const tag = '"known"'
  const others = (count: number) => Array.from({ length: count }, (_, at) => `"${at}"`).join(', ')
  assert.ok(isKnown(`${others(40)}, ${tag}`, tag))
  assert.ok(!isKnown(`${others(50)}, ${tag}`, tag), 'the fifty-first')
  assert.ok(!isKnown(`${' '.repeat(5_000)}${tag}`, tag), 'behind 4 KiB')
  assert.ok(!isKnown(`${','.repeat(15_500)}${tag}`, tag))
})
