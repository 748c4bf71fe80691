import { wrap } from '../../base/plain-text.ts'
import type { RegimeLaw } from '../../law/read/law.ts'
import { type AnnexComparison, type Comparison, isSameAnnex } from './compare.ts'

/** `833/2014`, as the heading of its section in the changelog names an act. */
const titleOf = ({ folder }: RegimeLaw): string => folder.replace(/^(\d+)-(\d+)$/, '$1/$2')

/**
 * law/CHANGELOG.md with an entry at the top of the act's section, for a newer version or for differences of the pinned one.
 * An act without a section gets one behind the others.
 */
export function updateChangelog(text: string, comparison: Comparison, law: RegimeLaw, version: string): string {
  const isNewer = version > (law.regime.value.consolidated.version ?? '')
  if (!isNewer && comparison.annexes.every(isSameAnnex)) return text
  return withEntry(text, law, entryOf(comparison, version))
}

/** law/CHANGELOG.md with an entry on top of the section of a regime. */
export function withEntry(text: string, law: RegimeLaw, entry: string): string {
  const heading = new RegExp(`^## .*\\b${titleOf(law).replace('/', '\\/')}\\s*$`, 'm').exec(text)
  if (!heading)
    return `${text.trimEnd()}\n\n## ${law.regime.value.name.en}: ${law.regime.value.legal_act.en}\n${entry}\n`
  const start = heading.index + heading[0].length
  const nextSection = text.indexOf('\n## ', start)
  const firstEntry = text.indexOf('\n- ', start)
  const at = firstEntry >= 0 && (nextSection < 0 || firstEntry < nextSection) ? firstEntry + 1 : start + 1
  return `${text.slice(0, at)}${entry}\n${text.slice(at)}`
}

/** What an update changed, in a paragraph for lawyers. */
function entryOf(comparison: Comparison, version: string): string {
  const acts = comparison.newActs.flatMap(({ title }) => /\(EU\) (?:No )?\d+\/\d+/.exec(title)?.[0] ?? [])
  const parts = comparison.annexes.flatMap(annexPart)
  const read = [
    ...comparison.articles.map(({ article, marks }) => {
      const places = [...new Set(marks.map(({ paragraph }) => paragraph).filter(Boolean))]
      return `Article ${article}${places.map((place) => `(${place})`).join('')}`
    }),
    ...comparison.annexTexts.map(({ annex }) => `Annex ${annex}`),
  ]
  const text = [
    `- **${version}**${acts.length > 0 ? `, ${acts.join(', ')}` : ''}: ${parts.join('; ') || 'no listed goods changed'}.`,
    read.length > 0 ? `To be read again: ${read.join(', ')}.` : '',
    `Read by machine from ${comparison.page ?? ''}.`,
  ]
  return wrap(text.filter(Boolean).join(' '), 140, 2).join('\n')
}

export function annexPart({ annex, status, added, removed, changed, rowsInPage }: AnnexComparison): string[] {
  if (status === 'new') return [`Annex ${annex} is new (${rowsInPage} rows)`]
  if (status === 'gone') return [`Annex ${annex} is deleted`]
  const reissued = changed.filter(({ changes }) => changes.every(({ what }) => what === 'mark'))
  const others = changed.filter((pair) => !reissued.includes(pair))
  const says = [
    added.length > 0 ? `gains ${codes(added)}` : '',
    removed.length > 0 ? `loses ${codes(removed)}` : '',
    others.length > 0 ? `changes ${codes(others.map(({ row }) => row))}` : '',
    reissued.length > 0 ? `re-issues ${reissued.length} row${reissued.length === 1 ? '' : 's'}` : '',
  ].filter(Boolean)
  return says.length === 0 ? [] : [`Annex ${annex} ${says.join(', ')}`]
}

const MAX_CODES = 30
const codes = (rows: readonly { readonly printed: string }[]): string => {
  const names = rows.slice(0, MAX_CODES).map(({ printed }) => printed)
  return names.join(', ') + (rows.length > MAX_CODES ? ` and ${rows.length - MAX_CODES} more` : '')
}
