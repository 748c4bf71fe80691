import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLawAt } from '../../src/law/check.ts'
import { isCurrent, type Listing, type Placed, type RegimeLaw } from '../../src/law/read/law.ts'
import { buildNomenclature } from '../../src/law/tariff/nomenclature.ts'
import { buildNomenclatures, type Nomenclatures } from '../../src/law/tariff/nomenclature-years.ts'
import { checkTariffYears } from '../../src/law/validate/validate-tariff-years.ts'
import { LAW } from '../real-law.ts'

const { law } = readLawAt(LAW)
assert.ok(law)
const tariffs = law.nomenclatures
const build = (list: typeof tariffs) => buildNomenclatures(list.map(({ year, rows }) => buildNomenclature(year, rows)))
const nomenclatures = build(tariffs)
const acts = new Map(law.acts.map(({ value }) => [value.celex, value]))

/** The mistakes in the rows of one annex, with nothing else of the law beside them. */
function mistakesIn(regime: RegimeLaw, listings: readonly Placed<Listing>[], tariff: Nomenclatures): string[] {
  const found: string[] = []
  const alone = { ...regime, annexes: [{ listings }], measures: [], grants: [] }
  checkTariffYears({
    law: { regimes: [alone], near: [] } as never,
    nomenclatures: tariff,
    acts,
    mistake: (_, what) => found.push(what),
  })
  return found
}

/** Every annex with its rows, and every annex with the rows that have left it. */
const tables = law.regimes.flatMap((regime) =>
  regime.annexes.flatMap(({ declared, listings }) =>
    [true, false].map((current) => ({
      regime,
      name: `${regime.folder} ${declared.value.annex}${current ? '' : ' until'}`,
      rows: listings.filter(({ value }) => isCurrent(value) === current),
    })),
  ),
)

/**
 * By annex and printed code, the codes that have its goods; an asterisk where they have others too. Which codes those are is
 * a reading of the tariff, so that no check can find it: a row that goes missing is seen here.
 */
const SUCCESSORS = {
  '2016-44 VII 890310': '890311* 890312* 890319*',
  '2016-44 VII 890399': '890393*',
  '2017-1509 III 27101231-27101259': '27101231 27101241 27101245 27101249 27101250',
  '2017-1509 VIII 07095950': '070956',
  '2017-1509 VIII 71042000': '710421 710429',
  '2017-1509 VIII 71049000': '710491 710499',
  '2017-1509 VIII 84729040': '84729080*',
  '2017-1509 VIII 84729090': '84729080*',
  '2017-1509 VIII 85171200': '851713* 851714*',
  '2017-1509 VIII 85258030': '852581* 852582* 852583* 852589*',
  '2017-1509 VIII 85258091': '852581* 852582* 852583* 852589*',
  '2017-1509 VIII 85258099': '852581* 852582* 852583* 852589*',
  '2017-1509 VIII 85291031': '85291030*',
  '2017-1509 VIII 85291039': '85291030*',
  '2017-1509 VIII 85437090': '85434000*',
  '2017-1509 VIII 88021100':
    '880610* 88062190* 88062290* 88062300* 88062400* 880629* 88069100* 88069200* 88069300* 88069400* 880699*',
  '2017-1509 VIII 88031000': '880710*',
  '2017-1509 VIII 88032000': '880720*',
  '2017-1509 VIII 88033000': '880730*',
  '2017-1509 VIII 88039010': '88079010*',
  '2017-1509 VIII 88039090': '88079090*',
  '2017-1509 VIII 94051050': '94051150* 94051950*',
  '2017-1509 VIII 94052050': '94052150* 94052950*',
  '2017-1509 X 442010': '442011* 442019*',
  '2022-263 II 846900': '847290',
  '2023-1529 II 70191910': '701919*',
  '2023-1529 II 90138000': '901380*',
  '267-2012 V 28121094': '281211',
  '267-2012 V 29038990': '29038300* 29038920* 29038970',
  '267-2012 V 29039990': '29039300* 29039400* 29039980',
  '267-2012 V 290711-290719': '290711 290712 290713 290715 290719',
  '267-2012 VIIb 681510': '681511 681512 681513 681519',
  '267-2012 VIIb 810600': '8106*',
  '267-2012 VIIb 8107': '81126100 81126910 81126990',
  '36-2012 IX 28047000': '28047090*',
  '36-2012 IX 28429080': '28429070*',
  '36-2012 IX 28530090': '28539090*',
  '36-2012 IX 29033990': '29036980*',
  '36-2012 IX 29171990': '29171980*',
  '36-2012 IX 29209085': '29202900*',
  '36-2012 IX 29309099': '29309098* 29309095*',
  '692-2014 II 846900': '847290',
  '765-2006 XVIII 441860': '441830 441881* 441882* 441883* 441889*',
  '833-2014 XXIII 441860': '441830 441881* 441882* 441883* 441889*',
  '833-2014 XXVIII 27101943': '27101942 27101944',
  '833-2014 XXXI 27101943': '27101942 27101944',
}

