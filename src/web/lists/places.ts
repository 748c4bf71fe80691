import { fold } from '../../base/fold.ts'
import { DEAL_FIELDS, type DealField } from '../../law/terms/law-vocabulary.ts'

/** The countries of a deal by code, several on the way separated by commas; and the value of one item in EUR. */
export type LineDeal = Readonly<Partial<Record<DealField, string>>>

/** A country or territory as the form offers it, with its names in both languages. */
export interface Place {
  readonly code: string
  readonly names: readonly string[]
}

/** Reads a cell of the field; null when it is no country, or no value. */
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
  MM: ['Mjanma', 'Birma', 'Myanmar', 'Burma'],
  NL: ['Holandia', 'Holland'],
  RU: ['Federacja Rosyjska', 'Russian Federation'],
  TR: ['Turkey', 'Türkiye'],
  US: ['USA', 'United States of America', 'Stany Zjednoczone Ameryki'],
}

/** Reads codes, names in either language, and both together: `PL`, `Polska`, `PL - Poland`, `Poland (PL)`. */
export function placeReader(places: readonly Place[]): PlaceReader {
  const codes = new Map<string, string>()
  for (const { code, names } of places)
    for (const name of [code, ...names, ...(USUAL_NAMES[code] ?? [])]) codes.set(plain(name), code)
  const readOne = (text: string): string | null => {
    const known = codes.get(plain(text))
    if (known !== undefined) return known
    const [, first = '', second = ''] = /^([A-Za-z]{2}(?:-\d\d)?)\s*[-–:. ]\s*(.+)$/.exec(text.trim()) ?? []
    const [, last = '', inBrackets = ''] = /^(.+?)\s*[([]([A-Za-z]{2}(?:-\d\d)?)[)\]]$/.exec(text.trim()) ?? []
    for (const [code, name] of [
      [first, second],
      [inBrackets, last],
    ] as const) {
      const both = codes.get(plain(code))
      if (both !== undefined && both === codes.get(plain(name))) return both
    }
    return null
  }
  return (text, field) => {
    if (field === 'value') return readValue(text)
    if (field !== 'via') return readOne(text)
    const route = text
      .split(/[,;/>→|]/)
      .filter((one) => one.trim() !== '')
      .map(readOne)
    return route.length > 0 && route.every((code) => code !== null) ? route.join(',') : null
  }
}

/**
 * `1 250,50 EUR` → `1250.50`. A comma before three digits may part thousands or decimals, and is not read; neither is
 * another currency.
 */
function readValue(text: string): string | null {
  const plain = text.replace(/\s|\u00a0|EUR|€/giu, '')
  const written = /^\d+,\d{1,2}$/.test(plain) ? plain.replace(',', '.') : plain
  return /^\d{1,12}(?:\.\d{1,6})?$/.test(written) && Number(written) > 0 ? written : null
}

/** Also without the dots of abbreviations, such as U.S.A. */
const plain = (text: string): string =>
  fold(text.trim())
    .replaceAll('’', "'")
    .replace(/(?<=\b\p{L})\./gu, '')
    .replace(/\s+/g, ' ')

/** How titles of columns say what a deal consists of. */
const TITLES: Readonly<Record<DealField, RegExp>> = {
  origin: /pochodzeni|\borigin\b|^skąd$/iu,
  dispatch: /wysyłk|nadani|dispatch|consign|ship(?:ped|ping)? from/iu,
  destination: /przeznaczeni|docelow|destination|^dokąd$/iu,
  via: /^via$|tranzyt|transit|^przez\b|^którędy$|\broute\b|^trasa$/iu,
  // Only what says that it is about one item, in EUR: a total, or another currency, would decide wrongly.
  value:
    /^value$|(?:wartość|cena)(?=.*(?:szt|jedn))(?=.*(?:eur|€))|(?:unit|item)(?=.*(?:value|price))(?=.*(?:eur|€))/iu,
}

/** The field that the title of a column names; null for any other column. */
export const fieldNamed = (title: string): DealField | null =>
  DEAL_FIELDS.find((field) => TITLES[field].test(title.trim())) ?? null

/** How titles suggest it, which may as well head the names of companies. */
const SUGGESTIONS: readonly (readonly [DealField, RegExp])[] = [
  ['dispatch', /dostawc|nadawc|sprzedawc|załadun|supplier|seller|shipper|load/iu],
  ['destination', /dostaw|odbior|nabyw|klient|customer|consignee|buyer|deliver|ship(?:ped)? to/iu],
  ['origin', /produc|wytwór|manufactur|made in/iu],
]

/** The field that a title suggests; whether it is meant, what stands below tells. */
export const fieldSuggested = (title: string): DealField | null =>
  SUGGESTIONS.find(([, pattern]) => pattern.test(title))?.[0] ?? null

/** What a line tells beside its goods and its deal: parameters of a lookup, columns of a list. */
export const TOLD_FIELDS = ['contract_date', 'facts'] as const
export type ToldField = (typeof TOLD_FIELDS)[number]

const TOLD_TITLES: Readonly<Record<ToldField, RegExp>> = {
  contract_date: /^(?:contract date|date of (?:the )?contract|data (?:zawarcia )?(?:umowy|kontraktu))$/iu,
  facts: /^(?:facts?|fakty|okoliczności)$/iu,
}

/** The field that the title of a column names; null for any other column. */
export function toldFieldNamed(title: string): ToldField | null {
  const plain = title.replace(/[\s_.:-]+/gu, ' ').trim()
  return TOLD_FIELDS.find((field) => TOLD_TITLES[field].test(plain)) ?? null
}

/** A cell as its parameter takes it. What it does not understand it passes on, so that the parameter refuses it. */
export function readTold(text: string, field: ToldField): string {
  if (field === 'contract_date') return text.trim().replace(/^(\d\d)\.(\d\d)\.(\d{4})$/, '$3-$2-$1')
  return factsOf(text.split(/[,;\n]/))
}

/** `833-2014.3g(1)(d)=no`, as people write it beside `:`, for each fact. Ids may have `=` no more than commas. */
export const factsOf = (facts: readonly string[]): string =>
  facts
    .map((fact) => fact.trim().replace(/\s*[=:]\s*(?=[^=:]*$)/, ':'))
    .filter((fact) => fact !== '')
    .join()
