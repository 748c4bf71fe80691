import type { ConsolidatedPage } from './consolidated-page.ts'
import { printMark } from './amendment-mark.ts'

/** The tables a page can be printed as, for other programs: TSV with one header line. */
export type PageTable = 'goods' | 'articles' | 'acts'

/** What a page or piece is mostly about: its goods, else its articles, else its acts. */
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
