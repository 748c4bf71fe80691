import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isToldOf } from '../../src/changes/audience.ts'
import { historyOf, windDownHistory } from '../../src/changes/history.ts'
import { windDownChanges } from '../../src/changes/winddown-changes.ts'
import { digits } from '../../src/terms/cn-code.ts'
import { addDays, calendarDay, type Day, isDay } from '../../src/terms/day.ts'
import { LAW_TODAY } from './laws.ts'

const history = [...historyOf(LAW_TODAY), ...windDownHistory(LAW_TODAY, calendarDay('2026-11-15'))]
const of = (act: string, type: string) => history.filter((change) => change.act === act && change.type === type)

test('what came with 2026/506 and 2026/1848 can be read there', () => {
  const counts = (act: string) =>
    Object.fromEntries(
      Object.entries(Object.groupBy(of(act, 'listing.added'), ({ annex }) => annex ?? '')).map(([annex, list]) => [
        annex,
        list?.length,
      ]),
    )
  assert.deepEqual(counts('32026R1848'), { XXI: 25 })
  const { XXI, XXIII, VII, XXXVII } = counts('32026R0506')
  assert.deepEqual({ XXI, XXIII, VII, XXXVII }, { XXI: 36, XXIII: 14, VII: 1, XXXVII: 1 })
  assert.ok(of('32026R0506', 'measure.added').some(({ article }) => article === '3k(1b)'))
  for (const { day } of of('32026R1848', 'listing.added')) assert.equal(day, '2026-07-24')
})

test('each has an id of its own, a real day and both texts; no text is left unfinished', () => {
  assert.equal(new Set(history.map(({ id }) => id)).size, history.length)
  for (const { day, text, id } of history) {
    assert.ok(isDay(day), id)
    for (const one of Object.values(text)) assert.doesNotMatch(one, /undefined|null|\[object|\.\.|^\s|\s$|…\./)
  }
})

test('a measure of the past does not claim goods that were listed later', () => {
  const [inserted] = history.filter(({ type, article }) => type === 'measure.added' && article === '3i(1)')
  assert.equal(inserted?.day, '2022-04-09')
  assert.ok(inserted?.cn_codes.includes('0306'))
  assert.ok(!inserted?.cn_codes.includes('2603'), '2603 came in 2026')
})

test('rows whose first day no source shows are told together, as re-issued', () => {
  const [reissue, ...none] = of('32025R2033', 'listing.changed').filter(({ annex }) => annex === 'XXIII')
  assert.deepEqual(none, [])
  assert.match(reissue?.text.en ?? '', /were re-issued: \d+\. Our sources do not show which of them changed\./)
  assert.ok((reissue?.cn_codes.length ?? 0) > 300)
})

test('the wind-down for copper: opening, thirty and seven days before its end, the day after it', () => {
  const days = windDownChanges(LAW_TODAY, calendarDay('2026-01-01'), calendarDay('2027-12-31'))
    .filter(({ article }) => article === '3i(3bf)')
    .map(({ type, day, cn_codes }) => `${type} ${day} ${cn_codes}`)
  assert.deepEqual(days, [
    'winddown.opening 2026-04-24 7403 19',
    'winddown.ending_soon 2026-12-26 7403 19',
    'winddown.ending_soon 2027-01-18 7403 19',
    'winddown.ended 2027-01-26 7403 19',
  ])
})

test('every wind-down names codes, or those of its measure, and none it leaves out', () => {
  const changes = windDownChanges(LAW_TODAY, null, calendarDay('2100-01-01'))
  const coded = new Set(
    LAW_TODAY.regimes.flatMap(({ data, annexes }) => annexes.map(({ annex }) => `${data.code} ${annex}`)),
  )
  assert.deepEqual(
    changes.filter(({ cn_codes, regime, annex }) => cn_codes.length === 0 && coded.has(`${regime} ${annex}`)),
    [],
  )
  const [metals] = changes.filter(({ article }) => article === '3i(3be)')
  assert.ok(metals?.cn_codes.includes('7403') && !metals.cn_codes.includes('7403 19'))
})

test('days add up: whoever looks every day and whoever looks once a year see the same', () => {
  const day = fc.integer({ min: 0, max: 2500 }).map((days) => addDays(calendarDay('2022-01-01'), days))
  fc.assert(
    fc.property(day, day, day, (...days) => {
      const [a, b, c] = days.toSorted() as [Day, Day, Day]
      const ids = (from: Day, to: Day) => windDownChanges(LAW_TODAY, from, to).map(({ id }) => id)
      assert.deepEqual([...ids(a, b), ...ids(b, c)], ids(a, c))
    }),
    { numRuns: 30 },
  )
})

test('a provision whose codes of then are not known may concern any goods, so nobody who asks for a code misses it', () => {
  const technology = history.find(
    ({ type, article, regime }) => type === 'measure.added' && article === '1f(1)' && regime === 'EU-BY-765-2006',
  )
  assert.deepEqual(technology?.cn_codes, [])
  assert.ok(isToldOf([digits('8542')])(technology!))
})

test('nobody is told that a wind-down has ended while its end is in doubt', () => {
  const [regime, ...others] = LAW_TODAY.regimes
  const doubts = [{ about: 'until' as const, text: { pl: 'x', en: 'x' } }]
  const winddowns = regime!.law.winddowns.map((one) => (one.ref === '3i(3bg)' ? { ...one, doubts } : one))
  const doubtful = { ...LAW_TODAY, regimes: [{ ...regime!, law: { ...regime!.law, winddowns } }, ...others] }
  const ended = (law: typeof LAW_TODAY) =>
    windDownChanges(law, calendarDay('2026-10-20'), calendarDay('2026-10-31')).some(
      ({ type, article }) => type === 'winddown.ended' && article === '3i(3bg)',
    )
  assert.ok(ended(LAW_TODAY))
  assert.ok(!ended(doubtful))
})

test('Polish texts cite and date as Polish lawyers do, and hold no English', () => {
  const texts = historyOf(LAW_TODAY).map(({ text }) => text.pl)
  assert.ok(texts.length > 900)
  const hits = (pattern: RegExp) => texts.filter((text) => pattern.test(text))
  assert.deepEqual(hits(/\d{4}-\d\d-\d\d/), [])
  assert.deepEqual(hits(/(?<![\p{L}\d])\d+[a-z]*\(\w+\)/u), [])
  assert.deepEqual(hits(/EU-(?:RU|BY)-|(?<!\p{L})(?:of|the|and|Article|Annex|subparagraph)(?!\p{L})/u), [])
  assert.deepEqual(hits(/ r\.\./), [])
})
