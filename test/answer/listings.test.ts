import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ListingFilter,
  listingFilters,
  NO_FILTER,
  readListingFilter,
} from '../../src/answer/listings/listing-filter.ts'
import { listingLines } from '../../src/answer/listings/listing-lines.ts'
import { listedSince, listingsOn } from '../../src/answer/listings/listings-on.ts'
import { listingsPage } from '../../src/answer/listings/listings-page.ts'
import { readParameters } from '../../src/answer/question/parameters.ts'
import { calendarDay, type Day } from '../../src/base/day.ts'
import { answerer, ask, TODAY } from '../real-law.ts'

const { dataset } = answerer

const on = (filter: Partial<ListingFilter>, day: Day = TODAY) =>
  listingsOn(dataset, day, { ...NO_FILTER, ...filter }).map(({ entry }) => entry)

const page = (filter: Partial<ListingFilter>, limit = 500) =>
  listingsPage(
    dataset,
    { filter: { ...NO_FILTER, ...filter }, day: TODAY, language: 'en', limit, offset: 0 },
    'cn-sanctions test',
  )

/** The problems of parameters, as a caller gives them. */
function refused(given: Record<string, string>): readonly string[] {
  const read = readParameters(listingFilters(dataset), Object.entries(given))
  const filter = 'problems' in read ? read : readListingFilter(dataset, read.values)
  return 'problems' in filter ? filter.problems.map(({ code, parameter }) => `${parameter} ${code}`) : []
}

test('without a filter there are the listings of the CSV of a day', () => {
  for (const day of [TODAY, calendarDay('2022-07-22')])
    assert.equal(on({}, day).length, [...listingLines(dataset, day, 'en')].length)
})

test('everything in Annex XXIII is its rows under every measure, and nothing else', () => {
  const found = on({ regime: 'EU-RU-833-2014', annex: 'XXIII' })
  assert.ok(found.length > 400)
  assert.ok(found.every(({ annex, regime }) => annex === 'XXIII' && regime.data.code === 'EU-RU-833-2014'))
})

test('an annex is found in whatever letters acts print it', () => {
  assert.deepEqual(on({ annex: 'VIIB' }), on({ annex: 'VIIb' }))
  assert.ok(on({ annex: 'VIIb' }).length > 0)
})

test('an article means all that stands in it, a paragraph only that paragraph', () => {
  const whole = on({ regime: 'EU-RU-833-2014', article: '3k' })
  const paragraph = on({ regime: 'EU-RU-833-2014', article: '3k(1)' })
  assert.ok(paragraph.length > 0 && paragraph.length < whole.length)
  assert.ok(paragraph.every(({ article }) => article === '3k(1)'))
  assert.ok(whole.every(({ article }) => /^3k\b/.test(article)))
})

test('what may not be imported from Belarus is bans alone, of its regime alone', () => {
  const found = on({ regime: 'EU-BY-765-2006', direction: 'import', kind: 'ban' })
  assert.ok(found.length > 100)
  assert.ok(found.every(({ type, regime }) => type.endsWith('_ban') && regime.data.country === 'BY'))
  assert.ok(found.every(({ type, direction }) => type === 'import_ban' || direction === null))
})

test('exports include transit, and what has no direction concerns all', () => {
  const directions = (direction: 'import' | 'export' | 'transit') =>
    new Set(on({ direction }).map((one) => one.direction))
  assert.deepEqual(directions('import'), new Set(['import', null]))
  assert.deepEqual(directions('export'), new Set(['export', 'transit', null]))
  assert.deepEqual(directions('transit'), new Set(['transit', null]))
})

test('every listing has one kind', () => {
  const kinds = ['ban', 'restriction', 'duty', 'grant'] as const
  const counts = kinds.map((kind) => on({ kind }).length)
  assert.ok(counts.every((count) => count > 0))
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    on({}).length,
  )
})

test('a ban of all goods of an origin concerns every chapter', () => {
  const found = on({ chapter: '72', direction: 'import' })
  assert.ok(found.some(({ allGoods }) => allGoods))
  assert.ok(found.every(({ allGoods, code }) => allGoods || code.startsWith('72')))
})

test('a listing lists its code whole or in part', () => {
  assert.equal(on({ partial: true }).length + on({ partial: false }).length, on({}).length)
  assert.ok(on({ partial: true }).every(({ partialBy }) => partialBy !== null))
})

test('what began on a day or later leaves out what is known to be older', () => {
  const since = calendarDay('2026-01-01')
  const found = on({ since })
  assert.ok(found.length > 0 && found.length < on({}).length)
  const rest = new Set(on({}))
  for (const entry of found) {
    const { from } = listedSince(entry)
    assert.ok(from === null || from >= since)
    rest.delete(entry)
  }
  for (const entry of rest) assert.ok(listedSince(entry).from! < since)
})

