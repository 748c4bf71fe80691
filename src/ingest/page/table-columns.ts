import type { GridRow } from './table-grid.ts'

/** What a column holds. Further columns (prices, days, quantities) keep their printed name. */
export type Column = 'ex' | 'code' | 'description' | 'number' | { readonly further: string }

/** Column headers that acts use, in English and Polish. A table with other headers is not read. */
const CODE = new Set(
  `cn code|cn codes|code|codes|hs code|hs codes|cn|chapter|taric code|taric codes|cn/taric code|cn/taric codes|cn / taric code|
  cn heading|heading|cn code/heading|combined nomenclature code|nomenclature code|cn code (ex)|
  kod cn|kody cn|kod|kody|kod hs|kody hs|dział|kod taric|kody taric|kod cn/taric|kody cn/taric|pozycja cn|kod nomenklatury scalonej`
    .split('|')
    .map((word) => word.trim()),
)
const DESCRIPTION = new Set(
  `description|description of goods|description of the goods|description of products|description of the good|product description|
  name of the good|name of the goods|name of goods|name of the product|name of product|product|products|product name|goods|good|
  designation|designation of goods|designation of the goods|item|items|
  opis|opis towaru|opis towarów|opis produktu|opis produktów|nazwa towaru|nazwa towarów|nazwa produktu|produkt|produkty|towar|towary|wyszczególnienie`
    .split('|')
    .map((word) => word.trim()),
)
const NUMBER = new Set(['no', 'no.', 'nr', 'lp', 'lp.', 'item no', 'item number'])
const FURTHER =
  /\b(?:price|prices|date|dates|expiry|quantity|quantities|volume|volumes|quota|value|threshold|unit)\b|cena|ceny|data|daty|ilość|ilości|wielkość|kontyngent|wartość|jednostka/i

const headerWord = (text: string): string =>
  text
    .replace(/\(\d+\)|[*:]/g, '')
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
  const isCode = (text = '') => CODE.has(text.replace(/^ex\s+/, ''))
  if (row.full || !words.some(isCode)) return null
  const columns: Column[] = []
  let title: string | null = null
  for (const [at, text] of words.entries()) {
    if (isCode(text) && !columns.includes('code')) columns.push('code')
    else if (DESCRIPTION.has(text) && !columns.includes('description')) columns.push('description')
    else if (NUMBER.has(text)) columns.push('number')
    else if ((text === '' || text === 'ex') && isCode(words[at + 1])) columns.push('ex')
    else if (FURTHER.test(text)) columns.push({ further: row.cells[at]!.text })
    else if (words.length === 2 && text !== '' && !isCode(text)) {
      // The only column beside the codes holds the goods, whatever it is called.
      columns.push('description')
      title = row.cells[at]!.text
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
