import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { load } from 'js-yaml'
import { NO_FILTER } from '../../src/answer/listings/listing-filter.ts'
import { listingsOn } from '../../src/answer/listings/listings-on.ts'
import { calendarDay, type Day, nextDay } from '../../src/base/day.ts'
import { isGrantList } from '../../src/law/dataset/dataset.ts'
import { answerer, LAW } from '../real-law.ts'

/** A measure and a row of an annex as the files have them: nothing of what reads the law is used to count them. */
interface WrittenMeasure {
  readonly annex: string | null
  readonly direction: string | null
  readonly codes?: readonly string[]
  readonly applies_from: unknown
  readonly waits_for_act?: boolean
  readonly until?: unknown
  readonly until_act?: string
}
type WrittenRow = Readonly<Record<string, string>>

const DAYS = [
  '2014-08-01',
  '2017-06-01',
  '2021-07-01',
  '2022-03-20',
  '2022-07-22',
  '2023-06-24',
  '2024-02-24',
  '2025-03-01',
  '2026-01-01',
  '2026-11-20',
].map(calendarDay)

const rowsOf = (file: string): readonly WrittenRow[] => {
  const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  const columns = header.split('\t')
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, at) => [columns[at]!, cell])))
}

const textOf = (day: unknown): Day | null =>
  day instanceof Date ? calendarDay(day.toISOString().slice(0, 10)) : typeof day === 'string' ? calendarDay(day) : null

const dayOf = (cell: string | undefined): Day | null => (cell ? calendarDay(cell) : null)

const within = (from: Day | null, until: Day | null, day: Day): boolean =>
  (from === null || from <= day) && (until === null || day <= until)

/** Before which day a measure does not stand. One that waits for an act may begin on any day after the state of its regime. */
const beginOf = ({ applies_from, waits_for_act }: WrittenMeasure, state: Day): Day | null =>
  waits_for_act ? nextDay(state) : textOf(applies_from)

/** Whether a measure that names codes of its annex means this row. */
const names = ({ codes }: WrittenMeasure, code: string): boolean =>
  codes === undefined || codes.some((one) => one.replaceAll(' ', '').startsWith(code) || code.startsWith(one))

/** Rows in force × measures in force, by regime, annex and direction. */
function written(day: Day): Map<string, number> {
  const counts = new Map<string, number>()
  for (const file of globSync('*/regime.yaml', { cwd: LAW })) {
    const folder = join(LAW, dirname(file))
    const regime = load(readFileSync(join(folder, 'regime.yaml'), 'utf8')) as { code: string; state: Date }
    const measures = globSync('measures/*.yaml', { cwd: folder }).flatMap(
      (one) => (load(readFileSync(join(folder, one), 'utf8')) as { measures?: WrittenMeasure[] }).measures ?? [],
    )
    for (const table of globSync('annexes/*.tsv', { cwd: folder })) {
      const annex = table.slice('annexes/'.length, -'.tsv'.length)
      const all = rowsOf(join(folder, table))
      const isGone = all.every(({ until_act }) => until_act !== '')
      const rows = all.filter(
        ({ code, from, from_basis, until }) =>
          code !== '' && within(from_basis === 'at_latest' ? null : dayOf(from), dayOf(until), day),
      )
      for (const measure of measures) {
        if (measure.annex !== annex) continue
        if (!within(beginOf(measure, textOf(regime.state)!), textOf(measure.until ?? null), day)) continue
        // A measure that stands in an annex whose rows have all gone means its goods without codes (software of Annex II).
        if (isGone && measure.until_act === undefined) continue
        const key = `${regime.code} ${annex} ${measure.direction}`
        counts.set(key, (counts.get(key) ?? 0) + rows.filter(({ code }) => names(measure, code!)).length)
      }
    }
  }
  return counts
}

for (const day of DAYS) {
  test(`on ${day} every annex and direction has as many listings as its table has rows for its measures`, () => {
    const found = new Map<string, number>()
    for (const { entry } of listingsOn(answerer.dataset, day, NO_FILTER)) {
      if (entry.annex === null || isGrantList(entry)) continue
      const key = `${entry.regime.data.code} ${entry.annex} ${entry.direction}`
      found.set(key, (found.get(key) ?? 0) + 1)
    }
    const expected = [...written(day)].filter(([, count]) => count > 0)
    assert.deepEqual(Object.fromEntries([...found].toSorted()), Object.fromEntries(expected.toSorted()))
  })
}
