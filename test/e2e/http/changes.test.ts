import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SaxesParser } from 'saxes'
import { calendarDay } from '../../../src/base/day.ts'
import type { Change } from '../../../src/changes/change.ts'
import { openStore } from '../../../src/store/store.ts'
import { edited } from '../../changes/laws.ts'
import { answerer as realLaw } from '../../real-law.ts'
import { emptyPlace, PLENTY, problemIn, serviceFor } from './service.ts'

interface Page {
  readonly changes: readonly (Omit<Change, 'text'> & { text: string; recorded_at: string | null })[]
  readonly next: string
  readonly more: boolean
  readonly complete: boolean
}

const NEWS: Change = {
  id: 'chg_news',
  type: 'listing.changed',
  day: '2026-11-20',
  regime: 'EU-RU-833-2014',
  annex: 'XXI',
  article: '3i(1)',
  cn_codes: ['2603'],
  act: null,
  text: { pl: 'Miedź & <rudy> "2603"', en: 'Copper & <ores> "2603"\u0007' },
}

test('the whole history can be paged through, each change once', async (t) => {
  const service = await serviceFor(t, { limits: PLENTY })
  const seen: string[] = []
  let page: Page = (await service.get('/api/v1/changes?limit=500')).json()
  for (;;) {
    seen.push(...page.changes.map(({ id }) => id))
    if (!page.more) break
    page = (await service.get(`/api/v1/changes?limit=500&cursor=${page.next}`)).json()
  }
  assert.ok(seen.length > 1000)
  assert.equal(new Set(seen).size, seen.length)
  const [first] = (await service.get('/api/v1/changes?limit=1')).json<Page>().changes
  assert.equal(first?.id, seen[0])
})

test('regimes that a lookup checks only on request are told only to those who name them', async (t) => {
  const service = await serviceFor(t, { limits: PLENTY })
  const { dataset } = realLaw
  const onRequest = dataset.regimes.filter(({ data }) => data.territories).map(({ data }) => data.code)
  assert.deepEqual(onRequest, ['EU-UA-692-2014', 'EU-UA-2022-263'])
  const regimes = new Set<string | null>()
  let page: Page = (await service.get('/api/v1/changes?limit=500')).json()
  for (;;) {
    for (const { regime } of page.changes) regimes.add(regime)
    if (!page.more) break
    page = (await service.get(`/api/v1/changes?limit=500&cursor=${page.next}`)).json()
  }
  assert.deepEqual([...regimes].toSorted(), ['EU-BY-765-2006', 'EU-RU-833-2014'])
  for (const regime of onRequest) {
    const { changes } = (await service.get(`/api/v1/changes?regime=${regime}`)).json<Page>()
    assert.ok(changes.length > 0)
    assert.ok(changes.every((change) => change.regime === regime))
  }
  const atom = (await service.get('/changes.atom?lang=en')).body
  assert.match(atom, /<title>Russia, /)
  assert.doesNotMatch(atom, /<title>(UA|Council)/)
})

test('a code gets its own history, in the language asked for', async (t) => {
  const service = await serviceFor(t)
  const ask = async (query: string) => (await service.get(`/api/v1/changes?${query}`)).json<Page>().changes
  const added = (await ask('code=2603+00+00&since=2026-07-24&regime=EU-RU-833-2014&lang=en')).filter(
    ({ type }) => type === 'listing.added',
  )
  assert.deepEqual(
    added.map(({ annex, act, text }) => [annex, act, text.slice(0, 24)]),
    [['XXI', '32026R1848', '2603 added to Annex XXI ']],
  )
  const [polish] = (await ask('code=2603&since=2026-07-24&regime=EU-RU-833-2014')).filter(
    ({ type }) => type === 'listing.added',
  )
  assert.match(polish?.text ?? '', /^2603 dodano do załącznika XXI .*Rudy i koncentraty miedzi/)
})

