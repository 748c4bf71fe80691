import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readNomenclature } from '../../law/read/read-rows.ts'
import { buildNomenclature, countByKind, type NomenclatureRow } from '../../law/tariff/nomenclature.ts'
import { codesOnlyIn } from '../../law/tariff/nomenclature-years.ts'
import type { Digits } from '../../terms/cn-code.ts'
import { writeAtomically } from '../atomic-write.ts'
import { checkWhole, nomenclatureTable, tariffOf, type Units } from './nomenclature-skos.ts'
import { ImportError, readSkos } from './read-skos.ts'

export interface ImportOptions {
  readonly file: string
  /** The folder of the tables of all years, where the new one is written. */
  readonly folder: string
  /** Null: the file says of which year it is. */
  readonly year: number | null
  /** A table to take supplementary units from, which the official file does not carry. */
  readonly unitsFrom: string | null
  readonly overwrite: boolean
  onProgress?(done: number, total: number): void
}

export type Imported = Awaited<ReturnType<typeof importNomenclature>>

/** Turns the Publications Office's file into `cn-YYYY.tsv`; on any mistake nothing is written. */
export async function importNomenclature(options: ImportOptions) {
  const { file, folder, unitsFrom, overwrite } = options
  if (options.year !== null) refuseExisting(folder, options.year, overwrite)
  const units = unitsFrom === null ? new Map<Digits, string>() : unitsOf(unitsFrom)
  // An existing table stops the import as soon as the year is known, not after the whole file is read.
  const read = await readSkos(file, chunksOf(file, options.onProgress), options.year, (year) =>
    refuseExisting(folder, year, overwrite),
  )
  const tariff = tariffOf(file, read, units)
  checkWhole(file, tariff)
  const written = tableFile(folder, read.year)
  const text = nomenclatureTable(written, tariff.rows)
  const since = sinceNearest(folder, read.year, tariff.rows)
  writeAtomically(written, text)
  return { year: read.year, written, counts: countByKind(tariff.rows), since, notes: tariff.notes }
}

const tableFile = (folder: string, year: number): string => join(folder, `cn-${year}.tsv`)

function refuseExisting(folder: string, year: number, overwrite: boolean): void {
  const target = tableFile(folder, year)
  if (!overwrite && existsSync(target)) {
    throw new Error(`${target} exists and is kept as it is: --force replaces it, --out DIR writes elsewhere.`)
  }
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

function unitsOf(table: string): Units {
  if (!existsSync(table)) throw new Error(`${table} is not a file that can be read.`)
  const { values, mistakes } = readNomenclature(table, readFileSync(table, 'utf8'))
  if (mistakes.length > 0) throw new ImportError(mistakes)
  return new Map(values.filter(({ unit }) => unit !== '').map(({ code, unit }) => [code, unit]))
}

/** What differs from the nearest other year in the folder. */
function sinceNearest(folder: string, year: number, rows: readonly NomenclatureRow[]) {
  const years = existsSync(folder)
    ? readdirSync(folder).flatMap((name) => /^cn-(\d{4})\.tsv$/.exec(basename(name))?.[1] ?? [])
    : []
  const nearest = years
    .map(Number)
    .filter((other) => other !== year)
    .toSorted((a, b) => Math.abs(a - year) - Math.abs(b - year) || a - b)[0]
  if (nearest === undefined) return null
  const table = tableFile(folder, nearest)
  const { values, mistakes } = readNomenclature(table, readFileSync(table, 'utf8'))
  if (mistakes.length > 0) return null
  const [now, then] = [buildNomenclature(year, rows), buildNomenclature(nearest, values)]
  return { year: nearest, begun: codesOnlyIn(now, then), ended: codesOnlyIn(then, now) }
}
