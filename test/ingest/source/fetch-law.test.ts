import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { downloadPage } from '../../../src/ingest/source/download-page.ts'
import { type FetchedAct, fetchLaw } from '../../../src/ingest/source/fetch-law.ts'
import type { SourceClient } from '../../../src/ingest/source/http-client.ts'
import { originAt } from '../../../src/ingest/source/origin.ts'
import { openPageCache, type PageCache, sha256 } from '../../../src/ingest/source/page-cache.ts'
import { SourceError } from '../../../src/ingest/source/source-error.ts'
import { readLawAt } from '../../../src/law/check.ts'
import { answer, cellarStub, cutAfter, type Handler, pageOf, results, type Stub } from './cellar-stub.ts'

const { law } = readLawAt(join(import.meta.dirname, '..', '..', '..', 'law'))
assert.ok(law)
const russia = law.regimes.filter(({ folder }) => folder === '833-2014')

const PIN = '02014R0833-20260724'
const NEWEST = '02014R0833-20261024'
const XHTML = 'application/xhtml+xml'
/** Long enough to come in several pieces, with letters of two bytes. */
const LONG = 6_000

const root = mkdtempSync(join(tmpdir(), 'cn-fetch-'))
after(() => rmSync(root, { recursive: true, force: true }))
let stub: Stub
let cache: PageCache
let directory: string
let pauses: number[]

beforeEach(async () => {
  stub = await cellarStub()
  // Out of order, with another act among them, as SPARQL may list them.
  stub.versions = [
    '02014R0833-20240625',
    NEWEST,
    '02014R0833-20140801',
    PIN,
    '02017R1509-20270101',
    '02014R0833-20250225',
  ]
  stub.amending = [{ celex: '32026R0506', date: '2026-04-23' }]
  directory = mkdtempSync(join(root, 'cache-'))
  cache = openPageCache(directory)
  pauses = []
})
afterEach(() => stub.close())

const client = (timeoutMs = 60_000): SourceClient => ({
  origin: originAt(stub.url)!,
  userAgent: 'cn-sanctions/1.0.0 (contact: law@example.com)',
  timeoutMs,
  wait: async (milliseconds) => void pauses.push(milliseconds),
  now: () => Date.parse('2026-11-15T12:00:00Z'),
  random: () => 1,
})

async function fetchRussia(): Promise<FetchedAct> {
  const [one] = await fetchLaw(law!, russia, client(), cache)
  assert.ok(one)
  return one
}

const page = (celex = NEWEST, language: 'en' | 'pl' = 'en', largest?: number, timeoutMs?: number) =>
  downloadPage(client(timeoutMs), cache, { celex, language }, {}, largest)

/** The kind of the error when the download of a page fails; nothing may be cached then. */
async function errorKind(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail('no error'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof SourceError, String(error))
  assert.ok(!existsSync(join(directory, NEWEST, 'eng.xhtml')), 'a wrong page is never kept under its name')
  assert.equal(cache.page(NEWEST, 'en'), null)
  return error.kind
}

