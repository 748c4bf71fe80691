import { foldText } from './fold-text.ts'

/** What a deal consists of, as fields of a question and as columns of a list. */
export const DEAL_FIELDS = ['origin', 'destination', 'via'] as const
export type DealField = (typeof DEAL_FIELDS)[number]

/** The countries of a deal by code; several countries on the way are separated by commas. */
export type LineDeal = Readonly<Partial<Record<DealField, string>>>

/** A country or territory as the form offers it, with its names in both languages. */
export interface Place {
  readonly code: string
  readonly names: readonly string[]
}

/** Reads a cell of the field; null when it is no country. */
export type PlaceReader = (text: string, field: DealField) => string | null

/** Other names that people write, beside those of the form. */
const USUAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'ZEA', 'Emiraty Arabskie'],
  BY: ['Republika Białorusi', 'Republic of Belarus'],
  CN: ['Chińska Republika Ludowa', 'ChRL', "People's Republic of China", 'PRC'],
  CZ: ['Republika Czeska', 'Czech Republic'],
  EU: ['UE', 'Unia', 'European Union', 'Unia Europejska'],
  GB: ['UK', 'Wielka Brytania', 'Great Britain', 'United Kingdom', 'Zjednoczone Królestwo'],
  GR: ['EL'],
  KG: ['Kirgizja', 'Kyrgyz Republic'],
  KR: ['Korea Południowa', 'South Korea', 'Republika Korei', 'Republic of Korea'],
  KZ: ['Republika Kazachstanu', 'Republic of Kazakhstan'],
  NL: ['Holandia', 'Holland'],
  RU: ['Federacja Rosyjska', 'Russian Federation'],
  TR: ['Turkey', 'Türkiye'],
  US: ['USA', 'United States of America', 'Stany Zjednoczone Ameryki'],
}

/** Reads codes, names in either language, and both together: `PL`, `Polska`, `PL - Poland`, `Poland (PL)`. */
export function placeReader(places: readonly Place[]): PlaceReader {
  const codes = new Map<string, string>()
  for (const { code, names } of places)
    for (const name of [code, ...names, ...(USUAL_NAMES[code] ?? [])]) codes.set(fold(name), code)
  const readOne = (text: string): string | null => {
    const known = codes.get(fold(text))
    if (known !== undefined) return known
    const [, first = '', second = ''] = /^([A-Za-z]{2}(?:-\d\d)?)\s*[-–:. ]\s*(.+)$/.exec(text.trim()) ?? []
    const [, last = '', inBrackets = ''] = /^(.+?)\s*[([]([A-Za-z]{2}(?:-\d\d)?)[)\]]$/.exec(text.trim()) ?? []
    for (const [code, name] of [
      [first, second],
      [inBrackets, last],
    ] as const) {
      const both = codes.get(fold(code))
      if (both !== undefined && both === codes.get(fold(name))) return both
    }
    return null
  }
  return (text, field) => {
    if (field !== 'via') return readOne(text)
    const route = text
      .split(/[,;/>→|]/)
      .filter((one) => one.trim() !== '')
      .map(readOne)
    return route.length > 0 && route.every((code) => code !== null) ? route.join(',') : null
  }
}

/** Also without the dots of abbreviations, such as U.S.A. */
const fold = (text: string): string =>
  foldText(text)
    .replaceAll('’', "'")
    .replace(/(?<=\b\p{L})\./gu, '')
    .replace(/\s+/g, ' ')

/** How titles of columns say what a deal consists of. */
const TITLES: Readonly<Record<DealField, RegExp>> = {
  origin: /pochodzeni|\borigin\b|^skąd$/iu,
  destination: /przeznaczeni|docelow|destination|^dokąd$/iu,
  via: /^via$|tranzyt|transit|^przez\b|^którędy$|\broute\b|^trasa$/iu,
}

/** The field that the title of a column names; null for any other column. */
export const fieldNamed = (title: string): DealField | null =>
  DEAL_FIELDS.find((field) => TITLES[field].test(title.trim())) ?? null
