import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** The law as it is shipped. */
export const LAW = join(import.meta.dirname, '..', 'law')

/** Goods that tests ask about: of these chapters and codes, the small law has every row and heading. */
const ASKED: readonly string[] = ['01', '0409', '26', '73', '070956', '281000', '847130', '901110']

/**
 * Copies the law with few rows, a small tariff and few words. It is as valid as the whole one and has the same acts,
 * annexes and measures, but is read and checked in a fraction of the time. For tests that load a law many times and do
 * not ask about the rest of it.
 * `further`: codes that a test needs besides.
 */
export function copySmallLaw(to: string, further: readonly string[] = []): void {
  cpSync(LAW, to, { recursive: true })
  // What TARIC asks for is about the whole tariff.
  rmSync(join(to, 'taric'), { recursive: true })
  for (const regime of globSync('*/regime.yaml', { cwd: to }).map(dirname)) {
    const wanted = [...ASKED, ...further, ...codesIn(to, `${regime}/**/*.yaml`)]
    for (const annex of globSync(`${regime}/annexes/*.tsv`, { cwd: to })) {
      edit(join(to, annex), (text) => fewRows(text, wanted))
    }
  }
  const named = new Set([...codesIn(to, '{[0-9]*/**/*.{yaml,tsv},hints.yaml}'), ...further])
  const tariff = join(to, 'nomenclature/cn.tsv')
  edit(tariff, (text) => smallTariff(text, named))
  edit(join(to, 'near.tsv'), (text) => withCodesOf(text, codesOfTariff(tariff)))
  edit(join(to, 'words.tsv'), fewWords)
  writeFileSync(join(to, 'words.yaml'), 'means: []\n')
}

const edit = (file: string, change: (text: string) => string): void =>
  writeFileSync(file, change(readFileSync(file, 'utf8')))

const CACHE = join(import.meta.dirname, '..', 'node_modules', '.cache', 'small-law')

let made: string | null = null

/** The directory of a small law for all tests, to be read or copied, not changed. Made once for each state of the law. */
export function smallLaw(): string {
  made ??= cachedLaw()
  return made
}

function cachedLaw(): string {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename))
  for (const file of globSync('**/*.*', { cwd: LAW }).toSorted())
    hash.update(file).update(readFileSync(join(LAW, file)))
  const directory = join(CACHE, hash.digest('hex').slice(0, 16))
  if (existsSync(directory)) return directory
  mkdirSync(CACHE, { recursive: true })
  const aside = mkdtempSync(join(CACHE, 'making-'))
  copySmallLaw(aside)
  try {
    renameSync(aside, directory)
  } catch (error) {
    // Another test file has made the same one meanwhile.
    rmSync(aside, { recursive: true, force: true })
    if (!existsSync(directory)) throw error
  }
  return directory
}

/** Every number of 4 to 10 digits, up to 8 of them; that some are no codes does no harm. */
function codesIn(law: string, files: string): string[] {
  const texts = globSync(files, { cwd: law }).map((file) => readFileSync(join(law, file), 'utf8'))
  return [...new Set(texts.flatMap((text) => text.match(/\b\d{4,10}\b/g) ?? []).map((number) => number.slice(0, 8)))]
}

/** Columns whose values are declared in annexes.yaml: each declared value must stand in some row. */
const KINDS = ['category', 'under', 'heading', 'doubt', 'note', 'mark', 'part']

/** The rows of wanted codes, and the first row with each value of those columns. */
function fewRows(text: string, wanted: readonly string[]): string {
  const [header = '', ...rows] = text.replace(/\n$/, '').split('\n')
  const columns = header.split('\t')
  const code = columns.indexOf('code')
  const successorOf = columns.indexOf('successor_of')
  const kinds = KINDS.map((kind) => columns.indexOf(kind)).filter((column) => column >= 0)
  const cellsOf = rows.map((row) => row.split('\t'))
  // Codes that have left the tariff stay together with the codes that stand for them.
  const replaced = new Set(cellsOf.flatMap((cells) => cells[successorOf] || []))
  const seen = new Set<string>()
  const kept = rows.filter((_, at) => {
    const cells = cellsOf[at]!
    const listed = cells[code]!
    if (replaced.has(cells[successorOf] || listed)) return true
    const fresh = kinds.map((column) => `${column} ${cells[column]}`).filter((kind) => !seen.has(kind))
    if (fresh.length === 0 && !wanted.some((one) => one.startsWith(listed) || listed.startsWith(one))) return false
    for (const kind of fresh) seen.add(kind)
    return true
  })
  return `${[header, ...kept].join('\n')}\n`
}

/** The lines on the path of the codes named, those of the subheadings named, and the headings asked about. */
function smallTariff(text: string, named: ReadonlySet<string>): string {
  const paths = new Set([...named].flatMap((code) => [4, 6, 8].map((length) => code.slice(0, length))))
  const kept = text.split('\n').filter((line) => {
    const [kind = '', code = ''] = line.split('\t')
    if (!['heading', 'hs6', 'cn8', 'group'].includes(kind)) return true
    // An undivided heading is written with zeros: 0409 00 00.
    const heading = kind === 'heading' || code.endsWith('0000') ? code.slice(0, 4) : null
    if (heading !== null && (named.has(heading) || ASKED.some((asked) => heading.startsWith(asked)))) return true
    return paths.has(code) || named.has(code.slice(0, 6))
  })
  return kept.join('\n')
}

const codesOfTariff = (table: string): ReadonlySet<string> =>
  new Set(
    readFileSync(table, 'utf8')
      .split('\n')
      .flatMap((line) => [2, 4, 6, 8].map((length) => (line.split('\t')[1] ?? '').slice(0, length))),
  )

/** Lists of codes without those that the small tariff lacks: what it has above them stands in their place, once. */
function withCodesOf(text: string, known: ReadonlySet<string>): string {
  const [header = '', ...rows] = text.replace(/\n$/, '').split('\n')
  const seen = new Set<string>()
  const kept = rows.flatMap((row) => {
    const [list, goods, codes = '', weak] = row.split('\t')
    const found = codes
      .split(' ')
      .map((code) => [8, 6, 4, 2].map((to) => code.slice(0, to)).find((one) => known.has(one))!)
    const fresh = [...new Set(found)].filter((code) => !seen.has(`${list} ${code}`))
    for (const code of fresh) seen.add(`${list} ${code}`)
    return fresh.length === 0 ? [] : [[list, goods, fresh.join(' '), weak].join('\t')]
  })
  return `${[header, ...kept].join('\n')}\n`
}

/** The words for one heading as a whole that the small tariff has. */
function fewWords(text: string): string {
  const [header = '', ...names] = text.split('\n')
  return `${[header, ...names.filter((name) => /^(?:01|73)\d\d\t/.test(name)).slice(0, 50)].join('\n')}\n`
}
