import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Digits, onOnePath } from '../../src/base/cn-code.ts'
import { calendarDay } from '../../src/base/day.ts'
import { compareWitness, isNew } from '../../src/law/compare-witness.ts'
import { nearTo } from '../../src/law/dataset/near.ts'
import { readDifferences } from '../../src/law/read/read-taric.ts'
import { answerer, ask } from '../real-law.ts'

const { dataset } = answerer
const BINDING = ['prohibited', 'authorisation', 'clause']
const witness = dataset.witness!
const { day } = witness.data

describe('the lists and TARIC', () => {
  const comparison = compareWitness(dataset, witness.rows(), day)
  const list = (regime: string, area: string, annexes: string) =>
    comparison.lists.find((one) => one.regime === regime && one.area === area && one.annexes === annexes)!

  test('every code of an annex is in both, or its difference is explained', () => {
    const unexplained = comparison.lists.flatMap(({ regime, annexes, area, onlyOurs, onlyTaric }) =>
      [...onlyOurs.fresh, ...onlyTaric.fresh].map((code) => `${regime} ${area} ${annexes} ${code}`),
    )
    assert.deepEqual([unexplained, comparison.unknown], [[], []])
    assert.equal(isNew(comparison), false)
    const both = comparison.lists.reduce((sum, one) => sum + one.both, 0)
    assert.ok(both > 23_900, `${both} pairs of a list and a code stand in both`)
  })

  test('figures that were counted by other means', () => {
    const brief = (regime: string, area: string, annexes: string) => {
      const { both, onlyOurs, onlyTaric } = list(regime, area, annexes)
      return [both, onlyOurs.known.length, onlyTaric.known.length]
    }
    assert.deepEqual(brief('EU-RU-833-2014', 'RU', 'XVIII'), [1103, 3, 23])
    assert.deepEqual(brief('EU-RU-833-2014', 'RU', 'VII'), [196, 10, 36])
    assert.deepEqual(brief('EU-BY-765-2006', 'BY', 'XIV'), [737, 23, 0])
    assert.deepEqual(brief('EU-BY-765-2006', 'BY', 'XXV'), [224, 3, 0])
    assert.deepEqual(brief('EU-UA-692-2014', 'UA', 'II'), [3599, 0, 0])
  })

  test('every known difference is one, on the day of the extract or after the acts that came since', () => {
    const later = compareWitness(dataset, witness.rows(), calendarDay('2026-07-24'))
    const idle = witness.differences.filter(({ regime, direction, area, annexes, side, codes }) =>
      [comparison, later].every(({ lists }) => {
        const own = lists.find(
          (one) => one.regime === regime && one.direction === direction && one.area === area && one.annexes === annexes,
        )
        const found = side === 'only_ours' ? own?.onlyOurs.known : own?.onlyTaric.known
        return !found?.some((leaf) => codes.some((code) => leaf.startsWith(code)))
      }),
    )
    assert.deepEqual(idle, [])
  })

  test('nothing that TARIC applies is passed over: it is banned elsewhere, described, doubted, or said to be asked for', () => {
    const passedOver = witness.differences
      .filter(({ side }) => side === 'only_taric')
      .flatMap((difference) => difference.codes.map((code) => ({ ...difference, code })))
      .filter(({ code, regime, direction, area }) => {
        const country = area === '1008' ? 'GE' : area
        const route =
          direction === 'export' ? { dispatch: 'DE', destination: country } : { origin: country, destination: 'PL' }
        const { deal, scope } = ask(code, { ...route, as_of: day })
        const own = dataset.regimes.find(({ data }) => data.code === regime)!
        return !(
          deal?.findings.some((one) => one.regime === regime && [...BINDING, 'control'].includes(one.kind)) ||
          own.uncoded.some(({ near }) => nearTo(near, code) !== 'no') ||
          scope.warnings.some((warning) => warning.includes('TARIC'))
        )
      })
    assert.deepEqual(
      passedOver.map(({ regime, annexes, code }) => `${regime} ${annexes} ${code}`),
      [],
    )
  })

  test('a difference without a reason is refused', () => {
    const header = 'regime\tdirection\tarea\tannexes\tside\tcodes\tclass\treason'
    for (const row of [
      'EU-RU-833-2014\timport\tRU\tXXI\tonly_taric\t8415\ttaric_slip\t',
      'EU-RU-833-2014\timport\tRU\tXXI\tonly_taric\t8415\t\tslip',
    ])
      assert.equal(readDifferences('differences.tsv', `${header}\n${row}\n`).mistakes.length, 1, row)
  })

  test('a code that TARIC lost, and one that it has anew, are new differences; so is a measure nobody knows', () => {
    const lost = witness.rows().filter(({ area, type, code }) => !(area === 'BY' && type === '760' && code === '2501'))
    const { onlyOurs } = compareWitness(dataset, lost, day).lists.find(
      ({ area, annexes, direction }) => area === 'BY' && annexes === 'XXVII' && direction === 'import',
    )!
    assert.ok(onlyOurs.fresh.every((code) => code.startsWith('2501')) && onlyOurs.fresh.length > 0)
    const [first] = witness.rows().filter(({ area, type }) => area === 'BY' && type === '760')
    const anew = compareWitness(dataset, [...witness.rows(), { ...first!, code: '0101' as Digits }], day)
    assert.equal(isNew(anew), true)
    const strange = compareWitness(dataset, [{ ...first!, type: '999' }], day)
    assert.equal(strange.unknown.length, 1)
  })
})