describe('the newest consolidated version', () => {
  test('is the latest day, however SPARQL orders its list; both pages come, and law/ is told apart from the news', async () => {
    stub.amending.push({ celex: '32026R2101', date: '2026-10-20' }, { celex: '32014R0960', date: '2014-09-08' })
    const one = await fetchRussia()
    assert.deepEqual(one.errors, [])
    assert.equal(one.newest?.celex, NEWEST)
    assert.equal(one.ahead, false)
    assert.deepEqual(
      one.pages.map(({ celex, language, fresh }) => [celex, language, fresh]),
      [
        [NEWEST, 'en', true],
        [NEWEST, 'pl', true],
      ],
    )
    assert.equal(readFileSync(one.pages[1]!.file, 'utf8'), pageOf(NEWEST, 'PL'))
    assert.equal(one.pages[0]!.sha256, sha256(readFileSync(one.pages[0]!.file)))
    assert.deepEqual(one.amending?.unknown, [{ celex: '32026R2101', date: '2026-10-20' }])
    assert.equal(cache.check('833-2014')?.newest, NEWEST)
  })

  test('is asked for politely: one request at a time, by name, in three letters, unpacked', async () => {
    await fetchRussia()
    assert.equal(stub.busiest(), 1)
    assert.ok(
      stub.headers.every((headers) => headers['user-agent'] === 'cn-sanctions/1.0.0 (contact: law@example.com)'),
    )
    assert.deepEqual(stub.asked, [
      'POST sparql',
      'POST sparql',
      `GET ${NEWEST} eng`,
      `GET document ${NEWEST} eng`,
      `GET ${NEWEST} pol`,
      `GET document ${NEWEST} pol`,
    ])
    assert.equal(stub.headers.at(-1)?.['accept-encoding'], 'identity')
  })

  test('is downloaded once: a second run asks what is new and loads nothing', async () => {
    await fetchRussia()
    stub.asked.length = 0
    const again = await fetchRussia()
    assert.deepEqual(
      again.pages.map(({ fresh }) => fresh),
      [false, false],
    )
    assert.deepEqual(stub.asked, ['POST sparql', 'POST sparql'])
  })

  test('that answers 406 gives way to the one before, which is said', async () => {
    stub.holes = [NEWEST]
    const one = await fetchRussia()
    assert.deepEqual(one.errors, [])
    assert.deepEqual(
      one.pages.map(({ celex }) => celex),
      [PIN, PIN],
    )
    assert.deepEqual(
      one.holes.map(({ celex, language }) => [celex, language]),
      [[NEWEST, 'en']],
    )
  })

  test('that lacks only the Polish page gives way too: the two languages must be of one version', async () => {
    stub.holes = [`${NEWEST} pol`]
    const one = await fetchRussia()
    assert.deepEqual(
      one.pages.map(({ celex, language }) => [celex, language]),
      [
        [PIN, 'en'],
        [PIN, 'pl'],
      ],
    )
    assert.deepEqual(
      one.holes.map(({ language }) => language),
      ['pl'],
    )
  })

  test('is never older than the pin', async () => {
    stub.holes = [NEWEST, PIN]
    const one = await fetchRussia()
    assert.deepEqual(one.pages, [])
    assert.deepEqual(
      one.errors.map(({ kind }) => kind),
      ['hole'],
    )
    assert.ok(!stub.asked.some((line) => line.includes('20250225')))
  })

  test('an error in the pages does not hide new acts, nor the other way round', async () => {
    stub.amending.push({ celex: '32026R2101', date: '2026-10-20' })
    stub.next.celex.push(answer(410, {}))
    const one = await fetchRussia()
    assert.deepEqual([one.errors.map(({ kind }) => kind), one.amending?.unknown.length], [['status'], 1])
    stub.amending = []
    const other = await fetchRussia()
    assert.deepEqual([other.errors.map(({ kind }) => kind), other.pages.length, other.amending], [['sparql'], 2, null])
  })

  test('may be the text of a day to come, which is said', async () => {
    stub.versions.push('02014R0833-20270101')
    const one = await fetchRussia()
    assert.deepEqual([one.newest?.version, one.ahead, one.pages.length], ['2027-01-01', true, 2])
  })

  test('when the source cannot be reached, nothing else is tried', async () => {
    await stub.close()
    const fetched = await fetchLaw(law!, law!.regimes, client(), cache)
    assert.deepEqual(
      fetched.map(({ errors }) => errors.map(({ kind }) => kind)),
      [['unreachable']],
    )
    assert.deepEqual(pauses, [])
    stub = await cellarStub()
  })
})