test('an act is asked for by its number; a follower of codes hears once per act of what names none', async (t) => {
  const service = await serviceFor(t)
  const ask = async (query: string) => (await service.get(`/api/v1/changes?limit=500&${query}`)).json<Page>().changes
  const [byNumber, byCelex] = [await ask('act=2025/392&lang=en'), await ask('act=32025R0392&lang=en')]
  assert.deepEqual(byNumber, byCelex)
  assert.ok(byNumber.length > 20 && byNumber.every(({ act }) => act === '32025R0392'))
  const uncoded = (changes: Page['changes']) => changes.filter(({ cn_codes }) => cn_codes.length === 0)
  assert.ok(uncoded(byNumber).length > 5)
  const followed = await ask('act=2025/392&codes=8471,7304&lang=en')
  assert.equal(uncoded(followed).length, 1)
  const named = await ask('act=2025/392&codes=8471,7304&lang=en&named=true')
  assert.deepEqual(
    named,
    followed.filter(({ cn_codes }) => cn_codes.length > 0),
  )
  const imports = await ask('code=8471&named=true&direction=import')
  assert.ok(imports.length > 0 && imports.every(({ type, annex }) => type !== 'listing.added' || annex !== 'XXIII'))
})

test('the Atom feed takes the same filters, under an id and an address of its own', async (t) => {
  const service = await serviceFor(t, { publicUrl: 'https://cn.example.com' })
  const feed = parse((await service.get('/changes.atom?code=2603&act=2026/1848&lang=en')).body)
  const links = feed.children.filter(({ name }) => name === 'link').map(({ attributes }) => attributes)
  assert.deepEqual(
    links.map(({ rel, href }) => [rel, href]),
    [
      ['self', 'https://cn.example.com/changes.atom?code=2603&act=32026R1848&lang=en'],
      ['alternate', 'https://cn.example.com/en/changes?code=2603&act=32026R1848'],
    ],
  )
  assert.equal(child(feed, 'id')?.text, 'urn:cn-sanctions:changes:en:code=2603&act=32026R1848')
  const titles = feed.children.filter(({ name }) => name === 'entry').map((entry) => child(entry, 'title')?.text)
  assert.ok(titles.includes('Russia, Annex XXI: codes added, 24 July 2026'))
  assert.ok(titles.length < 10)
})

test('a poller hears of what is recorded next, exactly once; its tag changes with it', async (t) => {
  const store = await openStore(await emptyPlace(t))
  t.after(() => store.close())
  const service = await serviceFor(t, { store })
  const { next } = (await service.get('/api/v1/changes?since=2026-11-01')).json<Page>()
  const url = `/api/v1/changes?since=2026-11-01&cursor=${next}`
  const before = await service.get(url)
  assert.deepEqual(before.json<Page>().changes, [])
  const tag = String(before.headers.etag)
  assert.equal((await service.get(url, { 'if-none-match': tag })).statusCode, 304)

  await store.changes.recordDay(calendarDay('2026-11-15'), [NEWS], new Date('2026-11-15T12:00:00Z'))
  await store.changes.recordDay(calendarDay('2026-11-16'), [NEWS], new Date('2026-11-15T13:00:00Z'))
  const after = await service.get(url, { 'if-none-match': tag })
  assert.equal(after.statusCode, 200)
  const page = after.json<Page>()
  assert.deepEqual(
    page.changes.map(({ id, text, recorded_at }) => [id, text, recorded_at]),
    [['chg_news', NEWS.text.pl, '2026-11-15T12:00:00.000Z']],
  )
  assert.deepEqual((await service.get(`/api/v1/changes?cursor=${page.next}`)).json<Page>().changes, [])
})

test('without a database the history is served and says that it may not be all', async (t) => {
  const page = (await (await serviceFor(t, { store: null })).get('/api/v1/changes?since=2026-04-24')).json<Page>()
  assert.ok(page.changes.length > 50)
  assert.equal(page.complete, false)
})

test('a new law is told by the next question: the answer and its tag follow it', async (t) => {
  let served = realLaw
  const service = await serviceFor(t, { answerer: () => served })
  const url = '/api/v1/changes?code=2603&since=2026-07-24&regime=EU-RU-833-2014'
  const before = await service.get(url)
  served = { ...realLaw, dataset: edited({ rows: (row) => (row.code === '2603' ? null : row) }) }
  const after = await service.get(url)
  assert.notEqual(after.headers.etag, before.headers.etag)
  assert.ok(after.json<Page>().changes.length < before.json<Page>().changes.length)
})

