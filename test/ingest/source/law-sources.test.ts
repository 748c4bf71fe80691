import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, test } from 'node:test'
import { calendarDay } from '../../../src/base/day.ts'
import { lawStatus } from '../../../src/ingest/source/law-status.ts'
import { openPageCache } from '../../../src/ingest/source/page-cache.ts'
import { readLawAt } from '../../../src/law/check.ts'
import { copySmallLaw, LAW as WHOLE_LAW } from '../../small-law.ts'
import { modelOf, newAct, newRow, renderPage } from '../page/render-page.ts'
import { answer, cellarStub, type Stub } from './cellar-stub.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const NEWEST = '02014R0833-20261024'

const folder = mkdtempSync(join(tmpdir(), 'cn-sources-'))
after(() => rmSync(folder, { recursive: true, force: true }))
/** The law of every run, which most read only to know its pins. */
const LAW = join(folder, 'law')
copySmallLaw(LAW, ['73259100'])
const { law } = readLawAt(LAW)
assert.ok(law)
let stub: Stub
let directory: string

beforeEach(async () => {
  directory = mkdtempSync(join(folder, 'cache-'))
  stub = await cellarStub()
  stub.versions = ['02014R0833-20260724', NEWEST]
  stub.amending = [
    { celex: '32026R0506', date: '2026-04-23' },
    { celex: '32026R2101', date: '2026-10-20' },
  ]
})
afterEach(() => stub.close())

interface Ran {
  status: number | null
  stdout: string
  stderr: string
}

/** The program as a shell runs it, without standing in the way of the server it asks. */
function run(args: readonly string[], set: Record<string, string> = {}): Promise<Ran> {
  const { NO_COLOR, FORCE_COLOR, CONTACT, CELLAR_URL, HTTPS_PROXY, NODE_USE_ENV_PROXY, ...env } = process.env
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'bin/cn-sanctions.js'), ...args], {
      cwd: root,
      env: { ...env, LAW_DIR: LAW, CELLAR_URL: stub.url, CONTACT: 'law@example.com', ...set },
    })
    const ran: Ran = { status: null, stdout: '', stderr: '' }
    child.stdout.on('data', (piece) => {
      ran.stdout += piece
    })
    child.stderr.on('data', (piece) => {
      ran.stderr += piece
    })
    child.on('close', (status) => resolve({ ...ran, status }))
  })
}

const fetchRussia = (...more: string[]) => run(['law', 'fetch', '--act', '833-2014', '--cache', directory, ...more])

test('law fetch says what is new, what was loaded and what to do next; stderr stays quiet', async () => {
  const { status, stdout, stderr } = await fetchRussia()
  assert.deepEqual([status, stderr], [0, ''])
  assert.match(
    stdout,
    /^833-2014\n {2}pinned +02014R0833-20260724\n {2}newest +02014R0833-20261024, newer than the pin\n/,
  )
  assert.match(stdout, /\n {2}English +\S+eng\.xhtml {2}0\.0 MB, downloaded\n {2}Polish +\S+pol\.xhtml/)
  assert.match(stdout, /\n {2}new acts +32026R2101 \(2026-10-20\): not in law\/acts\.yaml\n/)
  assert.match(stdout, /\n {2}next +cn-sanctions law compare \S+eng\.xhtml\n$/)
  assert.match(String(stub.headers[0]?.['user-agent']), /^cn-sanctions\/\d+\.\d+\.\d+ \(contact: law@example\.com\)$/)
  assert.match((await fetchRussia()).stdout, /already there/)
})

test('--json is one line for machines, also when something failed', async () => {
  const good = await fetchRussia('--json')
  assert.match(good.stdout, /^[^\n]+\n$/)
  const [one] = JSON.parse(good.stdout)
  assert.deepEqual([one.newest.celex, one.pages.length, one.amending.unknown[0].celex], [NEWEST, 2, '32026R2101'])
  stub.next.sparql.push(answer(403, {}))
  const walled = await fetchRussia('--json')
  assert.equal(walled.status, 1)
  assert.equal(JSON.parse(walled.stdout)[0].faults[0].kind, 'bot_wall')
  assert.match(walled.stderr, /^833-2014: 127\.0\.0\.1:\d+ takes us for a robot/)
})

