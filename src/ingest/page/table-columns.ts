import type { GridRow } from './table-grid.ts'

/** What a column holds. Further columns (prices, days, quantities) keep their printed name. */
export type Column = 'ex' | 'code' | 'description' | 'number' | { readonly further: string }

/** Names of the column of codes that acts use, in English and Polish; "ex CN code" says that every code is partial. */
const CODE =
  /^(?:ex )?(?:(?:(?:cn|hs|taric|tariff|customs|(?:combined )?nomenclature)(?: \(cn\))? ?[/-]? ?)*(?:codes?|(?:sub)?headings?|chapters?)(?: ?\/ ?headings?)?(?: \(ex\))?|cn|(?:kody?|pozycj[ae]|działy?)(?: (?:cn|hs|taric|nomenklatury scalonej)(?: ?\/ ?taric)?)?)$/
/** Names of the column of goods. A table with other names is not read, unless only one column can hold the goods. */
const DESCRIPTION =
  /^(?:(?:descriptions?|designations?|names?)(?: of (?:the )?(?:goods?|products?|items?|articles?))?|(?:product|goods|item) (?:description|name)s?|products?|goods?|items?|(?:opis|nazwa|wyszczególnienie)(?: (?:towar(?:u|ów)|produkt(?:u|ów)))?|produkty?|towary?)$/
const NUMBER = new Set(['no', 'no.', 'nr', 'lp', 'lp.', 'item no', 'item number'])
const FURTHER =
  /\b(?:price|prices|date|dates|expiry|quantity|quantities|volume|volumes|quota|value|threshold|unit|CAS)\b|cena|ceny|data|daty|ilość|ilości|wielkość|kontyngent|wartość|jednostka/i

const headerWord = (text: string): string =>
  text
    .replace(/\(\d*\)|[*:]/g, '')
    .trim()
    .toLowerCase()

export interface Header {
  readonly columns: readonly Column[]
  /** "ex CN code": every code of the column is partial. */
  readonly ex: boolean
  /** The name of the column of goods where it is the title of the list. */
  readonly title: string | null
}

/** The columns of a header row; null when the row is no header, `unknown` with the first cell that was not understood. */
export function readHeader(row: GridRow): Header | null | { readonly unknown: string } {
  const words = row.cells.map(({ text }) => headerWord(text))
  const isCode = (text = '') => CODE.test(text)
  if (row.full || !words.some(isCode)) return null
  const columns: Column[] = []
  let title: string | null = null
  const unnamed = !words.some((text) => DESCRIPTION.test(text))
  for (const [at, text] of words.entries()) {
    if (isCode(text) && !columns.includes('code')) columns.push('code')
    else if (DESCRIPTION.test(text) && !columns.includes('description')) columns.push('description')
    else if (NUMBER.has(text)) columns.push('number')
    else if ((text === '' || text === 'ex') && isCode(words[at + 1])) columns.push('ex')
    else if (FURTHER.test(text)) columns.push({ further: row.cells[at]!.text })
    else if (unnamed && text !== '' && !isCode(text) && !columns.includes('description')) {
      // The only column that can hold the goods may be called by the title of the list.
      columns.push('description')
      if (words.length === 2) title = row.cells[at]!.text
    } else return { unknown: row.cells[at]!.text }
  }
  if (!columns.includes('description')) return { unknown: row.cells.map(({ text }) => text).join(' | ') }
  return { columns, ex: words.some((text) => /^ex\s/.test(text) && isCode(text)), title }
}

/** Tables without a header: code and goods, or ex, code and goods. */
export const BARE_COLUMNS: Readonly<Record<number, readonly Column[]>> = {
  2: ['code', 'description'],
  3: ['ex', 'code', 'description'],
}

/** Column headers of tables without goods: persons, ships, services, technical items. */
const OTHER =
  /^(?:name|names|alias|aliases|vessel name|name of (?:the )?(?:vessel|ship|person|entity|bank|member state|listed)\b.*|imo.*|identifying information|date of (?:listing|designation|un designation|application).*|reasons|statement of reasons|statement of reasons?|description of services|stemming from cpc code|related item.*|nazwa|nazwisko.*|imię.*|nazwa statku|numer imo.*|uzasadnienie|powody.*|informacje identyfikacyjne|data umieszczenia.*|category|kategoria)\b/i

export const namesNoGoods = (first: GridRow): boolean =>
  readHeader(first) === null && first.cells.some(({ text }) => OTHER.test(headerWord(text)))