test('a mistyped parameter is refused with those that are known', async (t) => {
  const service = await serviceFor(t)
  const problem = problemIn(await service.get('/api/v1/changes?sinse=2026-01-01&lang=en'), 'parameter_unknown')
  const told =
    'This address has no such parameter. Known parameters: since, regime, direction, code, act, codes, named, lang, cursor, limit.'
  assert.equal(problem.errors[0]?.detail, told)
  assert.equal(problem.detail, told)
  const atom = problemIn(await service.get('/changes.atom?sinse=2026-01-01&lang=pl'), 'parameter_unknown')
  assert.equal(
    atom.detail,
    'Pod tym adresem nie ma takiego parametru. Znane parametry: since, regime, direction, code, act, codes, named, lang.',
  )
  const none = problemIn(await service.get('/api/v1/dataset?sinse=1&lang=en'), 'parameter_unknown')
  assert.equal(none.detail, 'This address has no such parameter. Known parameters: lang.')
  problemIn(await service.get('/api/v1/changes?code=miedz'), 'code_invalid')
  problemIn(await service.get('/api/v1/changes?codes=8471,847'), 'codes_invalid')
  const act = problemIn(await service.get('/api/v1/changes?act=2024/9999'), 'act_unknown')
  assert.match(act.detail, /^W naszych danych nie ma takiego aktu\./)
  problemIn(await service.get('/api/v1/changes?since=24.07.2026'), 'since_invalid')
  problemIn(await service.get('/api/v1/changes?cursor=abc'), 'cursor_invalid')
})

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

/** A strict parser: what it takes is well-formed XML. */
function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes: { ...attributes }, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  assert.equal(root.children.length, 1)
  return root.children[0]!
}
const child = ({ children }: Element, name: string) => children.find((element) => element.name === name)

test('the Atom feed is well-formed and has what Atom 1.0 asks for', async (t) => {
  const store = await openStore(await emptyPlace(t))
  t.after(() => store.close())
  await store.changes.recordDay(calendarDay('2026-11-15'), [NEWS], new Date('2026-11-15T12:00:00Z'))
  const service = await serviceFor(t, { store, publicUrl: 'https://cn.example.com' })
  const answer = await service.get('/changes.atom?lang=en')
  assert.equal(answer.headers['content-type'], 'application/atom+xml; charset=utf-8')
  assert.equal(answer.headers['access-control-allow-origin'], '*')
  const feed = parse(answer.body)
  assert.deepEqual([feed.name, feed.attributes.xmlns], ['feed', 'http://www.w3.org/2005/Atom'])
  const self = feed.children.find(({ name, attributes }) => name === 'link' && attributes.rel === 'self')
  assert.equal(self?.attributes.href, 'https://cn.example.com/changes.atom?lang=en')
  const entries = feed.children.filter(({ name }) => name === 'entry')
  assert.equal(entries.length, 100)
  const ids = entries.map((entry) => child(entry, 'id')?.text)
  assert.equal(new Set(ids).size, 100)
  const updated = entries.map((entry) => child(entry, 'updated')?.text ?? '')
  assert.deepEqual(updated, updated.toSorted().toReversed(), 'newest first')
  for (const moment of [...updated, child(feed, 'updated')?.text ?? '']) {
    assert.match(moment, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
  for (const entry of entries) assert.ok(child(entry, 'title')?.text && child(entry, 'content')?.text)
  assert.equal(child(entries[0]!, 'content')?.text, '<p>Copper &amp; &lt;ores&gt; &quot;2603&quot;\uFFFD</p>')

  const act = entries.filter((entry) =>
    /^Russia, Annex XXI: codes added \(25\), 24 July 2026$/.test(child(entry, 'title')?.text ?? ''),
  )
  assert.equal(act.length, 1, 'the rows of one act in one annex are one entry')
  const again = parse((await service.get('/changes.atom?lang=en')).body)
  assert.deepEqual(again, feed)
  assert.notDeepEqual(child(parse((await service.get('/changes.atom')).body), 'title'), child(feed, 'title'))
})