test('a source that cannot be reached is told at once and kindly', async () => {
  const { url } = stub
  await stub.close()
  const { status, stderr } = await run(['law', 'fetch', '--cache', directory], { CELLAR_URL: url })
  stub = await cellarStub()
  assert.equal(status, 1)
  assert.match(stderr, /^833-2014: 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)\. Is there a network\?/)
  assert.equal(stderr.trim().split('\n').length, 1)
})

test('an act that is not in law/, and a source that is not the official one, are misuse', async () => {
  const act = await run(['law', 'fetch', '--act', '2021-1', '--cache', directory])
  assert.deepEqual([act.status, act.stdout], [2, ''])
  assert.match(act.stderr, /^No act 2021-1 in law\/: 833-2014 or 765-2006 or 692-2014 or 2022-263 or [^\n]+\.\n$/)
  for (const address of ['https://example.com', 'http://10.0.0.1', 'http://publications.europa.eu']) {
    const other = await run(['law', 'fetch', '--cache', directory], { CELLAR_URL: address })
    assert.deepEqual([other.status, other.stdout], [2, ''])
    assert.match(other.stderr, /^CELLAR_URL must be https:\/\/publications\.europa\.eu/)
  }
  assert.deepEqual(stub.asked, [])
})

test('a cache that cannot be written to ends the run, it does not hang it', async () => {
  writeFileSync(join(directory, NEWEST), 'a file where a folder should be')
  const { status, stderr } = await fetchRussia()
  assert.equal(status, 1)
  assert.match(stderr, /is no folder: remove it/)
})

test('without a contact it still works, and says that one helps', async () => {
  const { status, stderr } = await run(['law', 'fetch', '--act', '833-2014', '--cache', directory], { CONTACT: '' })
  assert.equal(status, 0)
  assert.match(stderr, /^CONTACT is not set/)
})

const compare = async () => ({ added: 0, removed: 0, changed: 0, articles: 0 })

test('law status works from nothing but law/: the pin, its age, what is pending', async () => {
  const status = await lawStatus(law, {
    today: calendarDay('2026-07-31'),
    cache: openPageCache(join(directory, 'none')),
    compare,
  })
  const [russia, belarus] = status
  assert.deepEqual(
    [russia?.pinned.celex, russia?.age, russia?.pending, russia?.checked, russia?.next],
    ['02014R0833-20260724', 7, [], null, null],
  )
  assert.deepEqual(
    belarus?.pending.map(({ celex, date }) => [celex, date]),
    [
      ['32026R0513', '2026-04-23'],
      ['32026R1846', '2026-07-23'],
    ],
  )
  const {
    status: code,
    stdout,
    stderr,
  } = await run(['law', 'status', '--cache', join(directory, 'none')], { CELLAR_URL: '' })
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(
    stdout,
    /^833-2014 {2}Restrictive measures against Russia\n {2}pinned +02014R0833-20260724, \d+ days old/,
  )
  assert.match(stdout, /\n {2}pending +32026R0513 {2}Council Regulation \(EU\) 2026\/513, 2026-04-23\n/)
  assert.match(stdout, /\n {2}checked +never: cn-sanctions law fetch\n/)
})

test('law status watches every regime of law/, also one whose pin is the act itself', async () => {
  const { law: whole } = readLawAt(WHOLE_LAW)
  assert.ok(whole)
  const page = (act: string) => ({
    celex: `0${act.slice(1)}-20301231`,
    language: 'en' as const,
    file: act,
    sha256: '',
    bytes: 1,
    fetchedAt: '2030-12-31',
  })
  const status = await lawStatus(whole, {
    today: calendarDay('2030-12-31'),
    cache: { ...openPageCache(join(directory, 'none')), pagesOf: (act) => [page(act)] },
    compare: async () => ({ added: 1, removed: 0, changed: 0, articles: 0 }),
  })
  assert.deepEqual(
    status.map(({ folder, next }) => [folder, next?.page.file]),
    whole.regimes.map(({ folder, regime }) => [folder, regime.value.act]),
  )
})