describe('SPARQL', () => {
  const cases: [string, Handler][] = [
    [
      'an error text with status 200',
      answer(200, { 'Content-Type': 'text/plain' }, 'Virtuoso 37000 Error SP030: SPARQL compiler, line 1'),
    ],
    [
      'an error page with status 200',
      answer(200, { 'Content-Type': 'text/html' }, '<html><body>Service unavailable</body></html>'),
    ],
    ['results that break off', answer(200, {}, results([{ celex: PIN }]).slice(0, -20))],
    ['JSON that is no result', answer(200, {}, '{"error":"no"}')],
    ['a null for rows', answer(200, {}, '{"results":{"bindings":null}}')],
    ['a value that is no text', answer(200, {}, '{"results":{"bindings":[{"celex":{"value":7}}]}}')],
    ['a list cut off by time', answer(200, { 'X-SQL-State': 'S1TAT' }, results([{ celex: PIN }]))],
    ['500', answer(500, {})],
  ]
  for (const [what, handler] of cases) {
    test(`${what} is retried`, async () => {
      stub.next.sparql.push(handler)
      const one = await fetchRussia()
      assert.deepEqual([one.errors, one.newest?.celex, pauses], [[], NEWEST, [1000]])
    })
    test(`${what} that stays is told, and no page is loaded`, async () => {
      stub.next.sparql.push(handler, handler, handler, handler)
      const one = await fetchRussia()
      assert.match(one.errors[0]!.kind, /^(?:sparql|status)$/)
      assert.deepEqual([one.newest, one.pages], [null, []])
      assert.equal(cache.check('833-2014'), null)
    })
  }
  test('an empty list of versions is an error, not "nothing new"', async () => {
    stub.versions = ['02017R1509-20270101', 'nonsense', '02014R0833-20261399']
    const one = await fetchRussia()
    assert.deepEqual(
      one.errors.map(({ kind }) => kind),
      ['sparql'],
    )
  })
  test('404 is no hole here, but an error', async () => {
    stub.next.sparql.push(answer(404, {}))
    assert.deepEqual(
      (await fetchRussia()).errors.map(({ kind }) => kind),
      ['status'],
    )
  })
  test('a redirect of the question is not followed', async () => {
    stub.next.sparql.push(answer(307, { Location: '/elsewhere' }))
    assert.deepEqual(
      (await fetchRussia()).errors.map(({ kind }) => kind),
      ['redirect'],
    )
  })
  test('an error text cannot play tricks on the terminal', async () => {
    const evil = answer(200, {}, '\u001b[2J\u0007Virtuoso error\u202e')
    stub.next.sparql.push(evil, evil, evil, evil)
    const [error] = (await fetchRussia()).errors
    assert.match(error!.what, /Virtuoso error/)
    assert.doesNotMatch(error!.what, /\p{C}/u)
  })
})

