import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { codingFor, compress, etagOf, matchesEtag, responseBody } from './response-body.ts'

const LARGE = Buffer.alloc(1_500, 'ł')

test('equal bytes have equal ETags, others have others', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      const [a, b] = [responseBody(one), responseBody(Buffer.from(other))]
      assert.equal(a.etag === b.etag, a.bytes.equals(b.bytes))
      assert.equal(a.etag, responseBody(Buffer.from(one)).etag)
      assert.match(etagOf(a, null), /^"[\w-]{22}"$/)
    }),
  )
})

test('each packing has a tag of its own', () => {
  const body = responseBody('text')
  const tags = [etagOf(body, null), etagOf(body, 'br'), etagOf(body, 'gzip')]
  assert.equal(new Set(tags).size, 3)
  for (const tag of tags) assert.match(tag, /^"[\w-]+"$/)
})

test('packed bytes unpack to the body, and are packed once for all who ask', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 5_000 }), async (text) => {
      const body = responseBody(text.toWellFormed())
      assert.deepEqual(body.bytes, Buffer.from(text.toWellFormed()))
      assert.deepEqual(brotliDecompressSync(await compress(body, 'br')), body.bytes)
      assert.deepEqual(gunzipSync(await compress(body, 'gzip')), body.bytes)
      assert.equal(compress(body, 'br'), compress(body, 'br'))
      assert.notEqual(await compress(body, 'br'), await compress(body, 'gzip'))
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
  for (const [accept, packing] of takes) assert.equal(codingFor(LARGE, accept), packing, accept)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (any) => [null, 'br', 'gzip'].includes(codingFor(LARGE, any))))
})

test('a body is packed from 1,500 bytes up', () => {
  assert.equal(codingFor(LARGE.subarray(1), 'br, gzip'), null)
  assert.equal(codingFor(LARGE, 'br, gzip'), 'br')
})

test('a tag is known when it is in the list, weak or strong, or when any will do', () => {
  const tag = '"abc-br"'
  for (const known of [tag, `W/${tag}`, ` ${tag} `, `"x", ${tag}`, `${tag},"x"`, `"x",W/${tag},"y"`, '*', ' * ']) {
    assert.ok(matchesEtag(known, tag), known)
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
    assert.ok(!matchesEtag(other, tag), other)
  }
})

test('headers are read in one pass, however many spaces somebody puts into them', () => {
  // Read twice over, a million spaces would take hours: enough to tell, whatever machine this runs on.
  const spaces = ' '.repeat(1_000_000)
  const read = () => [
    codingFor(LARGE, `br${spaces}x`),
    codingFor(LARGE, `br;${spaces}x`),
    codingFor(LARGE, `br;q=1${spaces}x`),
    codingFor(LARGE, `${spaces},gzip${spaces},`),
    matchesEtag(`"x"${spaces}W/${spaces}*`, '"y"'),
  ]
  const answers = runInNewContext('read()', { read }, { timeout: 20_000 })
  assert.deepEqual(answers, [null, null, null, 'gzip', false])
})

test('of many tags only the first are read: an answer too many is right, an answer too late is not', () => {
  const tag = '"known"'
  const others = (count: number) => Array.from({ length: count }, (_, at) => `"${at}"`).join(', ')
  assert.ok(matchesEtag(`${others(40)}, ${tag}`, tag))
  assert.ok(!matchesEtag(`${others(50)}, ${tag}`, tag), 'the fifty-first')
  assert.ok(!matchesEtag(`${' '.repeat(5_000)}${tag}`, tag), 'behind 4 KiB')
  assert.ok(!matchesEtag(`${','.repeat(15_500)}${tag}`, tag))
})