test('the codes that stand for printed codes which have left the tariff', () => {
  const found = Object.fromEntries(
    tables.flatMap(({ name, rows }) =>
      [...Map.groupBy(rows, ({ value }) => value.successorOf)]
        .filter(([printed]) => printed !== '')
        .map(([printed, successors]) => [
          `${name} ${printed}`,
          successors.map(({ value }) => `${value.code}${value.part === '' ? '' : '*'}`).join(' '),
        ]),
    ),
  )
  assert.deepEqual(found, SUCCESSORS)
})

test('without its successors no printed code that has left the tariff is accepted, in any regime', () => {
  let refused = 0
  for (const { regime, name, rows } of tables) {
    for (const printed of new Set(rows.map(({ value }) => value.successorOf))) {
      if (printed === '') continue
      const own = rows.filter(({ value }) => value.code === printed)
      // Some codes are still in the tariff though a part of their goods is elsewhere; a range of codes is none itself.
      const inForce = own.flatMap(({ value }) =>
        tariffs.filter(({ year }) => !(value.until && value.until < `${year}`)),
      )
      if (inForce.every(({ year }) => nomenclatures.of(year).exists(printed as never))) continue
      const without = rows.filter(({ value }) => value.successorOf !== printed)
      const mistakes = mistakesIn(regime, without, nomenclatures)
      assert.ok(
        mistakes.some((what) => what.startsWith(printed)),
        `${name} ${printed} without successors: ${mistakes.join('; ') || 'accepted'}`,
      )
      refused++
    }
  }
  assert.ok(refused >= 30, `${refused} printed codes`)
})

test('each of two codes that took the goods of a code whole is needed', () => {
  for (const annex of ['XXVIII', 'XXXI']) {
    const { regime, rows } = tables.find(({ name }) => name === `833-2014 ${annex}`)!
    for (const code of ['27101942', '27101944']) {
      const without = rows.filter(({ value }) => value.code !== code || value.successorOf === '')
      assert.match(mistakesIn(regime, without, nomenclatures).join(), new RegExp(`^${code} took goods of 27101943`))
    }
  }
})

test('a code that leaves with the next tariff is refused in every annex that prints it', () => {
  const { year } = tariffs.at(-1)!
  const next = build([...tariffs, { year: year + 1, rows: linesWithout(year, '730429') }])
  const refused = tables.filter(({ regime, rows }) =>
    mistakesIn(regime, rows, next).some((what) => what.startsWith(`730429 is not in the CN of ${year + 1}; `)),
  )
  assert.deepEqual(
    refused.map(({ name }) => name),
    ['833-2014 XXXVII', '765-2006 XIX', '267-2012 VIa'],
  )
})

test('a row is held against the tariff of former years too', () => {
  const year = 2024
  const old = build(
    tariffs.map((tariff) => (tariff.year === year ? { year, rows: linesWithout(year, '7304') } : tariff)),
  )
  const { regime, rows } = tables.find(({ name }) => name === '833-2014 XXIII')!
  assert.deepEqual(mistakesIn(regime, rows, nomenclatures), [])
  assert.match(mistakesIn(regime, rows, old).join(), /7304 is not in the CN of 2024; /)
})

const linesWithout = (year: number, code: string) =>
  tariffs.find((tariff) => tariff.year === year)!.rows.filter((line) => !line.code.startsWith(code))