describe('redirects', () => {
  const wrong: [string, string][] = [
    ['another host', 'https://example.com/resource'],
    ['the page for people', 'https://eur-lex.europa.eu/legal-content/EN/TXT/'],
    ['a private address', 'http://10.0.0.1/resource'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data'],
    ['another port', 'http://127.0.0.1:1/resource'],
    ['a file', 'file:///etc/passwd'],
    ['data', 'data:text/html,x'],
    ['nowhere', ''],
  ]
  for (const [what, location] of wrong) {
    test(`to ${what} is not followed`, async () => {
      stub.next.celex.push(answer(303, { Location: location }))
      assert.equal(await errorKind(page()), 'redirect')
      assert.deepEqual(pauses, [])
    })
  }
  test('in circles end', async () => {
    for (let hop = 0; hop < 20; hop++) stub.next.celex.push(answer(303, { Location: `/resource/celex/${NEWEST}` }))
    assert.equal(await errorKind(page()), 'redirect')
    stub.next.celex.length = 0
    for (let hop = 0; hop < 20; hop++) {
      stub.next.document.push(answer(302, { Location: `/resource/cellar/${hop}` }))
    }
    assert.equal(await errorKind(page()), 'redirect')
  })
})

describe('retries', () => {
  test('503 with Retry-After waits as long as it is asked to', async () => {
    stub.next.celex.push(
      answer(503, { 'Retry-After': '7' }),
      answer(429, { 'Retry-After': 'Sun, 15 Nov 2026 12:01:30 GMT' }),
    )
    assert.equal((await page()).fresh, true)
    assert.deepEqual(pauses, [7_000, 90_000])
  })
  test('without it the pauses grow, and after four attempts it is enough', async () => {
    for (let time = 0; time < 9; time++) stub.next.celex.push(answer(502, {}))
    assert.equal(await errorKind(page()), 'status')
    assert.deepEqual(pauses, [1_000, 2_000, 4_000])
    assert.equal(stub.asked.length, 4)
  })
  test('a Retry-After of an hour ends the attempts', async () => {
    stub.next.celex.push(answer(503, { 'Retry-After': '3600' }))
    assert.equal(await errorKind(page()), 'asked_to_wait')
    assert.deepEqual(pauses, [])
  })
  test('a server that does not send the whole page in time is given up', async () => {
    const silent: Handler = (_, response) => {
      response.writeHead(200, { 'Content-Type': XHTML })
      response.write('<html>')
    }
    stub.next.document.push(silent, silent, silent, silent)
    assert.equal(await errorKind(page(NEWEST, 'en', undefined, 100)), 'timeout')
  })
  test('a status that will not change is not tried again', async () => {
    stub.next.celex.push(answer(400, {}))
    assert.equal(await errorKind(page()), 'status')
    assert.equal(stub.asked.length, 1)
  })
})

describe('a download that breaks off', () => {
  const long = pageOf(NEWEST, 'EN', LONG)
  const cut = 70_001
  beforeEach(() => {
    stub.page = (celex, language) => pageOf(celex, language, LONG)
  })
  const length = { 'Content-Length': String(Buffer.byteLength(long)) }

  test('begins anew, and the page is the same to the byte', async () => {
    stub.next.document.push(cutAfter(long, cut, length))
    assert.equal(readFileSync((await page()).file, 'utf8'), long)
    assert.deepEqual(readdirSync(join(directory, NEWEST)), ['eng.json', 'eng.xhtml'])
  })
  test('is given up after four attempts, and leaves nothing in the cache', async () => {
    for (let time = 0; time < 4; time++) stub.next.document.push(cutAfter(long, cut, length))
    assert.equal(await errorKind(page()), 'broken_off')
    assert.deepEqual(readdirSync(directory), [])
  })
  test('is noticed without a length too: a page ends with its last tag', async () => {
    const short = answer(200, { 'Content-Type': XHTML }, long.slice(0, 50_000))
    stub.next.document.push(short, short, short, short)
    assert.equal(await errorKind(page()), 'truncated')
  })
})

describe('what is no page is not kept', () => {
  const html = { 'Content-Type': 'text/html' }
  const xhtml = { 'Content-Type': XHTML }
  const cases: [string, string, Handler][] = [
    ['the bot wall, 202', 'bot_wall', answer(202, { ...html, 'x-amzn-waf-action': 'challenge' })],
    ['the bot wall, 403', 'bot_wall', answer(403, html, 'Forbidden')],
    [
      'the bot wall, 200',
      'bot_wall',
      answer(200, html, '<html><script src="https://x.token.awswaf.com/challenge.js"></script></html>'),
    ],
    ['the bot wall in XHTML', 'bot_wall', answer(200, xhtml, '<html><body>Please enable JavaScript</body></html>')],
    ['another type', 'content_type', answer(200, { 'Content-Type': 'application/pdf' }, '%PDF-1.7')],
    ['no type', 'content_type', answer(200, {}, 'x')],
    ['an error page with status 200', 'not_the_page', answer(200, html, '<html><body>Error</body></html>')],
    ['an error page in XHTML', 'not_the_page', answer(200, xhtml, '<html><body>Error</body></html>')],
    ['no markup', 'not_the_page', answer(200, xhtml, 'Internal error')],
    ['nothing', 'not_the_page', answer(200, xhtml)],
    ['another encoding', 'not_the_page', answer(200, xhtml, Buffer.from(pageOf(NEWEST, 'EN'), 'utf16le'))],
    ['another act', 'other_act', answer(200, xhtml, pageOf('02017R1509-20261024', 'EN'))],
    ['another version', 'other_version', answer(200, xhtml, pageOf(PIN, 'EN'))],
    ['another language', 'wrong_language', answer(200, xhtml, pageOf(NEWEST, 'PL'))],
  ]
  for (const [what, kind, handler] of cases) {
    test(`${what}: ${kind}`, async () => {
      stub.next.document.push(handler, handler, handler, handler)
      assert.equal(await errorKind(page()), kind)
    })
  }

  const large = pageOf(NEWEST, 'EN', LONG)
  const over = 50_000
  test('too large, and says so beforehand: not a byte is read', async () => {
    stub.page = () => large
    assert.equal(await errorKind(page(NEWEST, 'en', over)), 'too_large')
    assert.deepEqual(pauses, [])
  })
  test('too large without saying so', async () => {
    stub.next.document.push((_, response) => {
      response.writeHead(200, xhtml)
      response.write(large)
      response.end(large)
    })
    assert.equal(await errorKind(page(NEWEST, 'en', over)), 'too_large')
  })
  test('a small answer that unfolds to a large one', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, 0x20))
    assert.ok(bomb.length < over)
    stub.next.document.push(answer(200, { ...xhtml, 'Content-Encoding': 'gzip' }, bomb))
    assert.equal(await errorKind(page(NEWEST, 'en', over)), 'too_large')
  })
  test('packed all the same, an honest page is read', async () => {
    stub.next.document.push(answer(200, { ...xhtml, 'Content-Encoding': 'gzip' }, gzipSync(large)))
    assert.equal(readFileSync((await page()).file, 'utf8'), large)
  })
})

