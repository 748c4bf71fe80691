import type { ConsolidatedPage } from '../ingest/consolidated-page.ts'

/** What was found, for the person at the terminal: on stderr, so that a pipe carries only rows. */
export function inventoryNote(page: ConsolidatedPage): string {
  const rows = page.annexes.reduce((sum, annex) => sum + annex.rows.length, 0)
  const counts = [
    `${page.acts.length} acts`,
    `${page.articles.length} articles`,
    `${page.annexes.length} annexes`,
    `${rows} listed goods`,
  ]
  const what = page.celex ? `${page.celex} (${page.language})${page.whole ? '' : ', a piece'}` : 'a piece of a page'
  return `${what}: ${counts.join(', ')}\n`
}
