import { wrap } from '../../base/plain-text.ts'
import { printConflict } from '../../ingest/update/conflict.ts'
import type { Update } from '../../ingest/update/plan-update.ts'
import type { Terminal } from '../terminal.ts'
import { printComparison } from './print-comparison.ts'

/** What was written into law/, or would be without --dry-run, and what a person has to do next. */
export function printUpdate(update: Update & { readonly written: boolean }, terminal: Terminal): string {
  const { comparison, files, unread, written } = update
  const lines = [printComparison(comparison, terminal)]
  if (files.size === 0) return `${lines.join('')}\nlaw/ already is this page: nothing to write.\n`
  lines.push(terminal.style('bold', written ? 'Written' : 'Would be written'))
  for (const [path, text] of files) lines.push(`  law/${path}${text === null ? ' (deleted)' : ''}`)
  if (unread.length > 0) {
    const names = unread.map(({ annex, article }) => (annex === undefined ? `Article ${article}` : `Annex ${annex}`))
    const todo = `Read again, with the act beside you: ${names.join(', ')}. Measures were not touched. They stand in to_read of regime.yaml; until that list is empty, answers say to_review.`
    lines.push('', ...wrap(todo, terminal.width))
  }
  if (written) lines.push('', 'Look at the diff, then commit it: git diff law/')
  return `${lines.join('\n')}\n`
}

/** Why nothing was written, and what to do. */
export function printConflicts({ conflicts }: Update, terminal: Terminal): string {
  return [
    terminal.style('bold', 'Nothing was written. First to decide:'),
    ...conflicts.flatMap((conflict) => wrap(`  ${printConflict(conflict)}`, terminal.width, 4)),
    'What is written by hand into law/ counts as decided. See docs/updating-the-law.md.',
    '',
  ].join('\n')
}