test('law status knows what law fetch brought, and asks whoever can compare', async () => {
  await fetchRussia()
  const asked: string[] = []
  const cache = openPageCache(directory)
  const options = { today: calendarDay('2026-11-15'), cache }
  const [russia] = await lawStatus(law, {
    ...options,
    compare: async (file) => {
      asked.push(file)
      return { added: 25, removed: 1, changed: 2, articles: 3 }
    },
  })
  assert.deepEqual(asked, [join(directory, NEWEST, 'eng.xhtml')])
  assert.deepEqual(russia?.next?.changes, { added: 25, removed: 1, changed: 2, articles: 3 })
  const [unread] = await lawStatus(law, {
    ...options,
    compare: async () => {
      throw new Error('annex L: a form nobody taught us')
    },
  })
  assert.deepEqual([unread?.next?.changes, unread?.next?.problem], [null, 'annex L: a form nobody taught us'])
  assert.deepEqual(russia?.checked?.unknown, [{ celex: '32026R2101', date: '2026-10-20' }])
  assert.deepEqual(
    russia?.pages.map(({ celex, language }) => `${celex} ${language}`),
    [`${NEWEST} en`, `${NEWEST} pl`],
  )
  const { stdout } = await run(['law', 'status', '--cache', directory])
  assert.match(stdout, /\n {2}new act +32026R2101, 2026-10-20: not in law\/acts\.yaml\n/)
  const json = JSON.parse((await run(['law', 'status', '--cache', directory, '--json'])).stdout)
  assert.equal(json[0].checked.newest, NEWEST)
})

test('from the source into law/: fetched, told by the status, applied, and then nothing is left to do', async () => {
  const ours = join(directory, 'law')
  cpSync(LAW, ours, { recursive: true })
  const act = '32026R2101'
  const pinned = modelOf(LAW, '833-2014')
  stub.page = (celex, language) => {
    const page = structuredClone(pinned)
    page.celex = celex
    page.version = '2026-10-24'
    page.language = language === 'PL' ? 'pl' : 'en'
    page.acts.push(newAct('M44', act, 'COUNCIL REGULATION (EU) 2026/2101 of 20 October 2026', '23.10.2026'))
    const { rows } = page.annexes.find(({ annex }) => annex === 'XVII')!
    rows.push(newRow('73259100', 'Grinding balls', `${act}:INSERTED`, rows.at(-1)!.part))
    return renderPage(page)
  }
  assert.equal((await fetchRussia()).status, 0)
  const status = () => run(['law', 'status', '--cache', directory], { LAW_DIR: ours })
  assert.match(
    (await status()).stdout,
    /\n {2}changes +02014R0833-20261024: 1 rows? added, 0 removed, 0 changed, 0 art/,
  )
  const pages = join(directory, NEWEST)
  const apply = ['law', 'apply', join(pages, 'eng.xhtml'), '--polish', join(pages, 'pol.xhtml')]
  const refused = await run(apply, { LAW_DIR: ours })
  assert.deepEqual([refused.status, refused.stdout], [1, ''], 'the day of a new act is not guessed')
  const applied = await run([...apply, '--in-force', `${act}=2026-10-24`], { LAW_DIR: ours })
  assert.equal(applied.status, 0, applied.stderr)
  assert.match((await status()).stdout, /\n {2}pinned +02014R0833-20261024/)
  assert.match((await status()).stdout, /\n {2}changes +no newer page in the cache\n/)
  const asked = await run(['check', '7325 91 00', '--lang', 'en', '--json'], { LAW_DIR: ours })
  const found = JSON.parse(asked.stdout).results.find(({ cn_code }: { cn_code: string }) => cn_code === '7325 91 00')
  assert.deepEqual([found?.annex, found?.valid_from], ['XVII', '2026-10-24'])
})

test('an act that acts.yaml knows for Belarus alone is still news for Russia', async () => {
  stub.amending.push({ celex: '32026R1846', date: '2026-07-23' })
  const fetched = await fetchRussia('--json')
  assert.deepEqual(
    JSON.parse(fetched.stdout)[0].amending.unknown.map(({ celex }: { celex: string }) => celex),
    ['32026R1846', '32026R2101'],
  )
  const [russia] = await lawStatus(law, { today: calendarDay('2026-11-15'), cache: openPageCache(directory), compare })
  assert.deepEqual(
    russia?.checked?.unknown.map(({ celex }) => celex),
    ['32026R1846', '32026R2101'],
  )
})

test('a damaged cache is no reason to fail', async () => {
  await fetchRussia()
  writeFileSync(join(directory, '833-2014.json'), '[1')
  writeFileSync(join(directory, NEWEST, 'eng.json'), 'null')
  const [russia] = await lawStatus(law, { today: calendarDay('2026-11-15'), cache: openPageCache(directory), compare })
  assert.deepEqual([russia?.checked, russia?.next, russia?.pages.length], [null, null, 1])
})
