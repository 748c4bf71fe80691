import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { digits } from '../../src/base/cn-code.ts'
import { addDays, calendarDay, type Day, isDay } from '../../src/base/day.ts'
import { isToldOf } from '../../src/changes/audience.ts'
import { diff } from '../../src/changes/diff.ts'
import { diffDays } from '../../src/changes/diff-days.ts'
import { historyOf, windDownHistory } from '../../src/changes/history.ts'
import { windDownChanges } from '../../src/changes/winddown-changes.ts'
import { edited, LAW_TODAY, RU } from './laws.ts'

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
  assert.deepEqual({ XXI, XXIII, VII, XXXVII }, { XXI: 38, XXIII: 14, VII: 1, XXXVII: 1 })
  assert.ok(of('32026R0506', 'measure.added').some(({ article }) => article === '3k(1b)'))
  for (const { day } of of('32026R1848', 'listing.added')) assert.equal(day, '2026-07-24')
})

test('what an act that was not read changed is told with its witness, on its day, in the feed and between two laws', () => {
  const byAnnex = (type: string) =>
    Object.fromEntries(
      [...Map.groupBy(of('32026R0513', type), ({ annex }) => annex ?? '')].map(([annex, same]) => [annex, same.length]),
    )
  assert.deepEqual(byAnnex('listing.added'), { Va: 1, XVIII: 14, XXVII: 37 })
  assert.deepEqual(byAnnex('listing.removed'), { XVIII: 2 })
  for (const { day, text, type } of history.filter(({ act }) => act === '32026R0513')) {
    assert.equal(day, '2026-04-24')
    if (type === 'act.pending') continue
    assert.match(text.en, /According to TARIC of 12 July 2026; the act was not read\.$/)
    assert.match(text.pl, /Według TARIC z 12 lipca 2026 r\.; samego aktu nie odczytano\.$/)
  }
  // Whoever had the law without these rows is told the same changes, under the same ids.
  const without = edited({ regime: 'EU-BY-765-2006', rows: (row) => (row.basis === 'inferred' ? null : row) })
  const told = diff(without, LAW_TODAY).filter(({ type }) => type === 'listing.added')
  assert.deepEqual(
    told.map(({ id }) => id).toSorted(),
    of('32026R0513', 'listing.added')
      .map(({ id }) => id)
      .toSorted(),
  )
})

test('a period whose days nobody has read neither opens nor ends', () => {
  assert.deepEqual(
    history.filter(({ article, type }) => article === '1ra(9e)' && type.startsWith('winddown.')),
    [],
  )
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

test('the story of computers, act by act: 8471 and the codes below it, for Russia', () => {
  const told = isToldOf([digits('8471')])
  const story = history
    .filter(({ type, regime, cn_codes }) => type.startsWith('listing.') && regime === RU && cn_codes.length === 1)
    .filter((change) => told(change) && change.annex !== 'XL')
    .map(({ type, day, act, annex, cn_codes }) =>
      [day, act, type.slice('listing.'.length), cn_codes[0], annex].join(' '),
    )
  const narrower = ['8471 30', '8471 41', '8471 49', '8471 50', '8471 60', '8471 70', '8471 80', '8471 90']
  assert.deepEqual(story, [
    '2022-03-16 32022R0428 added 8471 XVIII',
    '2022-10-07 32022R1904 added 8471 XXI',
    ...narrower.map((code) => `2022-12-17 32022R2474 added ${code} XXIII`),
    '2023-06-24 32023R1214 added 8471 50 VII',
    '2023-06-24 32023R1214 added 8471 70 98 VII',
    '2023-06-24 32023R1214 added 8471 80 VII',
    '2023-06-24 32023R1214 removed 8471 XVIII',
    '2023-06-24 32023R1214 added 8471 XXIII',
    ...narrower.map((code) => `2023-06-24 32023R1214 removed ${code} XXIII`),
    '2023-12-19 32023R2878 added 8471 30 XXXVII',
    '2023-12-19 32023R2878 added 8471 70 XXXVII',
  ])
  const [storage] = of('32023R1214', 'listing.added').filter(({ cn_codes }) => cn_codes[0] === '8471 70 98')
  assert.equal(storage?.article, '2a(1), 2a(1a)', 'articles that came later are not named')
})

test('a row that gives way to a heading says that the heading is listed; one with other words says which', () => {
  const [narrow] = of('32023R1214', 'listing.removed').filter(({ cn_codes }) => cn_codes[0] === '8471 30')
  assert.match(
    narrow?.text.en ?? '',
    /Still listed in this annex: 8471\. Council Regulation \(EU\) 2023\/1214, from 24 June 2023\.$/,
  )
  const [dust] = of('32022R0576', 'listing.changed').filter(({ cn_codes }) => cn_codes[0] === '7105')
  assert.match(
    dust?.text.en ?? '',
    /^ex 7105 in Annex XVIII .*: designation: “.*stones” → “.*stones excluding for industrial use”\./,
  )
})

test('measures and wind-downs of the past come and go with their acts: coal', () => {
  const coal = history
    .filter(({ article, type }) => article?.startsWith('3j') && !type.startsWith('listing.'))
    .map(({ type, day, act, cn_codes }) => [day, type, act, cn_codes.length].join(' '))
  assert.deepEqual(coal, [
    '2022-04-09 measure.added 32022R0576 8',
    '2022-04-09 winddown.opening 32022R0576 8',
    '2022-08-11 winddown.ended  8',
    '2023-06-24 measure.removed 32023R1214 8',
  ])
})

describe('between two days', () => {
  const between = (from: string, to: string) => diffDays(LAW_TODAY, calendarDay(from), calendarDay(to))

  test('nothing changed where no act came into force', () => {
    assert.deepEqual(between('2023-05-01', '2023-06-23'), [])
    assert.deepEqual(between('2023-06-24', '2023-06-24'), [])
  })

  test('one night: Article 3j and Annex XXII went, their coal came into Annex XXI', () => {
    const night = between('2023-06-23', '2023-06-24')
    const coal = night.filter(
      ({ cn_codes }) => cn_codes.some((code) => code.startsWith('2701')) && cn_codes.length < 10,
    )
    assert.deepEqual(
      coal.map(({ type, annex, act, day }) => [type, annex, act, day].join(' ')),
      [
        'listing.added XXI 32023R1214 2023-06-24',
        'listing.removed XXII 32023R1214 2023-06-24',
        'measure.removed XXII 32023R1214 2023-06-24',
      ],
    )
    assert.deepEqual(new Set(night.map(({ act }) => act)), new Set(['32023R1214']))
  })

  test('nights add up: what came and went between is not told', () => {
    const whole = between('2022-02-26', '2026-07-24')
    // XXIIIA stood from December 2023 to June 2024.
    assert.deepEqual(
      whole.filter(({ annex }) => annex === 'XXIIIA'),
      [],
    )
    assert.ok(whole.some(({ annex, type }) => annex === 'XXIII' && type === 'listing.added'))
  })
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
  const grants = regime!.law.grants.map((one) => (one.ref === '3i(3bg)' ? { ...one, doubts } : one))
  const doubtful = { ...LAW_TODAY, regimes: [{ ...regime!, law: { ...regime!.law, grants } }, ...others] }
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
