import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { digits } from '../../base/cn-code.ts'
import { calendarDay } from '../../base/day.ts'
import type { Change } from '../../changes/change.ts'
import type { RecordedChange } from '../../store/versions/changes.ts'
import {
  type Asked,
  type ChangesInLaw,
  mergeFeed,
  type Position,
  pageOf,
  queryOfFilters,
  readCursor,
  writeCursor,
} from './feed.ts'

const ANYTHING: Asked = {
  since: null,
  regime: null,
  direction: null,
  codes: [],
  act: null,
  named: false,
  cursor: null,
  limit: 100,
}
/** A law in which only one article has a direction, and which tells uncoded changes of one act once, by the last one. */
const LAW: ChangesInLaw = {
  directionsOf: ({ article }) => (article === '3k' ? ['export'] : article === '3k(1a)' ? ['transit'] : []),
  oncePerAct: (changes) =>
    changes.filter(
      (one, at) =>
        one.cn_codes.length > 0 ||
        !changes.some((other, place) => place > at && other.cn_codes.length === 0 && other.act === one.act),
    ),
}

const change = (id: string, over: Partial<Change> = {}): Change => ({
  id,
  type: 'listing.added',
  day: '2026-04-24',
  regime: 'EU-RU-833-2014',
  annex: 'XXI',
  article: '3i(1)',
  cn_codes: ['2603'],
  act: null,
  text: { pl: 'pl', en: 'en' },
  ...over,
})
const recorded = (id: string, seq: number, over: Partial<RecordedChange> = {}): RecordedChange => ({
  ...change(id, over),
  seq,
  recordedAt: '2026-11-15T10:00:00.000Z',
  ...over,
})
const idsOf = (changes: readonly Change[]) => changes.map(({ id }) => id)

test('history first, in the order of days, then what was recorded; what is both stands where it was recorded', () => {
  const feed = mergeFeed(
    [change('b', { day: '2026-01-01' }), change('a', { day: '2022-01-01' }), change('c')],
    [recorded('c', 1, { day: '2020-01-01' }), recorded('d', 2)],
  )
  const page = pageOf(feed, ANYTHING, LAW)
  assert.deepEqual(idsOf(page.changes), ['a', 'b', 'c', 'd'])
  assert.deepEqual([page.more, page.next], [false, { seq: 2 }])
})

test('since takes late news of an old day, regime and code only their own', () => {
  const feed = mergeFeed(
    [change('old', { day: '2022-01-01' }), change('new', { day: '2026-05-01' })],
    [
      recorded('late', 1, { day: '2022-01-01' }),
      recorded('by', 2, { regime: 'EU-BY-765-2006', cn_codes: ['8471 30'] }),
    ],
  )
  const ids = (over: Partial<Asked>) => idsOf(pageOf(feed, { ...ANYTHING, ...over }, LAW).changes)
  assert.deepEqual(ids({ since: calendarDay('2026-05-01') }), ['new', 'late', 'by'])
  assert.deepEqual(ids({ since: calendarDay('2026-11-16') }), [])
  assert.deepEqual(ids({ regime: 'EU-BY-765-2006' }), ['by'])
  for (const code of ['84', '8471', '847130', '84713000']) assert.deepEqual(ids({ codes: [digits(code)] }), ['by'])
  assert.deepEqual(ids({ codes: [digits('847160')] }), [])
})

