import { load } from 'js-yaml'
import type { LawFiles } from '../../src/law/read/law-files.ts'
import type { Nomenclatures } from '../../src/law/tariff/nomenclature-years.ts'
import { digits, group, isDigits } from '../../src/terms/cn-code.ts'
import { codesOfLength, type Move, movesIn } from './other-codes.ts'

/**
 * A law with `times` as many regimes, listings, measures, grants, ended rows and documents as the given one, valid by the
 * same rules. Every regime is repeated under codes of its own with its goods moved to other places in the tariff
 * (`other-codes.ts`), where they have the tariff's own words. Acts, tariff, words and national law stay as they are.
 */
export function growLaw(files: LawFiles, nomenclatures: Nomenclatures, times: number): LawFiles {
  const text = (path: string): string => files.get(path)!.toString()
  const yaml = (path: string): Yaml => load(text(path)) as Yaml
  const grown = new Map(files)
  const counts = yaml('counts.yaml')
  const countries = yaml('countries.yaml')
  const documents = tableOf(text('taric-documents.tsv'))
  const moves = movesIn(nomenclatures.of(nomenclatures.years.at(-1)!))
  const folders = Object.keys(counts.regimes as object)
  const lists = countries.lists as Yaml[]
  const ownLists = [...lists]
  const ownRows = [...documents.rows]
  for (let number = 1; number < times; number++) {
    const move = moves(number)
    for (const folder of folders) {
      const { regime, files: further } = furtherRegime(files, folder, number, move, nomenclatures)
      for (const [path, content] of further) grown.set(path, content)
      const regimes = counts.regimes as Record<string, unknown>
      regimes[folderOf(folder, number)] = regimes[folder]
      for (const list of ownLists) {
        if (list.regime === regime.old) lists.push({ ...list, regime: regime.now })
      }
      for (const row of ownRows) {
        if (row.regime === regime.old) documents.rows.push({ ...row, regime: regime.now })
      }
    }
  }
  counts.documents = documents.rows.length
  grown.set('counts.yaml', written(counts))
  grown.set('countries.yaml', written(countries))
  grown.set('taric-documents.tsv', printed(documents))
  return grown
}

type Yaml = Record<string, unknown>

const folderOf = (folder: string, number: number): string => `${folder}-${number}`

/** JSON is YAML. One value a line, since lines of a law have a limit. */
const written = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

interface Table {
  readonly header: readonly string[]
  readonly rows: Record<string, string>[]
}

function tableOf(text: string): Table {
  const [first = '', ...lines] = text.trimEnd().split('\n')
  const header = first.split('\t')
  const rows = lines.map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(header.map((name, at) => [name.replace('+', ''), cells[at] ?? '']))
  })
  return { header, rows }
}

const printed = ({ header, rows }: Table): Buffer =>
  Buffer.from(
    [header, ...rows.map((row) => header.map((name) => row[name.replace('+', '')] ?? ''))]
      .map((cells) => `${cells.join('\t')}\n`)
      .join(''),
  )

/** One regime under another code and folder, with its goods moved. */
function furtherRegime(
  files: LawFiles,
  folder: string,
  number: number,
  move: Move,
  nomenclatures: Nomenclatures,
): { regime: { old: string; now: string }; files: LawFiles } {
  const further = new Map<string, Buffer>()
  const own = [...files].filter(([path]) => path.startsWith(`${folder}/`))
  const tables = new Map(
    own.filter(([path]) => path.endsWith('.tsv')).map(([path, bytes]) => [path, tableOf(`${bytes}`)]),
  )
  const moved = new Map(
    [...tables].map(([path, table]) => [path, movedTable(path, table, tables, move, nomenclatures)]),
  )
  const at = (path: string) => `${folderOf(folder, number)}/${path.slice(folder.length + 1)}`
  const regime = { old: '', now: '' }
  for (const [path, bytes] of own) {
    const table = moved.get(path)
    if (table) {
      further.set(at(path), printed(table))
      continue
    }
    const content = movedCodes(load(`${bytes}`), move) as Yaml
    if (path.endsWith('/regime.yaml')) {
      regime.old = content.code as string
      regime.now = regime.old.replace(
        /-(\d+)-(\d+)$/,
        (_, one, two) => `-${one}${String(number).padStart(3, '0')}-${two}`,
      )
      content.code = regime.now
      // Each would add a warning to every answer, whose length is not what is measured.
      content.pending = []
      delete content.inferred
      delete content.doubts
    } else if (path.endsWith('/annexes.yaml')) {
      for (const annex of content.annexes as Yaml[]) {
        const codes = moved.get(`${folder}/annexes/${annex.annex}.tsv`)!.rows.map(({ code }) => code!)
        const unknown = codes.filter((code) => isDigits(code) && nomenclatures.existedIn(code).length === 0)
        delete annex.not_in_cn
        if (unknown.length > 0) annex.not_in_cn = [...new Set(unknown)]
      }
    }
    further.set(at(path), written(content))
  }
  return { regime, files: further }
}

