import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import type { Digits } from '../../base/cn-code.ts'
import { buildNomenclature, countByKind, type NomenclatureRow } from '../../law/tariff/nomenclature.ts'
import { codesOnlyIn } from '../../law/tariff/nomenclature-years.ts'
import { writeAtomically } from '../atomic-write.ts'
import { checkWhole, tariffOf } from './nomenclature-skos.ts'
import { nomenclatureTable, tariffsIn } from './nomenclature-table.ts'
import { readSkos } from './read-skos.ts'

export interface ImportOptions {
  readonly file: string
  /** The table of all years, which gets the new one. */
  readonly table: string
  /** Null: the file says of which year it is. */
  readonly year: number | null
  readonly overwrite: boolean
  onProgress?(done: number, total: number): void
}

export type Imported = Awaited<ReturnType<typeof importNomenclature>>

/** Adds the Publications Office's file to the table of all years; on any mistake nothing is written. */
export async function importNomenclature({ file, table, year: wanted, overwrite, onProgress }: ImportOptions) {
  const years = existsSync(table) ? tariffsIn(table, readFileSync(table, 'utf8')) : new Map<number, NomenclatureRow[]>()
  const check = (year: number) => checkYear(table, year, years, overwrite)
  if (wanted !== null) check(wanted)
  // A wrong year stops the import as soon as the file tells it, not after the whole file is read.
  const { year, concepts } = await readSkos(file, chunksOf(file, onProgress), wanted, check)
  const nearest = nearestYear(years, year)
  // The official file has no supplementary units: codes keep those of the year before.
  const units = unitsOf(years.get(year) ?? years.get(nearest ?? year) ?? [])
  const tariff = tariffOf(file, { year, concepts }, units)
  checkWhole(file, tariff)
  const text = nomenclatureTable(table, new Map([...years, [year, tariff.rows]]))
  const since = nearest === null ? null : changes(year, tariff.rows, nearest, years.get(nearest)!)
  writeAtomically(table, text)
  return { year, written: table, counts: countByKind(tariff.rows), since, notes: tariff.notes }
}

/** A row has a first and a last year, so the years of the table are consecutive. */
function checkYear(table: string, year: number, years: ReadonlyMap<number, unknown>, overwrite: boolean): void {
  if (years.has(year) && !overwrite)
    throw new Error(`${table} has ${year}, which is kept as it is: --force replaces it.`)
  if (years.size === 0 || years.has(year) || years.has(year - 1) || years.has(year + 1)) return
  throw new Error(`${table} has ${[...years.keys()].join(', ')}: the years between them and ${year} come first.`)
}

async function* chunksOf(file: string, onProgress: ImportOptions['onProgress']): AsyncGenerator<Uint8Array> {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new Error(`${file} is not a file that can be read.`)
  let done = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    yield chunk
    done += chunk.length
    onProgress?.(done, stats.size)
  }
}

const unitsOf = (rows: readonly NomenclatureRow[]): Map<Digits, string> =>
  new Map(rows.filter(({ unit }) => unit !== '').map(({ code, unit }) => [code as Digits, unit]))

const nearestYear = (years: ReadonlyMap<number, unknown>, year: number): number | null =>
  [year - 1, year + 1].find((other) => years.has(other)) ?? null

function changes(year: number, rows: readonly NomenclatureRow[], other: number, otherRows: readonly NomenclatureRow[]) {
  const [now, then] = [buildNomenclature(year, rows), buildNomenclature(other, otherRows)]
  return { year: other, begun: codesOnlyIn(now, then), ended: codesOnlyIn(then, now) }
}
