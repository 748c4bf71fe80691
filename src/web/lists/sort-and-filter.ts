import type { Language } from '../../terms/language.ts'
import { type CheckedLine, remarksOf, verdictOfLine } from './report.ts'
import { VERDICTS, type Verdict } from './verdict.ts'

export const SORTS = ['row', 'given', 'verdict'] as const
export type Sort = (typeof SORTS)[number]

/** Which lines of a result are shown, and in which order. */
export interface TableView {
  readonly sort: Sort
  readonly descending: boolean
  /** Only lines with this verdict; null for all. */
  readonly verdict: Verdict | null
  /** Only lines that contain this text; empty for all. */
  readonly text: string
}

export const INITIAL_VIEW: TableView = { sort: 'row', descending: false, verdict: null, text: '' }

export function filterAndSort(
  checked: readonly CheckedLine[],
  { sort, descending, verdict, text }: TableView,
  language: Language,
): CheckedLine[] {
  const wanted = normalize(text)
  const found = checked.filter(
    (one) =>
      (verdict === null || verdictOfLine(one) === verdict) &&
      (wanted === '' || searchableText(one, language).includes(wanted)),
  )
  const collator = new Intl.Collator(language, { numeric: true })
  const by: Record<Sort, (a: CheckedLine, b: CheckedLine) => number> = {
    row: (a, b) => a.line.row - b.line.row,
    given: (a, b) => collator.compare(a.line.given, b.line.given),
    verdict: (a, b) => VERDICTS.indexOf(verdictOfLine(a)) - VERDICTS.indexOf(verdictOfLine(b)),
  }
  const sign = descending ? -1 : 1
  return found.toSorted((a, b) => sign * by[sort](a, b) || a.line.row - b.line.row)
}

/** What a search in the result looks through. */
function searchableText(one: CheckedLine, language: Language): string {
  const { line, reply } = one
  const found = reply?.status === 'ok' ? reply : null
  const matches =
    found?.matches.map(({ annex, article, cn_code }) => `${annex ?? ''} ${article ?? ''} ${cn_code}`) ?? []
  return normalize([line.given, line.q, found?.cn_name ?? '', ...matches, ...remarksOf(one, language)].join(' '))
}

/** Without case and diacritics; `ł` has no combining form, so it needs a rule of its own. */
const normalize = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'l').toLowerCase().trim()

export function countVerdicts(checked: readonly CheckedLine[]): Map<Verdict, number> {
  const counts = new Map<Verdict, number>()
  for (const one of checked) counts.set(verdictOfLine(one), (counts.get(verdictOfLine(one)) ?? 0) + 1)
  return counts
}
