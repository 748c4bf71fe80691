import { fold } from '../../base/fold.ts'
import type { Language } from '../../base/language.ts'
import type { CitedRegime } from '../../law/terms/regime-name.ts'
import { answerTo, type CheckedLine, candidatesOf, classOf, LINE_CLASSES, type LineClass } from './checked-line.ts'
import { findingsInWords, remarksOf, sentenceOf } from './words.ts'

export const SORTS = ['row', 'given', 'class'] as const
export type Sort = (typeof SORTS)[number]

/** Which lines of a result are shown, and in which order. */
export interface TableView {
  readonly sort: Sort
  readonly descending: boolean
  /** Only lines of this class; null for all. */
  readonly only: LineClass | null
  /** Only lines that contain this text; empty for all. */
  readonly text: string
}

export const INITIAL_VIEW: TableView = { sort: 'row', descending: false, only: null, text: '' }

export function filterAndSort(
  checked: readonly CheckedLine[],
  { sort, descending, only, text }: TableView,
  regimes: readonly CitedRegime[],
  language: Language,
): CheckedLine[] {
  const wanted = fold(text.trim())
  const found = checked.filter(
    (one) =>
      (only === null || classOf(one) === only) &&
      (wanted === '' || searchableText(one, regimes, language).includes(wanted)),
  )
  const collator = new Intl.Collator(language, { numeric: true })
  const by: Record<Sort, (a: CheckedLine, b: CheckedLine) => number> = {
    row: (a, b) => a.line.row - b.line.row,
    given: (a, b) => collator.compare(a.line.given, b.line.given),
    class: (a, b) => LINE_CLASSES.indexOf(classOf(a)) - LINE_CLASSES.indexOf(classOf(b)),
  }
  const sign = descending ? -1 : 1
  return found.toSorted((a, b) => sign * by[sort](a, b) || a.line.row - b.line.row)
}

/** What a search in the result looks through. */
function searchableText(one: CheckedLine, regimes: readonly CitedRegime[], language: Language): string {
  const { line } = one
  const found = answerTo(one)
  const matches =
    found?.matches.map(({ annex, article, cn_code }) => `${annex ?? ''} ${article ?? ''} ${cn_code}`) ?? []
  const candidates = candidatesOf(one).map(({ code, name }) => `${code} ${name ?? ''}`)
  const findings = found ? findingsInWords(found, regimes, language) : []
  const texts = [
    line.given,
    line.label,
    line.q,
    found?.cn_name ?? '',
    sentenceOf(one),
    ...matches,
    ...candidates,
    ...findings,
  ]
  return fold([...texts, ...remarksOf(one, regimes, language)].join(' '))
}

export function countClasses(checked: readonly CheckedLine[]): Map<LineClass, number> {
  const counts = new Map<LineClass, number>()
  for (const one of checked) counts.set(classOf(one), (counts.get(classOf(one)) ?? 0) + 1)
  return counts
}
