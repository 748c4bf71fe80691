import { wrap } from '../../base/plain-text.ts'
import { type Mark, printMark } from '../../ingest/page/amendment-mark.ts'
import type { GoodsRow } from '../../ingest/page/goods-table.ts'
import { type AnnexComparison, type ArticleToRead, type Comparison, isSameAnnex } from '../../ingest/update/compare.ts'
import { printConflict } from '../../ingest/update/conflict.ts'
import type { Pair } from '../../ingest/update/pair-rows.ts'
import { shorten, type Terminal, table } from '../terminal.ts'

/** The comparison for machines, where conflicts are texts called `doubts`; the pairing is only for `law apply`. */
export const comparisonAsJson = (comparison: Comparison) => ({
  ...comparison,
  annexes: comparison.annexes.map(({ pairing: _, conflicts, ...annex }) => ({
    ...annex,
    doubts: conflicts.map(printConflict),
  })),
})

/** The comparison for people: a table of the annexes that differ, then each of them row by row. */
export function printComparison(comparison: Comparison, terminal: Terminal): string {
  const { act, page, pinned, older, whole, annexes, newActs, articles, annexTexts } = comparison
  const bold = (text: string) => terminal.style('bold', text)
  const differing = annexes.filter((annex) => !isSameAnnex(annex))
  const lines = [bold(`${page ?? 'A piece of a page'} against law/${act} (${pinned})`)]
  if (older) {
    const note = `The page is of ${older.version}, law/ of ${older.state}: what acts changed in between differs, too.`
    lines.push(...wrap(note, terminal.width))
  }
  if (!whole) lines.push(...wrap(pieceNote(annexes), terminal.width))
  lines.push('')
  if (differing.length > 0) {
    lines.push(
      ...table([
        ['ANNEX', 'IN LAW/', 'IN PAGE', 'ADDED', 'REMOVED', 'CHANGED', ''],
        ...differing.map((annex) => [
          annex.annex,
          ...[annex.rowsInLaw, annex.rowsInPage, annex.added.length, annex.removed.length, annex.changed.length].map(
            String,
          ),
          { new: 'new annex', gone: 'annex gone', changed: '', same: '', named: '' }[annex.status],
        ]),
      ]),
    )
  }
  const same = annexes.length - differing.length
  if (same > 0)
    lines.push(`${differing.length > 0 ? `${same} other` : same} annex${same === 1 ? '' : 'es'}: no difference`)
  const confirmed = annexes.filter((annex) => annex.confirmed > 0)
  if (confirmed.length > 0) {
    const counts = confirmed.map(({ annex, confirmed }) => `${confirmed} of annex ${annex}`).join(', ')
    lines.push(`Rows that were read in their act, confirmed by the page: ${counts}`)
  }
  for (const annex of differing) lines.push('', bold(`Annex ${annex.annex}`), ...annexLines(annex, terminal))
  if (newActs.length > 0) {
    lines.push('', bold('Acts that law/ does not have worked in'))
    lines.push(...table(newActs.map(({ mark, celex, title, date }) => [`  ${mark}`, celex, date, title])))
  }
  if (articles.length > 0) {
    lines.push('', bold('Articles to read again: words of these acts stand in them'))
    lines.push(...table(articles.map((article) => [`  ${article.article}`, marksOf(article), measuresOf(article)])))
  }
  if (annexTexts.length > 0) {
    lines.push('', bold('Annexes to read again: words of these acts stand in them outside rows of goods'))
    lines.push(...table(annexTexts.map(({ annex, marks }) => [`  ${annex}`, marks.map(signOf).join('; ')])))
  }
  const conflicts = annexes.flatMap((annex) => annex.conflicts.map(printConflict))
  if (conflicts.length > 0)
    lines.push('', bold('To decide'), ...conflicts.flatMap((text) => wrap(`  ${text}`, terminal.width, 4)))
  if (differing.length + newActs.length + articles.length + annexTexts.length === 0) lines.push('Nothing differs.')
  return `${lines.join('\n')}\n`
}

function pieceNote(annexes: readonly AnnexComparison[]): string {
  if (annexes.length === 0) return 'A piece without goods of law/: no annex is compared.'
  const missing = annexes.filter(({ notInPiece }) => notInPiece > 0)
  const names = annexes.map(({ annex }) => annex).join(', ')
  const cut = missing.map(({ annex, notInPiece }) => `${notInPiece} rows of annex ${annex}`).join(', ')
  return `A piece: only annex ${names} is compared.${cut ? ` Not in the piece: ${cut}; it may be cut, so they do not count as removed.` : ''}`
}

function annexLines(annex: AnnexComparison, terminal: Terminal): string[] {
  const width = terminal.width
  const row = (sign: string, printed: string, goods: string, mark: string) =>
    shorten(`  ${sign} ${printed.padEnd(16)} ${goods}${mark === '' ? '' : `  [${mark}]`}`, width)
  const lines = [
    ...annex.added.map((added) =>
      terminal.style('green', row('+', added.printed, shorten(added.description, width - 50), printMark(added.mark))),
    ),
    ...annex.removed.map((gone) =>
      terminal.style(
        'red',
        row(
          '-',
          gone.printed || '(no code)',
          shorten(gone.designation, width - 50),
          `${gone.act}:${gone.mark.toUpperCase()}`,
        ),
      ),
    ),
  ]
  const reissued = new Map<string, GoodsRow[]>()
  for (const pair of annex.changed) {
    const [only] = pair.changes
    if (pair.changes.length === 1 && only?.what === 'mark') {
      const key = `${only.before} → ${only.after}`
      reissued.set(key, [...(reissued.get(key) ?? []), pair.row])
    } else lines.push(...pairLines(pair, terminal))
  }
  for (const [marks, rows] of reissued) {
    const codes = rows.map(({ printed }) => printed).join(', ')
    lines.push(
      shorten(`  ~ mark alone, ${rows.length} row${rows.length === 1 ? '' : 's'}: ${marks} (${codes}`, width - 1) +
        (codes === '' ? '' : ')'),
    )
  }
  return lines
}

function pairLines({ row, changes }: Pair, terminal: Terminal): string[] {
  return [
    terminal.style('yellow', `  ~ ${row.printed}`),
    ...changes.flatMap(({ what, before, after }) => [
      ...wrap(`      ${what} before  ${before || '(none)'}`, terminal.width, 8),
      ...wrap(`      ${' '.repeat(what.length)} now     ${after || '(none)'}`, terminal.width, 8),
    ]),
  ]
}

const signOf = ({ sign, celex, action }: Mark): string => `▼${sign} ${celex} ${action}`.trim()

function marksOf({ marks, gone }: ArticleToRead): string {
  if (gone) return 'no longer in the page'
  const bySign = new Map<string, string[]>()
  for (const { paragraph, mark } of marks) {
    const key = signOf(mark)
    bySign.set(key, [...(bySign.get(key) ?? []), paragraph === '' ? '' : `(${paragraph})`])
  }
  return [...bySign]
    .map(([sign, places]) => [sign, places.filter(Boolean).join(', ')].filter(Boolean).join(' '))
    .join('; ')
}

const measuresOf = ({ measures }: ArticleToRead): string =>
  measures.length === 0 ? 'no measure in law/ yet' : `measures ${measures.join(', ')}`