test('an act, several codes, only named ones, a direction', () => {
  const feed = mergeFeed(
    [
      change('copper', { act: '32026R1848' }),
      change('machines', { act: '32026R0506', cn_codes: ['8471 30'], article: '3k' }),
      change('carried', { act: '32026R0506', cn_codes: ['8471 30'], article: '3k(1a)' }),
      change('dual', { act: '32026R1848', cn_codes: [], type: 'measure.changed', article: '2(1)' }),
      change('ports', { act: '32026R1848', cn_codes: [], type: 'measure.changed', article: '3ea' }),
    ],
    [recorded('later', 1, { act: '32026R1848', cn_codes: [], type: 'measure.added' })],
  )
  const ids = (over: Partial<Asked>) => idsOf(pageOf(feed, { ...ANYTHING, ...over }, LAW).changes).toSorted()
  assert.deepEqual(ids({ act: '32026R0506' }), ['carried', 'machines'])
  assert.deepEqual(ids({ codes: [digits('2603'), digits('84')], named: true }), ['carried', 'copper', 'machines'])
  assert.deepEqual(ids({ named: true }), ['carried', 'copper', 'machines'])
  assert.deepEqual(ids({}).length, 6, 'one by one, as long as no code is followed')
  assert.deepEqual(
    ids({ codes: [digits('2603')] }),
    ['copper', 'later', 'ports'],
    'once for the act, past and recorded',
  )
  assert.deepEqual(ids({ direction: 'export', named: true }), ['carried', 'copper', 'machines'], 'exports travel')
  assert.deepEqual(ids({ direction: 'transit', named: true }), ['carried', 'copper'])
  assert.deepEqual(ids({ direction: 'import', named: true }), ['copper'])
})

test('filters are written into an address as they are read from one', () => {
  assert.equal(String(queryOfFilters(ANYTHING)), '')
  const filters = { ...ANYTHING, codes: [digits('8471'), digits('7304')], act: '32024R1745', named: true }
  assert.equal(String(queryOfFilters(filters)), 'codes=8471%2C7304&act=32024R1745&named=true')
  assert.equal(String(queryOfFilters({ ...ANYTHING, codes: [digits('8471')] })), 'code=8471')
})

test('a cursor comes back as it went, and no other text is one', () => {
  const there = (position: Position) => readCursor(writeCursor(position))
  assert.deepEqual(there({ seq: 57 }), { seq: 57 })
  const place = there({ history: change('ź', { annex: null, cn_codes: [] }) })
  assert.ok(place && 'history' in place)
  assert.equal(place.history.id, 'ź')
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readCursor(text)
      assert.ok(read === undefined || /^(r\d+|h)/.test(text))
    }),
  )
  for (const wrong of ['', 'r', 'r-1', 'r1.5', `r${'9'.repeat(16)}`, 'h', 'hW10', 'hbnVsbA', 'x1', 'h%%%']) {
    assert.equal(readCursor(wrong), undefined, wrong)
  }
})

test('whoever pages with next reads everything once, while changes keep arriving', () => {
  const histories = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.nat(400)), { selector: ([, id]) => id })
  const arrivals = fc.array(fc.nat(4), { maxLength: 30 })
  fc.assert(
    fc.property(histories, arrivals, fc.integer({ min: 1, max: 5 }), fc.boolean(), (past, coming, limit, filtered) => {
      const code = filtered ? '2603' : null
      const history = past.map(([day, id]) =>
        change(`h${id}`, { day: `2026-01-0${day + 1}`, cn_codes: [id % 2 ? '2603' : '8471'] }),
      )
      const all: RecordedChange[] = []
      const seen: string[] = []
      let cursor: Position | null = null
      const readPage = () => {
        const asked = { ...ANYTHING, codes: code === null ? [] : [digits(code)], limit, cursor }
        const page = pageOf(mergeFeed(history, all), asked, LAW)
        seen.push(...idsOf(page.changes))
        // As it goes over the wire.
        cursor = readCursor(writeCursor(page.next)) ?? null
        assert.ok(cursor)
        return page.more
      }
      for (const count of coming) {
        readPage()
        for (let i = 0; i < count; i++) {
          all.push(recorded(`r${all.length}`, all.length + 1, { cn_codes: [all.length % 3 ? '2603' : '8471'] }))
        }
      }
      while (readPage());
      const expected = [...history, ...all].filter(({ cn_codes }) => code === null || cn_codes[0] === code)
      assert.deepEqual(seen.toSorted(), idsOf(expected).toSorted())
    }),
  )
})
