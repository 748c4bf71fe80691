import type { Grid, GridRow } from './table-grid.ts'

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

/** The columns of a header row; null when the row is no header, `unknown` with the first cell that was not understood. */
export function readHeader(row: GridRow): readonly Column[] | null | { readonly unknown: string } {
  const words = row.cells.map(({ text }) => headerWord(text))
  if (row.full || !words.some((text) => CODE.has(text))) return null
  const columns: Column[] = []
  for (const [at, text] of words.entries()) {
    if (CODE.has(text) && !columns.includes('code')) columns.push('code')
    else if (DESCRIPTION.has(text) && !columns.includes('description')) columns.push('description')
    else if (NUMBER.has(text)) columns.push('number')
    else if ((text === '' || text === 'ex') && CODE.has(words[at + 1] ?? '')) columns.push('ex')
    else if (FURTHER.test(text)) columns.push({ further: row.cells[at]!.text })
    else return { unknown: row.cells[at]!.text }
  }
  return columns.includes('description') ? columns : { unknown: row.cells.map(({ text }) => text).join(' | ') }
}

/** Tables without a header: code and goods, or ex, code and goods. */
export const BARE_COLUMNS: Readonly<Record<number, readonly Column[]>> = {
  2: ['code', 'description'],
  3: ['ex', 'code', 'description'],
}

/** Column headers of tables without goods: persons, ships, services, technical items. */
const OTHER =
  /^(?:name|names|alias|aliases|vessel name|name of (?:the )?(?:vessel|ship|person|entity|bank|member state|listed)\b.*|imo.*|identifying information|date of (?:listing|designation|un designation|application).*|reasons|statement of reasons|statement of reasons?|description of services|stemming from cpc code|related item.*|nazwa|nazwisko.*|imię.*|nazwa statku|numer imo.*|uzasadnienie|powody.*|informacje identyfikacyjne|data umieszczenia.*|category|kategoria)\b/i

export const namesNoGoods = (grid: Grid): boolean => {
  const first = grid.rows.find((row) => row.cells.some(({ text }) => text !== ''))
  return (
    first !== undefined && readHeader(first) === null && first.cells.some(({ text }) => OTHER.test(headerWord(text)))
  )
}
