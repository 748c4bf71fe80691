import type { ConsolidatedPage } from '../../ingest/page/consolidated-page.ts'
import type { RowCountMismatch } from '../../ingest/update/open-law.ts'

/** What was read, for stderr: a pipe carries only rows. */
export function inventoryNote(page: ConsolidatedPage): string {
  const rows = page.annexes.reduce((sum, annex) => sum + annex.rows.length, 0)
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`
  const counts = [
    count(page.acts.length, 'act', 'acts'),
    count(page.articles.length, 'article', 'articles'),
    count(page.annexes.length, 'annex', 'annexes'),
    count(rows, 'row of goods', 'rows of goods'),
  ]
  const language = page.language ? ` (${page.language})` : ''
  const what = page.whole ? `${page.celex}${language}` : `a piece of ${page.celex ?? 'a page'}${language}`
  return `${what}: ${counts.join(', ')}\n`
}

/** The annexes with another number of rows than law/ expects. */
export function rowCountNote(mismatches: readonly RowCountMismatch[], whole: boolean): string {
  if (mismatches.length === 0) return `law/ expects the same rows${whole ? '' : ' in the annexes of this piece'}.\n`
  const lines = mismatches.map(({ annex, inPage, pinned }) =>
    pinned === null
      ? `  annex ${annex}: ${inPage} rows, new to law/`
      : `  annex ${annex}: ${inPage === 0 ? 'none' : inPage} here, ${pinned} in law/`,
  )
  const cut = whole ? '' : ' (a piece may hold only part of an annex)'
  return `Other rows than law/ expects${cut}:\n${lines.join('\n')}\nSee what changed: law compare\n`
}
