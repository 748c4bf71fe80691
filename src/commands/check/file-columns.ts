import { typedCode } from '../../base/cn-code.ts'
import { fold } from '../../base/fold.ts'
import type { Language, Text } from '../../base/language.ts'
import { DIRECTION_NAMES } from '../../law/terms/direction-names.ts'
import { DEAL_FIELDS, type DealField, DIRECTIONS } from '../../law/terms/law-vocabulary.ts'
import { fieldNamed, type PlaceReader, readTold, TOLD_FIELDS, toldFieldNamed } from '../../web/lists/places.ts'

/** Reads a cell as the text of a parameter. What it does not understand it passes on, so that the parameter refuses it. */
type CellReader = (text: string, readPlace: PlaceReader) => string

interface FileColumn {
  /** A parameter of a lookup; or `id`, which is given back, or what takes the place of `q` when that is empty. */
  readonly field: string
  isNamed(title: string): boolean
  readonly read?: CellReader
}

const titled = (...titles: string[]) => {
  const known = new Set(titles.map(foldTitle))
  return (title: string): boolean => known.has(foldTitle(title))
}

function foldTitle(title: string): string {
  return fold(title)
    .replace(/[\s_.:-]+/g, ' ')
    .trim()
}

const readCellOf =
  (field: DealField): CellReader =>
  (text, readPlace) =>
    readPlace(text, field) ?? text

const readDirection: CellReader = (text) => {
  const word = fold(text.trim()).replace('eksport', 'export')
  return (
    DIRECTIONS.find((direction) =>
      [direction, ...Object.values(DIRECTION_NAMES[direction])].some((name) => fold(name) === word),
    ) ?? text
  )
}

/** Every column that a file may have, in the order in which help names them. */
export const FILE_COLUMNS: readonly FileColumn[] = [
  { field: 'id', isNamed: titled('id', 'lp', 'nr', 'numer', 'no', 'number', 'poz', 'pozycja') },
  { field: 'q', isNamed: titled('q', 'query', 'pytanie', 'kod lub nazwa', 'code or name') },
  {
    field: 'code',
    isNamed: titled(
      ...['code', 'cn', 'cn code', 'hs', 'hs code', 'taric', 'taric code', 'commodity code', 'tariff code'],
      ...['kod', 'kod cn', 'kod hs', 'kod taric', 'kod towaru', 'kod celny', 'kod taryfy'],
    ),
  },
  {
    field: 'name',
    isNamed: titled(
      ...['name', 'goods', 'product', 'product name', 'description', 'description of goods'],
      ...['nazwa', 'nazwa towaru', 'towar', 'produkt', 'nazwa produktu', 'opis', 'opis towaru'],
    ),
  },
  ...DEAL_FIELDS.map((field) => ({
    field,
    isNamed: (title: string) => fieldNamed(title) === field,
    read: readCellOf(field),
  })),
  ...TOLD_FIELDS.map((field) => ({
    field,
    isNamed: (title: string) => toldFieldNamed(title) === field,
    read: (text: string) => readTold(text, field),
  })),
  { field: 'direction', isNamed: titled('direction', 'kierunek'), read: readDirection },
  { field: 'regime', isNamed: titled('regime', 'reżim', 'reżim sankcyjny') },
]

/** What is asked when it is filled, before the next one. */
export const ASKED_FIELDS: readonly string[] = ['q', 'code', 'name']

export const columnNamed = (title: string): FileColumn | null =>
  FILE_COLUMNS.find(({ isNamed }) => isNamed(title)) ?? null

/** Why a cell is not asked: it would be read as other goods than were meant. */
export function cellProblem(text: string, field: string): LineProblem | null {
  // What Excel shows of a long number, and the way it writes a day: codes are grouped 4.2.2.
  if (/^\d[\d.,]*E\+?\d+$/i.test(text)) return 'cell_rounded'
  if (/^\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d$/.test(text)) return 'cell_date'
  // "to be determined" in a column of codes is the name of no goods.
  return field === 'code' && typedCode(text.normalize('NFC')) === null ? 'cell_no_code' : null
}

/** What is wrong with a line besides what can be wrong with a question. */
const LINE_PROBLEMS = {
  cell_rounded: {
    pl: 'Arkusz zaokrąglił tę liczbę. Wpisz kod jako tekst.',
    en: 'The sheet rounded this number. Enter the code as text.',
  },
  cell_date: {
    pl: 'Arkusz zamienił kod na datę. Wpisz kod jako tekst.',
    en: 'The sheet turned the code into a date. Enter the code as text.',
  },
  cell_no_code: {
    pl: 'W kolumnie kodów nie ma kodu. Popraw go, a nazwę towaru wpisz w kolumnie nazw.',
    en: 'There is no code in the column of codes. Correct it, and enter a name in the column of names.',
  },
  row_too_wide: {
    pl: 'Wiersz ma więcej pól niż nagłówek. Pole, w którym jest separator, ujmij w cudzysłów.',
    en: 'The row has more cells than the header. Put a cell that holds the separator in quotes.',
  },
} satisfies Record<string, Text>

export type LineProblem = keyof typeof LINE_PROBLEMS

export const lineProblemInWords = (code: LineProblem, language: Language): string => LINE_PROBLEMS[code][language]