describe('the documents and TARIC', () => {
  const regimes = new Set(dataset.regimes.map(({ data }) => data.code))
  const rows = witness.rows().filter(({ rule }) => regimes.has(rule.regime))
  const used = new Set<unknown>()
  const explains = (
    regime: string,
    direction: string,
    side: 'only_ours' | 'only_taric',
    document: string,
    code: Digits,
  ) => {
    const known = witness.documentDifferences.filter(
      (one) =>
        one.regime === regime &&
        one.direction === direction &&
        one.side === side &&
        one.documents.includes(document) &&
        (one.codes.length === 0 || one.codes.some((own) => onOnePath(own, code))),
    )
    for (const one of known) used.add(one)
    return known.length > 0
  }

  test('for every code, regime and direction an answer offers what TARIC asks for, or the difference is explained', () => {
    const unexplained: string[] = []
    let asked = 0
    for (const [key, same] of Map.groupBy(rows, ({ rule, direction }) => `${rule.regime} ${direction}`)) {
      const [regime = '', direction = ''] = key.split(' ')
      for (const code of new Set(same.map((row) => row.code))) {
        asked++
        const own = witness.rowsOn(code).filter((row) => row.direction === direction && row.rule.regime === regime)
        // Goods that are described have no code, so that no answer by code can offer their documents.
        const must = new Set(own.flatMap(({ rule, documents }) => (rule.described ? [] : documents)))
        const may = new Set(own.flatMap(({ documents }) => documents))
        const { documents } = ask(code, { regime, direction, as_of: day }).meta
        const offered = documents.filter(({ directions }) => directions.some((one) => one === direction))
        const codes = new Set(offered.map((one) => one.code))
        for (const document of must) {
          if (!codes.has(document) && !explains(regime, direction, 'only_taric', document, code))
            unexplained.push(`${key} ${code}: TARIC asks for ${document}`)
        }
        for (const { code: document, asked_in_taric } of offered) {
          assert.equal(asked_in_taric, may.has(document), `${key} ${code} ${document}`)
          if (!may.has(document) && !explains(regime, direction, 'only_ours', document, code))
            unexplained.push(`${key} ${code}: TARIC does not ask for ${document}`)
        }
      }
    }
    assert.deepEqual(unexplained, [])
    assert.ok(asked > 6_000, `${asked} codes were asked for`)
  })

  test('every explained difference is one', () => {
    assert.deepEqual(
      witness.documentDifferences.filter((one) => !used.has(one)),
      [],
    )
  })
})

test('rows on a code are found in the order of the file, in which answers tell of them; those on a chapter first', () => {
  const ord = new Map(witness.rows().map((row, at) => [row, row.code.length === 2 ? at - witness.rows().length : at]))
  for (const { code } of dataset.nomenclatures.of(2026).lines.filter(({ kind }) => kind === 'cn8')) {
    const found = witness.rowsOn(code).map((row) => ord.get(row)!)
    const sorted = found.toSorted((a, b) => a - b)
    assert.deepEqual(found, sorted, code)
  }
})
