import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildNomenclature, type NomenclatureRow } from '../tariff/nomenclature.ts'
import { buildNomenclatures } from '../tariff/nomenclature-years.ts'
import type { Act } from '../terms/law.ts'
import { checkTariffYears } from './validate-tariff-years.ts'

const line = (kind: NomenclatureRow['kind'], code: string, level: number | null): NomenclatureRow => ({
  kind,
  code,
  level,
  unit: '',
  name: { pl: code, en: code },
  sourcePl: '',
  sourceEn: '',
})
const tariff = (year: number, codes: readonly string[]) => {
  const above = (length: number) => [...new Set(codes.map((code) => code.slice(0, length)))]
  const rows = above(2).flatMap((chapter) => [
    line('chapter', chapter, null),
    ...codes.filter((code) => code.startsWith(chapter)).map((code) => line('cn8', code, 1)),
  ])
  return buildNomenclature(year, rows)
}

/** 2710 19 43 was divided in 2025. */
const nomenclatures = buildNomenclatures([
  tariff(2024, ['27101943', '27101946', '44183000', '44188100', '84729080']),
  tariff(2025, ['27101942', '27101944', '27101946', '44183000', '44188100', '84729080']),
])

interface Row {
  readonly code: string
  readonly successorOf?: string
  readonly part?: string
  readonly except?: readonly string[]
  /** The act that inserted it; without one it is of 2022. */
  readonly act?: string
  readonly until?: string
}

const ACTS = new Map([
  ['old', '2022-04-09'],
  ['new', '2025-03-01'],
])

/** The mistakes of a regime with one annex, as `code: what`. */
function mistakesOf(
  rows: readonly Row[],
  rest: Partial<Record<'measures' | 'near' | 'grants', readonly object[]>> = {},
  ended: readonly Row[] = [],
) {
  const found: string[] = []
  const placed = (value: object) => ({ value, at: (...path: readonly unknown[]) => path.join(' ') })
  const listings = (list: readonly Row[], untilAct: string) =>
    list.map((row) =>
      placed({
        part: '',
        except: [],
        narrowed: [],
        successorOf: '',
        from: ACTS.get(row.act ?? 'old'),
        fromBasis: '',
        fromAct: row.act ?? 'old',
        firstAct: '',
        until: null,
        untilAct,
        ...row,
      }),
    )
  const regime = {
    regime: placed({ state: '2025-06-01' }),
    annexes: [{ listings: [...listings(rows, ''), ...listings(ended, 'new')] }],
    measures: (rest.measures ?? []).map(placed),
    grants: (rest.grants ?? []).map(placed),
  }
  const acts = new Map([...ACTS].map(([celex, day]) => [celex, { in_force_from: day } as Act]))
  checkTariffYears({
    law: { regimes: [regime], near: (rest.near ?? []).map(placed) } as never,
    nomenclatures,
    acts,
    mistake: (_, what) => found.push(what),
  })
  return found
}

const ADD = (code: string) =>
  `for each code that has its goods then add a row like it with successor_of ${code}, and with part words where that code has other goods too`

test('a printed code that is in no tariff is refused with what to do, unless rows with its codes of today stand beside it', () => {
  assert.deepEqual(mistakesOf([{ code: '441860' }]), [`441860 is in no CN year; ${ADD('441860')}`])
  assert.deepEqual(mistakesOf([{ code: '441860' }, { code: '441830', successorOf: '441860' }]), [])
  assert.deepEqual(
    mistakesOf([{ code: '441860' }, { code: '441830' }]).length,
    1,
    'a row of its own does not stand for another',
  )
})

test('a code that stands for another is one of the tariff', () => {
  assert.deepEqual(mistakesOf([{ code: '441860' }, { code: '441831', successorOf: '441860' }]), [
    `441860 is in no CN year; ${ADD('441860')}`,
    '441831 stands for 441860, but is in no CN year',
  ])
})

test('a code that a new tariff divides is listed with all codes that took its goods', () => {
  const [printed, one, other] = [
    { code: '27101943' },
    { code: '27101942', successorOf: '27101943' },
    { code: '27101944', successorOf: '27101943' },
  ]
  assert.deepEqual(mistakesOf([printed!]), [`27101943 is not in the CN of 2025; ${ADD('27101943')}`])
  assert.deepEqual(mistakesOf([printed!, one!]), [
    `27101944 took goods of 27101943, and no row lists it; ${ADD('27101943')}`,
  ])
  assert.deepEqual(mistakesOf([printed!, one!, other!]), [])
})

test('of a code that is listed in part, the goods may be in one code of today', () => {
  assert.deepEqual(
    mistakesOf([
      { code: '27101943', part: 'words' },
      { code: '27101944', part: 'words', successorOf: '27101943' },
    ]),
    [],
  )
})

test('a code of today that stands for a former one is no code of the years before', () => {
  const part = 'words'
  const rows = [
    { code: '27101999', part },
    { code: '27101944', part, successorOf: '27101999' },
  ]
  assert.deepEqual(mistakesOf(rows), [
    `27101999 is in no CN year; ${ADD('27101999')}`,
    `27101944 is not in the CN of 2024; ${ADD('27101999')}`,
  ])
  assert.deepEqual(mistakesOf([...rows, { code: '27101943', part, successorOf: '27101999' }]), [])
})

test('a row is held against the tariff of the years in which it stands', () => {
  assert.deepEqual(mistakesOf([{ code: '27101944', act: 'new' }]), [])
  assert.equal(mistakesOf([{ code: '27101944', act: 'old' }]).length, 1)
  assert.deepEqual(mistakesOf([], {}, [{ code: '27101943', until: '2024-12-31' }]), [])
  assert.deepEqual(mistakesOf([], {}, [{ code: '27101943', until: '2025-01-01' }]), [
    `27101943 is not in the CN of 2025; ${ADD('27101943')}`,
  ])
})

test('codes of measures, grants and exceptions are of the tariff of their years', () => {
  const measure = (codes: readonly string[], applies_from: string | null = null) => ({
    measures: [{ codes, applies_from }],
  })
  assert.deepEqual(mistakesOf([], measure(['27101943'])), [
    '27101943 is not in the CN of 2025; add the codes that have its goods there',
  ])
  assert.deepEqual(mistakesOf([], measure(['27101943', '27101944'])), [
    'add 27101942, which took goods of 27101943 when it left the tariff',
  ])
  assert.deepEqual(mistakesOf([], measure(['27101942', '27101943', '27101944'])), [])
  assert.deepEqual(mistakesOf([], measure(['27101944'], '2025-01-01')), [])
  assert.deepEqual(mistakesOf([], measure(['ex 99999999'])), ['99999999 is in no CN year'])
  assert.deepEqual(mistakesOf([], { grants: [{ codes: ['2710194310'], from: '2023-01-01', until: '2024-05-01' }] }), [])
  assert.deepEqual(
    mistakesOf([], { grants: [{ codes: ['2710'], except: ['27101943'], from: '2023-01-01', until: null }] }),
    ['27101943 is not in the CN of 2025; add the codes that have its goods there'],
  )
  assert.deepEqual(mistakesOf([{ code: '2710', except: ['27101943'] }]), [
    '27101943 is not in the CN of 2025; add the codes that have its goods there',
  ])
  assert.deepEqual(mistakesOf([], { near: [{ list: 'a', codes: ['441860'] }] }), ['441860 is in no CN year'])
})
