import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { load } from 'js-yaml'
import { ask, LAW, TODAY } from '../real-law.ts'

interface Measure {
  article: string
  annex: string | null
  codes?: string[]
  until_act?: string
  type: string
  direction: 'import' | 'export' | 'transit' | null
  flow?: null
}
interface Provision {
  ref: string
  until_act?: string
  annex?: string
  category?: string
  until?: Date | null
}
type Article = { measures?: Measure[]; grants?: Provision[] }

const REGIMES = [
  ['833-2014', 'EU-RU-833-2014', 1561],
  ['765-2006', 'EU-BY-765-2006', 1094],
  ['692-2014', 'EU-UA-692-2014', 184],
  ['2022-263', 'EU-UA-2022-263', 184],
  ['267-2012', 'EU-IR-267-2012', 177],
  ['2023-1529', 'EU-IR-2023-1529', 256],
  ['2017-1509', 'EU-KP-2017-1509', 583],
  ['36-2012', 'EU-SY-36-2012', 46],
  ['2016-44', 'EU-LY-2016-44', 10],
  ['147-2003', 'EU-SO-147-2003', 12],
] as const

/** As YAML gives a day. */
const dayOf = (until: Date | string): string => (until instanceof Date ? until.toISOString().slice(0, 10) : until)

/** Lists of what ships may bring into port. */
const NOT_ABOUT_GOODS = new Set(['EU-RU-833-2014 3ea(5)(a)'])

for (const [folder, regime, coded] of REGIMES) {
  // Read here by other means than the program's own, so that both must agree.
  test(`every coded row of ${folder} is found by its code, under each article its annex serves`, () => {
    const articles = readdirSync(join(LAW, folder, 'measures')).map(
      (name) => load(readFileSync(join(LAW, folder, 'measures', name), 'utf8')) as Article,
    )
    let rows = 0
    for (const file of readdirSync(join(LAW, folder, 'annexes'))) {
      const annex = file.replace('.tsv', '')
      const [header = '', ...lines] = readFileSync(join(LAW, folder, 'annexes', file), 'utf8')
        .trimEnd()
        .split('\n')
      const columns = header.split('\t')
      const at = (name: string) => columns.indexOf(name)
      for (const line of lines) {
        const cells = line.split('\t')
        const cell = (name: string) => cells[at(name)] ?? ''
        const code = cell('code')
        if (code === '' || cell('until_act') !== '') continue
        rows++
        const where = `${folder} ${annex} ${code}`
        const measures = articles
          .flatMap((article) => article.measures ?? [])
          .filter(({ until_act }) => until_act === undefined)
          .filter((measure) => measure.annex === annex && (!measure.codes || measure.codes.includes(code)))
        const provisions = articles
          .flatMap(({ grants = [] }) => grants)
          .filter(({ until_act }) => until_act === undefined)
          .filter((one) => one.annex === annex && (!one.category || one.category === cell('category')))
        assert.ok(measures.length + provisions.length > 0, where)
        // Rows whose printed period has ended, and those of grants that have, are asked for on their last day.
        const ends = [
          ...(cell('until') === '' ? [] : [cell('until')]),
          ...(measures.length > 0 ? [] : provisions.flatMap(({ until }) => (until ? [dayOf(until)] : []))),
        ].toSorted()
        const isOver =
          ends.length > 0 && ends.at(-1)! < TODAY && (measures.length > 0 || provisions.every(({ until }) => until))
        // Rows of an act that is out and not in force yet, on their first day.
        const day = isOver ? ends.at(-1)! : cell('from') > TODAY ? cell('from') : TODAY
        const found = ask(code, { regime, limit: '500', as_of: day }).results.filter(
          (result) => result.annex === annex && result.cn_code.replaceAll(' ', '') === code,
        )
        for (const { article, type, direction, flow } of measures) {
          const result = found.find((one) => one.article === article && one.restriction.type === type)
          assert.ok(result, `${where} under ${article}`)
          const [, country] = regime.split('-')
          const flows = { import: `${country}_to_EU`, export: `EU_to_${country}`, transit: `via_${country}` }
          assert.equal(result.restriction.direction, flow === null ? null : direction && flows[direction], where)
        }
        // It lifts a ban on ports, which is no condition on the goods.
        if (measures.length === 0 && provisions.every(({ ref }) => NOT_ABOUT_GOODS.has(`${regime} ${ref}`))) {
          assert.deepEqual(found, [], where)
          continue
        }
        for (const { ref } of provisions) {
          const result = found.find((one) => one.article === ref)
          assert.equal(result?.restriction.type, 'restriction', `${where} under ${ref}`)
        }
        const partial = cell('part') !== '' || cell('except') !== ''
        const isInferred = cell('basis') === 'inferred'
        assert.ok(
          found.some(
            ({ partial_entry, listed_as, basis }) =>
              partial_entry === partial &&
              (isInferred ? listed_as === null : listed_as?.endsWith(cell('designation'))) &&
              (basis.kind === 'inferred') === isInferred,
          ),
          where,
        )
      }
    }
    assert.equal(rows, coded)
  })
}