test('what ends by a day has a last day until then', () => {
  const until = calendarDay('2030-01-01')
  const found = on({ until })
  assert.deepEqual(
    found,
    on({}).filter(({ validity: { to } }) => to !== null && to <= until),
  )
})

test('an act is asked for by either number, and what it listed is found', () => {
  for (const act of ['2025/2033', '32025R2033']) {
    const read = readParameters(listingFilters(dataset), [['act', act]])
    assert.ok('values' in read)
    const filter = readListingFilter(dataset, read.values)
    assert.ok('filter' in filter)
    const found = on(filter.filter)
    assert.ok(found.length > 0)
    assert.ok(found.every((entry) => listedSince(entry).sinceAct === '32025R2033'))
  }
})

test('an open wind-down or derogation of a listing is one that a lookup of its code calls open', () => {
  for (const [kind, list] of [
    ['winddown', 'winddowns'],
    ['derogation', 'derogations'],
  ] as const) {
    const open = on({ open: kind })
    assert.ok(open.length > 0 && open.length < on({}).length)
    for (const { code, regime, ...entry } of open.filter((_, at) => at % 40 === 0)) {
      const articles = entry[list].map(({ provision: { ref } }) => ref)
      const shown = ask(code, { limit: '500', regime: regime.data.code })[list]
      assert.ok(
        shown.some(({ status, article }) => status === 'open' && articles.includes(article)),
        `${code} ${kind}`,
      )
    }
  }
  assert.equal(on({ open: 'any' }).length, new Set([...on({ open: 'winddown' }), ...on({ open: 'derogation' })]).size)
})

test('a code that a lookup gives an open wind-down has a listing with one', () => {
  const open = new Set(on({ open: 'winddown' }).map(({ code }) => code))
  const codes = [...new Set(on({ regime: 'EU-RU-833-2014', article: '3k' }).map(({ code }) => code))]
  for (const code of codes.filter((_, at) => at % 20 === 0)) {
    const { winddowns, results } = ask(code, { limit: '500' })
    if (!winddowns.some(({ status }) => status === 'open')) continue
    assert.ok(
      results.some(({ cn_code }) => open.has(cn_code.replaceAll(' ', '') as never)),
      code,
    )
  }
})

test('a listing says what a result of the same code says', () => {
  const { listings } = page({ regime: 'EU-RU-833-2014', annex: 'XVII' })
  const listing = listings.find(({ cn_code }) => cn_code === '7304')!
  const { covers_query: _, ...result } = ask('7304', { regime: 'EU-RU-833-2014' }).results.find(
    ({ annex, article, cn_code }) => annex === 'XVII' && article === listing.article && cn_code === listing.cn_code,
  )!
  assert.deepEqual(listing, result)
})

test('pages in their order are all listings', () => {
  const filter = { ...NO_FILTER, regime: 'EU-RU-833-2014', annex: 'XVII' }
  const asked = { filter, day: TODAY, language: 'pl', limit: 40 } as const
  const codes: string[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const { listings, meta } = listingsPage(dataset, { ...asked, offset }, 'test')
    assert.equal(meta.returned, listings.length)
    codes.push(...listings.map(({ cn_code }) => cn_code))
    offset = meta.next_offset
  }
  assert.deepEqual(
    codes,
    page(filter).listings.map(({ cn_code }) => cn_code),
  )
})

test('pending acts and what no code can answer stand beside the listings', () => {
  const { scope } = page({ regime: 'EU-BY-765-2006' }, 1)
  assert.deepEqual(
    scope.regimes.map(({ code }) => code),
    ['EU-BY-765-2006'],
  )
  assert.ok(scope.regimes[0]!.pending_acts.length > 0)
  assert.ok(scope.regimes[0]!.uncoded_annexes.length > 0)
})

test('what the law does not have is refused, not answered with nothing', () => {
  assert.deepEqual(refused({ annex: 'CXX' }), ['annex annex_unknown'])
  assert.deepEqual(refused({ regime: 'EU-BY-765-2006', annex: 'XXIIIH' }), ['annex annex_unknown'])
  assert.deepEqual(refused({ article: '99z' }), ['article article_unknown'])
  assert.deepEqual(refused({ article: '3k(1)-(999999)' }), ['article article_unknown'])
  assert.deepEqual(refused({ chapter: '00', kind: 'bans', partial: 'yes', open: 'true', until: '2026', act: 'x' }), [
    'kind kind_unknown',
    'chapter chapter_invalid',
    'partial partial_invalid',
    'until until_invalid',
    'open open_unknown',
    'act act_unknown',
  ])
  // An annex that describes its goods in words is known, and lists no code.
  assert.deepEqual(refused({ regime: 'EU-RU-833-2014', annex: 'LII' }), [])
  assert.deepEqual(on({ regime: 'EU-RU-833-2014', annex: 'LII' }), [])
})
