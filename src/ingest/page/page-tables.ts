import { printMark } from './amendment-mark.ts'
import type { ConsolidatedPage } from './consolidated-page.ts'
import { readExclusion } from './exclusion.ts'
import type { GoodsRow } from './goods-table.ts'

/** The tables a page can be printed as, for other programs: TSV with one header line. */
export type PageTable = 'goods' | 'articles' | 'acts'

/** The table printed by default: goods if the page has annexes, else articles, else acts. */
export const mainTable = ({ annexes, articles }: ConsolidatedPage): PageTable =>
  annexes.length > 0 ? 'goods' : articles.length > 0 ? 'articles' : 'acts'

export function* tableLines(page: ConsolidatedPage, table: PageTable): Generator<string> {
  if (table === 'goods') {
    yield 'annex\tpart\tprinted_code\tdigits\tex\tdescription\tmark\n'
    for (const { rows } of page.annexes) {
      for (const { annex, part, printed, digits, ex, description, mark } of rows) {
        yield `${[annex, part, printed, digits, ex ? 1 : 0, description, printMark(mark)].join('\t')}\n`
      }
    }
  } else if (table === 'articles') {
    yield 'article\tparagraph\tpoint\ttext\tmark\n'
    for (const { provisions } of page.articles) {
      for (const { article, paragraph, point, text, mark } of provisions) {
        yield `${[article, paragraph, point, text, printMark(mark)].join('\t')}\n`
      }
    }
  } else {
    yield 'mark\tcelex\ttitle\toj\tpage\tdate\tlive\n'
    for (const { mark, celex, title, oj, page: printed, date, live } of page.acts) {
      yield `${[mark, celex, title, oj, printed, date, live ? 1 : 0].join('\t')}\n`
    }
  }
}

const THRESHOLD =
  /of any value|(?:of a )?(?:value|price)[^.;,]{0,30}?(?:exceeding|more than|above|up to)\s+(EUR|USD)\s+(\d[\d ]*(?:[.,]\d+)?)(?:\s+(?:each|per item))?/gi

/** Conditions that the text of a row or of its part states beside naming goods. */
const conditionsOf = ({ part, description, digits }: GoodsRow) => ({
  /** Excluded codes; null when the text names subcodes in a form that is not understood. */
  excludes: readExclusion(description, digits.replace(/(?:00)+$/, '')),
  /** Thresholds as printed, with their amount; `of any value` has none. */
  thresholds: [...`${part}; ${description}`.matchAll(THRESHOLD)].map(([text, unit, amount]) => ({
    text: text.trim(),
    amount: amount === undefined ? null : Number(amount.trim().replaceAll(' ', '').replace(',', '.')),
    unit: unit?.toUpperCase() ?? null,
  })),
})

/** The page for machines: everything that was read, each row with its conditions. */
export const pageAsJson = (page: ConsolidatedPage) => ({
  ...page,
  annexes: page.annexes.map((annex) => ({
    ...annex,
    rows: annex.rows.map((row) => ({ ...row, ...conditionsOf(row) })),
  })),
})
