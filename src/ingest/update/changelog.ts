import type { AnnexComparison, Comparison } from './compare.ts'

/** law/CHANGELOG.md with one entry more, newest first, in the section of its act; null when it has no such section. */
export function addToChangelog(text: string, section: string, entry: string): string | null {
  const heading = new RegExp(`^## .*\\b${section.replace('/', '\\/')}\\s*$`, 'm').exec(text)
  if (!heading) return null
  const from = heading.index + heading[0].length
  const next = text.indexOf('\n## ', from)
  const first = text.indexOf('\n- ', from)
  const at = first >= 0 && (next < 0 || first < next) ? first + 1 : from + 1
  return `${text.slice(0, at)}${entry}\n${text.slice(at)}`
}

/** What an update did, in a paragraph that a lawyer can read. */
export function changelogEntry(comparison: Comparison, day: string, page: string): string {
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
    `- **${day}**${acts.length > 0 ? `, ${acts.join(', ')}` : ''}: ${parts.join('; ') || 'no listed goods changed'}.`,
    read.length > 0 ? `To be read again: ${read.join(', ')}.` : '',
    `Read by machine from ${page}.`,
  ]
  return wrapped(text.filter(Boolean).join(' '))
}

function annexPart({ annex, status, added, removed, changed, rowsInPage }: AnnexComparison): string[] {
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

const MOST = 30
const codes = (rows: readonly { readonly printed: string }[]): string => {
  const names = rows.slice(0, MOST).map(({ printed }) => printed)
  return names.join(', ') + (rows.length > MOST ? ` and ${rows.length - MOST} more` : '')
}

function wrapped(text: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > 140) {
      lines.push(line)
      line = `  ${word}`
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}