/** The rows of a table at their other codes, in the words of the tariff, each as often as it stood there. */
function movedTable(
  path: string,
  { header, rows }: Table,
  tables: ReadonlyMap<string, Table>,
  move: Move,
  nomenclatures: Nomenclatures,
): Table {
  const [annexes, history] = [path.replace('/history/', '/annexes/'), path.replace('/annexes/', '/history/')]
  const sources = new Map<string, Set<string>>()
  for (const { code } of [...(tables.get(annexes)?.rows ?? []), ...(tables.get(history)?.rows ?? [])]) {
    if (code) sources.set(move(code), (sources.get(move(code)) ?? new Set()).add(code))
  }
  const elsewhere = new Map<string, string>()
  /** Two codes may come to one place. An ended row would then overlap with another one, which no law may have. */
  const placeOf = (old: string): string => {
    const place = move(old)
    if (path !== history || sources.get(place)!.size === 1) return place
    const known = elsewhere.get(old) ?? nextFree(place)
    elsewhere.set(old, known)
    sources.set(known, new Set([old]))
    return known
  }
  const nextFree = (place: string): string => {
    const all = codesOfLength(nomenclatures, place.length)
    const start = all.indexOf(digits(place))
    const free = [...all.slice(start), ...all.slice(0, start)].find((code) => !sources.has(code))
    if (free === undefined) throw new Error(`the tariff has too few codes of ${place.length} digits`)
    return free
  }
  const seen = new Map<string, number>()
  const kept = rows.map((row) => {
    if (!row.code) return row
    const code = digits(placeOf(row.code))
    const line = nomenclatures.lastLine(code, nomenclatures.years.at(-1)!)
    const times = (seen.get(code) ?? 0) + 1
    seen.set(code, times)
    const words = (name: string | undefined, old: string | undefined) =>
      old === undefined || old === '' || name === undefined ? old : `${name}${times > 1 ? ` (${times})` : ''}`
    const changed = {
      ...row,
      code,
      printed: `${/^ex/i.test(row.printed ?? '') ? 'ex ' : ''}${group(code)}`,
      // Without pending acts no row is inferred, and then it has words.
      designation: words(line?.name.en, row.basis === 'inferred' ? row.code : row.designation),
      basis: '',
      successor_of: '',
      designation_pl: words(line?.name.pl, row.designation_pl),
      except: movedList(row.except, code, move),
      ...(row.narrowed !== undefined && { narrowed: movedList(row.narrowed, code, move) }),
      narrower_before: movedList(row.narrower_before, code, move),
    }
    return changed as Record<string, string>
  })
  return { header, rows: kept }
}

/** Codes that stay below the code of their row: a chapter and its headings do not move together. */
const movedList = (codes: string | undefined, above: string, move: Move): string => {
  const moved = (codes ?? '').split(' ').filter(Boolean).map(move)
  return [...new Set(moved.filter((code) => code.startsWith(above)))].join(' ')
}

const CODE_LISTS = ['codes', 'except', 'near', 'not_in_cn']

/** The same value with every code moved that a list of codes names. */
function movedCodes(value: unknown, move: Move, key = ''): unknown {
  if (Array.isArray(value)) {
    const moved = value.map((one) => movedCodes(one, move, key))
    return CODE_LISTS.includes(key) ? [...new Set(moved)] : moved
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, movedCodes(one, move, name)]))
  }
  if (typeof value !== 'string' || !CODE_LISTS.includes(key)) return value
  return value.replace(/^(ex )?(\d{2,10})$/, (_, ex = '', code) => `${ex}${move(code)}`)
}
