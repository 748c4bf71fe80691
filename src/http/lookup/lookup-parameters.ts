import { day, oneOf, optionalText, type Parameter, splitUpTo } from '../../answer/question/parameters.ts'
import { lookupParameters } from '../../answer/question/question.ts'
import { CHECK_COLUMNS } from '../../answer/shape/csv/check-line.ts'
import type { CsvSeparator } from '../../base/csv.ts'
import { LANGUAGES, type Language } from '../../base/language.ts'
import type { ParameterChoices } from '../kernel/body/route-input.ts'
import { HEADER_BYTES } from '../kernel/request/url.ts'
import { MAX_CSV_ITEMS } from './limits.ts'

/** How a CSV is written: commas in English, semicolons in Polish, as the spreadsheets of these languages expect. */
const CSV_PARAMETERS = {
  separator: oneOf(
    ['comma', 'semicolon'],
    null,
    'separator_unknown',
    'between columns; a comma in English and a semicolon in Polish by default',
  ),
  bom: oneOf(
    ['true', 'false'],
    'false',
    'bom_unknown',
    'true: begins with a byte order mark, for a file that is opened in Excel by a double click',
  ),
}

/** The separator that was asked for, or that of the language. */
export const separatorOf = (asked: 'comma' | 'semicolon' | null, language: Language): CsvSeparator =>
  (asked ?? (language === 'pl' ? 'semicolon' : 'comma')) === 'comma' ? ',' : ';'

/** Items of a list in one parameter. An empty one between two separators counts, so that lines keep their order. */
const items = (
  separators: RegExp,
  description: string,
  example: string,
): Parameter<readonly string[], 'csv_items_too_many'> => ({
  description,
  schema: { type: 'string', maxLength: HEADER_BYTES, examples: [example] },
  maxCharacters: HEADER_BYTES,
  maxParts: MAX_CSV_ITEMS,
  tooLong: 'csv_items_too_many',
  absent: { value: [] },
  problems: ['csv_items_too_many'],
  values: { max: MAX_CSV_ITEMS },
  read(text) {
    if (text.trim() === '') return { value: [] }
    const parts = splitUpTo(text, separators, MAX_CSV_ITEMS)
    if (parts.length > MAX_CSV_ITEMS) return { problem: 'csv_items_too_many' }
    return { value: parts.map((one) => one.trim()) }
  },
})

/** The parameters of a lookup, as a law allows them. */
export const lookupQuery = ({ regimes, countries }: ParameterChoices) =>
  lookupParameters(
    regimes.map(({ data }) => data.code),
    countries,
  )

export const checkCsvParameters = (law: ParameterChoices) => {
  // How much is told of an item is decided by the columns.
  const { q: _q, limit: _limit, offset: _offset, detail: _detail, include: _include, ...asked } = lookupQuery(law)
  return {
    codes: items(/[,;\n]/, 'CN codes, separated by commas, semicolons or line breaks', '7304,8471 30'),
    names: items(/[;\n]/, 'product names, separated by semicolons or line breaks', 'rury stalowe;laptop'),
    ...asked,
    ...CSV_PARAMETERS,
    columns: COLUMNS,
    header: oneOf(['true', 'false'], 'true', 'header_unknown', 'false: without the line of column names'),
  }
}

/** Places in a line of `check.csv`, in the order they were asked for; null: all of them. */
const COLUMNS = {
  ...optionalText(
    (text) => {
      const places = splitUpTo(text, ',', CHECK_COLUMNS.length).map((name) => CHECK_COLUMNS.indexOf(name.trim()))
      return places.includes(-1) || new Set(places).size < places.length ? undefined : places
    },
    CHECK_COLUMNS.join(', ').length,
    'columns_unknown',
    'only these columns, in this order, separated by commas; all by default',
    ['verdict,sentence'],
  ),
  maxParts: CHECK_COLUMNS.length,
  values: { columns: CHECK_COLUMNS.join(', ') },
}

export const LISTINGS_PARAMETERS = {
  as_of: day('as_of_invalid', 'listings in force on this day; today in Brussels by default'),
  lang: oneOf(LANGUAGES, 'pl', 'lang_unknown', 'language of names and texts'),
  ...CSV_PARAMETERS,
}
