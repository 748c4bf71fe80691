import type { Language } from '../../base/language.ts'
import type { Countries } from '../../law/dataset/countries.ts'
import { decodeText } from '../../web/lists/decode-text.ts'
import { type PlaceReader, placeReader } from '../../web/lists/places.ts'
import { DELIMITERS, type Delimiter, readDelimited } from '../../web/lists/read-delimited.ts'
import { type Row, UnreadableFile } from '../../web/lists/table.ts'
import { TABLE_BOUNDS } from '../../web/lists/table-budget.ts'
import { UsageError } from '../shell.ts'
import { ASKED_FIELDS, cellProblem, columnNamed, FILE_COLUMNS } from './file-columns.ts'

/** A line of a file as parameters of a question. */
export type FileLine = Readonly<ReturnType<typeof lineOf>>

interface Options {
  readonly countries: Countries
  readonly language: Language
  /** Whether columns with titles that mean nothing here are left out; otherwise a mistyped one is refused. */
  readonly ignoreOthers: boolean
}

/** The lines of a file of codes or names. A file without a header is a list with one of them a line. */
export function linesIn(bytes: Uint8Array, options: Options): FileLine[] {
  const { language } = options
  try {
    const text = decodeText(bytes).replace(/^\uFEFF/, '')
    const delimiter = delimiterOf(text)
    const table = readDelimited(text, { commas: true, ...(delimiter !== undefined && { delimiter }) })
    const [header, ...rows] = table
    if (!header) throw new UsageError(TEXTS.empty[language])
    const isList = table.every(({ cells }) => cells.length <= 1) && !columnNamed(header.cells[0]?.text ?? '')
    const fields = isList ? ['q'] : fieldsOf(header, options)
    const { codes, name } = options.countries
    const readPlace = placeReader(codes.map((code) => ({ code, names: Object.values(name(code)) })))
    return (isList ? table : rows).map((row) => lineOf(row, fields, readPlace))
  } catch (error) {
    if (error instanceof UnreadableFile)
      throw new UsageError(TEXTS[error.reason === 'too_large' ? 'large' : 'no_text'][language])
    throw error
  }
}

/**
 * The delimiter that divides the first line into titles that are known. A single title has none, so that commas in names
 * need no quotes. Undefined when no title is known: then the lines tell.
 */
function delimiterOf(text: string): Delimiter | null | undefined {
  if (/^sep=/i.test(text)) return undefined
  const [first = ''] = text.split(/\r?\n|\r/, 1)
  const known = (titles: readonly string[]) => titles.filter((title) => columnNamed(unquoted(title))).length
  const [best] = DELIMITERS.filter((delimiter) => first.includes(delimiter))
    .map((delimiter) => ({ delimiter, known: known(first.split(delimiter)) }))
    .toSorted((a, b) => b.known - a.known)
  if (best && best.known > 0) return best.delimiter
  return known([first]) > 0 ? null : undefined
}

const unquoted = (title: string): string => title.trim().replace(/^"(.*)"$/, '$1')

/** The field of each column, null for one that is left out. */
function fieldsOf(header: Row, { language, ignoreOthers }: Options): (string | null)[] {
  const titles = header.cells.map(({ text }) => text.trim())
  const fields = titles.map((title) => (title === '' ? null : (columnNamed(title)?.field ?? null)))
  const mistakes: string[] = []
  const unknown = titles.filter((title, at) => title !== '' && fields[at] === null)
  if (unknown.length > 0 && !ignoreOthers) mistakes.push(TEXTS.unknown[language].replace('#', () => unknown.join(', ')))
  for (const { field } of FILE_COLUMNS) {
    const same = titles.filter((_, at) => fields[at] === field)
    if (same.length > 1) mistakes.push(TEXTS.twice[language].replace('#', () => same.join(', ')))
  }
  if (!fields.some((field) => field !== null && ASKED_FIELDS.includes(field))) mistakes.push(TEXTS.nothing[language])
  if (mistakes.length > 0) throw new UsageError(`${mistakes.join('\n')}\n${TEXTS.known[language]}`)
  return fields
}

function lineOf({ number: row, cells }: Row, fields: readonly (string | null)[], readPlace: PlaceReader) {
  const given: Record<string, string> = {}
  for (const [at, field] of fields.entries()) {
    const text = cells[at]?.text.trim() ?? ''
    if (field === null || text === '') continue
    const column = FILE_COLUMNS.find((one) => one.field === field)
    given[field] = column?.read?.(text, readPlace) ?? text
  }
  const { id = String(row), ...parameters } = given
  const from = ASKED_FIELDS.find((field) => given[field] !== undefined) ?? 'q'
  const { [from]: asked = '' } = given
  for (const field of ASKED_FIELDS) delete parameters[field]
  // Cells that no title stands above would be lost, and with them what may be the half of a name.
  const isTooWide = cells.some(({ text }, at) => at >= fields.length && text.trim() !== '')
  const problem = isTooWide ? 'row_too_wide' : asked === '' ? null : cellProblem(asked, from)
  return {
    /** Counted from one, the header included, as spreadsheets do. */
    row,
    /** Its own id, else its row. */
    id,
    /** What is asked, as the file has it. */
    asked,
    parameters: asked === '' ? parameters : { ...parameters, q: asked },
    problem,
  }
}

const FIELDS = FILE_COLUMNS.map(({ field }) => field).join(', ')

const TEXTS = {
  empty: { pl: 'W pliku niczego nie ma.', en: 'There is nothing in the file.' },
  no_text: {
    pl: 'To nie jest plik tekstowy. Zapisz arkusz jako CSV (UTF-8).',
    en: 'This is no text file. Save the sheet as CSV (UTF-8).',
  },
  large: {
    pl: `Plik jest za duży: najwyżej ${TABLE_BOUNDS.rows} wierszy i ${TABLE_BOUNDS.columns} kolumn. Podziel go.`,
    en: `The file is too large: at most ${TABLE_BOUNDS.rows} rows and ${TABLE_BOUNDS.columns} columns. Split it.`,
  },
  unknown: {
    pl: 'Nieznane kolumny: #. Popraw nagłówek albo pomiń je (--ignore-other-columns).',
    en: 'Unknown columns: #. Correct the header, or leave them out (--ignore-other-columns).',
  },
  twice: { pl: 'Kilka kolumn oznacza to samo: #.', en: 'Several columns mean the same: #.' },
  nothing: {
    pl: 'Brak kolumny z kodem albo nazwą towaru (q, code, name).',
    en: 'There is no column with a code or a name of goods (q, code, name).',
  },
  known: {
    pl: `Znane kolumny, po polsku lub angielsku: ${FIELDS}.`,
    en: `Known columns, in English or Polish: ${FIELDS}.`,
  },
} as const
