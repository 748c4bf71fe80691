import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import {
  bodyForOne,
  codingFor,
  compress,
  type ResponseBody,
  representationFor,
  responseBody,
  turnstile,
} from './response-body.ts'

const LARGE = Buffer.alloc(1_500, 'ł')

/** The ETag of a body in the form that the caller accepts. */
const etagFor = async (body: ResponseBody, acceptEncoding = 'identity') =>
  (await representationFor(body, { 'accept-encoding': acceptEncoding })).etag

/** Whether a caller with this If-None-Match has the body already. */
function isKnown(body: ResponseBody, ifNoneMatch: string): boolean {
  const representation = representationFor(body, { 'if-none-match': ifNoneMatch })
  assert.ok(!(representation instanceof Promise))
  return representation.bytes === null
}

test('equal bytes have equal ETags, others have others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (one, other) => {
      const [a, b] = [responseBody(one), responseBody(Buffer.from(other))]
      assert.equal((await etagFor(a)) === (await etagFor(b)), a.bytes.equals(b.bytes))
      assert.equal(await etagFor(a), await etagFor(responseBody(Buffer.from(one))))
      assert.match((await etagFor(a)) ?? '', /^"[\w-]{22}"$/)
    }),
  )
})

test('each coding has an ETag of its own', async () => {
  const body = responseBody(LARGE)
  const tags = [await etagFor(body), await etagFor(body, 'br'), await etagFor(body, 'gzip')]
  assert.equal(new Set(tags).size, 3)
  for (const tag of tags) assert.match(tag ?? '', /^"[\w-]+"$/)
})

test('compressed bytes decompress to the body, and are compressed once for all callers', async () => {
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

test('a body of any length decompresses to itself, also next to the sizes of a window', async () => {
  const length = fc
    .tuple(fc.integer({ min: 10, max: 23 }), fc.integer({ min: -20, max: 20 }))
    .map(([bits, beside]) => 2 ** bits + beside)
  await fc.assert(
    fc.asyncProperty(length, async (length) => {
      const body = responseBody(Buffer.alloc(length, 'Sankcje wobec Rosji i Białorusi. '))
      assert.ok(brotliDecompressSync(await compress(body, 'br')).equals(body.bytes))
    }),
    { numRuns: 30 },
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
  for (const [accept, coding] of takes) assert.equal(codingFor(LARGE, accept), coding, accept)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (any) => [null, 'br', 'gzip'].includes(codingFor(LARGE, any))))
})

test('a compressed form that is kept keeps nothing but itself in memory', async () => {
  const body = responseBody('0101 30 00 '.repeat(1_000))
  for (const coding of ['br', 'gzip'] as const) {
    const { buffer, length } = await compress(body, coding)
    assert.equal(buffer.byteLength, length)
  }
})

test('a body is compressed from 1,500 bytes up', () => {
  assert.equal(codingFor(LARGE.subarray(1), 'br, gzip'), null)
  assert.equal(codingFor(LARGE, 'br, gzip'), 'br')
})

test('an ETag is known when it is in the list, weak or strong, or when any will do', async () => {
  const body = responseBody('text')
  const tag = (await etagFor(body)) ?? ''
  const bare = tag.slice(1, -1)
  for (const known of [tag, `W/${tag}`, ` ${tag} `, `"x", ${tag}`, `${tag},"x"`, `"x",W/${tag},"y"`, '*', ' * ']) {
    assert.ok(isKnown(body, known), known)
  }
  const others = [bare, `"${bare}`, `"${bare.toUpperCase()}"`, `"${bare}-"`, `"${bare}-br"`]
  for (const other of ['', '"x", "y"', 'W/"x"', '"*"', ',', ...others]) assert.ok(!isKnown(body, other), other)
  assert.ok((await representationFor(body, {})).bytes, 'without the header')
})

test('headers are read in one pass, however many spaces somebody puts into them', () => {
  // Read twice over, a million spaces would take hours: enough to tell, whatever machine this runs on.
  const spaces = ' '.repeat(1_000_000)
  const read = () => [
    codingFor(LARGE, `br${spaces}x`),
    codingFor(LARGE, `br;${spaces}x`),
    codingFor(LARGE, `br;q=1${spaces}x`),
    codingFor(LARGE, `${spaces},gzip${spaces},`),
    isKnown(responseBody('text'), `"x"${spaces}W/${spaces}*`),
  ]
  const answers = runInNewContext('read()', { read }, { timeout: 20_000 })
  assert.deepEqual(answers, [null, null, null, 'gzip', false])
})

test('of many ETags only the first are read: a body too many is right, a body too late is not', async () => {
  const body = responseBody('text')
  const tag = (await etagFor(body)) ?? ''
  const others = (count: number) => Array.from({ length: count }, (_, at) => `"${at}"`).join(', ')
  assert.ok(isKnown(body, `${others(40)}, ${tag}`))
  assert.ok(!isKnown(body, `${others(50)}, ${tag}`), 'the fifty-first')
  assert.ok(!isKnown(body, `${' '.repeat(5_000)}${tag}`), 'behind 4 KiB')
  assert.ok(!isKnown(body, `${','.repeat(15_500)}${tag}`))
})

test('only so many are compressed at the same time; the others follow in their order', async () => {
  const run = turnstile(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = [0, 1, 2, 3].map((name) =>
    run(async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (name === 0) throw new Error('failed')
      return name
    }),
  )
  const settled = Promise.allSettled(works)
  await Promise.resolve()
  assert.deepEqual(begun, [0, 1])
  for (let at = 0; at < works.length; at++) {
    ends[at]!()
    await works[at]!.catch(() => {})
    assert.ok(begun.length <= at + 3)
  }
  assert.deepEqual(begun, [0, 1, 2, 3])
  assert.deepEqual(
    (await settled).map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
  )
})

test('a body that nobody can ask for again has no ETag', async () => {
  const { etag, bytes } = await representationFor(bodyForOne('text'), { 'if-none-match': '*' })
  assert.equal(etag, null)
  assert.equal(`${bytes}`, 'text')
})