describe('the cache', () => {
  test('does not trust a page that somebody touched, nor a record that is damaged', async () => {
    const { file } = await page()
    writeFileSync(file, readFileSync(file, 'utf8').replace('ANNEX XI', 'ANNEX XX'))
    assert.equal(cache.page(NEWEST, 'en'), null)
    assert.equal((await page()).fresh, true)
    writeFileSync(file.replace('.xhtml', '.json'), '{"sha256":')
    assert.equal((await page()).fresh, true)
    assert.equal((await page()).fresh, false)
  })
  test('takes no name that could lead out of it', () => {
    assert.throws(() => cache.page('../../etc', 'en'), /no CELEX/)
    const check = { checkedAt: '2026-11-15T12:00:00Z', newest: NEWEST, unknown: [] }
    for (const act of ['../outside', '..', '.', '', '/tmp/x', 'a/b', 'a\\b', '833-2014\0', 'x'.repeat(200)]) {
      assert.throws(() => cache.noteCheck(act, check), /is no act/, act)
      assert.throws(() => cache.check(act), /is no act/, act)
    }
    assert.deepEqual(readdirSync(directory), [])
    cache.noteCheck('833-2014', check)
    assert.deepEqual(cache.check('833-2014'), check)
  })
  test('writes through no symbolic link that lies in it', async () => {
    const outside = mkdtempSync(join(root, 'outside-'))
    const target = join(outside, 'target')
    writeFileSync(target, 'untouched')
    symlinkSync(outside, join(directory, PIN))
    await assert.rejects(page(PIN), /is no folder/)
    assert.deepEqual(cache.pagesOf('32014R0833'), [])

    mkdirSync(join(directory, NEWEST))
    const links = ['eng.xhtml', 'eng.json', `eng.xhtml.${process.pid}.tmp`, `eng.json.${process.pid}.tmp`]
    for (const name of links) symlinkSync(target, join(directory, NEWEST, name))
    symlinkSync(target, join(directory, '833-2014.json'))
    assert.equal((await page()).fresh, true)
    cache.noteCheck('833-2014', { checkedAt: '2026-11-15T12:00:00Z', newest: NEWEST, unknown: [] })
    assert.equal((await page()).fresh, false)
    assert.deepEqual([readdirSync(outside), readFileSync(target, 'utf8')], [['target'], 'untouched'])
  })
})
