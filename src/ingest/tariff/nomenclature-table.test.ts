import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { LineKind, NomenclatureRow } from '../../law/tariff/nomenclature.ts'
import { nomenclatureTable, tariffsIn } from './nomenclature-table.ts'

const row = (kind: LineKind, code: string, level: number | null, en: string): NomenclatureRow => ({
  kind,
  code,
  level,
  unit: '',
  name: { pl: en, en },
  sourcePl: '',
  sourceEn: '',
})

const START = [row('section', 'I', null, 'LIVE ANIMALS'), row('chapter', '01', null, 'LIVE ANIMALS')]
const HORSES = row('heading', '0101', 0, 'Horses')
const GROUP = row('group', '', 1, 'Live')
const [PURE, OTHER] = [row('cn8', '01012100', 2, 'Pure-bred'), row('cn8', '01012990', 2, 'Other')]

const linesOf = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t').slice(0, 4).join(' '))

test('a line that stands in the same words in consecutive years is one row', () => {
  const before = [...START, HORSES, GROUP, PURE, OTHER]
  const after = [...START, HORSES, GROUP, { ...PURE, name: { pl: 'Rasowe', en: 'Pure-bred' } }, OTHER]
  const table = nomenclatureTable(
    'cn.tsv',
    new Map([2029, 2030, 2031].map((year, at) => [year, at < 2 ? before : after])),
  )
  assert.deepEqual(linesOf(table), [
    'section I 2029 ',
    'chapter 01 2029 ',
    'heading 0101 2029 ',
    'group  2029 ',
    'cn8 01012100 2029 2030',
    'cn8 01012100 2031 ',
    'cn8 01012990 2029 ',
  ])
})

test('a line that left and came back stands in two rows', () => {
  const [whole, less] = [
    [...START, HORSES, PURE, OTHER],
    [...START, HORSES, OTHER],
  ]
  const years = new Map([whole, less, whole].map((rows, at) => [2029 + at, rows]))
  const rows = linesOf(nomenclatureTable('cn.tsv', years)).filter((line) => line.startsWith('cn8 01012100'))
  assert.deepEqual(rows, ['cn8 01012100 2029 2029', 'cn8 01012100 2031 '])
})

test('the table of the law is what is written from its years', () => {
  const text = readFileSync(new URL('../../../law/nomenclature/cn.tsv', import.meta.url), 'utf8')
  assert.ok(nomenclatureTable('cn.tsv', tariffsIn('cn.tsv', text)) === text)
})

test('whatever leaves and comes, each year is read back as it was', () => {
  const codes = ['01012100', '01012910', '01012990', '01013000'].map((code) => row('cn8', code, 2, code))
  const year = fc
    .record({ kept: fc.shuffledSubarray(codes), group: fc.nat({ max: 4 }), words: fc.constantFrom('Live', 'Alive') })
    .map(({ kept, group, words }) => {
      const lines = kept.toSorted((one, other) => (one.code < other.code ? -1 : 1))
      const above = group < lines.length ? [row('group', '', 1, words)] : []
      return [...START, HORSES, ...lines.slice(0, group), ...above, ...lines.slice(group)]
    })
  const tariffs = fc.array(year, { minLength: 1, maxLength: 4 })
  const table = (rows: readonly (readonly NomenclatureRow[])[]) =>
    nomenclatureTable('cn.tsv', new Map(rows.map((one, at) => [2030 + at, one])))
  fc.assert(
    fc.property(tariffs, (list) => {
      // A year without a change has no row of its own: such a file is the one of the year before.
      if (isDeepStrictEqual(list.at(-1), list.at(-2))) assert.throws(() => table(list), /would not be read back/)
      else
        for (const [at, rows] of list.entries())
          assert.deepEqual(namesOf(tariffsIn('cn.tsv', table(list)).get(2030 + at)!), namesOf(rows))
    }),
  )
})

const namesOf = (rows: readonly NomenclatureRow[]): string[] =>
  rows.map(({ kind, code, name }) => `${kind} ${code} ${name.en}`)
