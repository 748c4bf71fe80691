import type { Language } from '../../terms/language.ts'
import { type Checked, remarksOf, verdictOfLine } from './report.ts'
import { VERDICTS, type Verdict } from './verdict.ts'

export const SORTS = ['row', 'given', 'verdict'] as const
export type Sort = (typeof SORTS)[number]

/** How the reader wants the result: which lines, in which order. */
export interface Arrangement {
  readonly sort: Sort
  readonly down: boolean
  readonly only: Verdict | null
  readonly text: string
}

export const AS_GIVEN: Arrangement = { sort: 'row', down: false, only: null, text: '' }

export function arrange(
  checked: readonly Checked[],
  { sort, down, only, text }: Arrangement,
  language: Language,
): Checked[] {
  const wanted = fold(text)
  const found = checked.filter(
    (one) =>
      (only === null || verdictOfLine(one) === only) && (wanted === '' || saidOf(one, language).includes(wanted)),
  )
  const collator = new Intl.Collator(language, { numeric: true })
  const by: Record<Sort, (a: Checked, b: Checked) => number> = {
    row: (a, b) => a.line.row - b.line.row,
    given: (a, b) => collator.compare(a.line.given, b.line.given),
    verdict: (a, b) => VERDICTS.indexOf(verdictOfLine(a)) - VERDICTS.indexOf(verdictOfLine(b)),
  }
  const sign = down ? -1 : 1
  return found.toSorted((a, b) => sign * by[sort](a, b) || a.line.row - b.line.row)
}

/** What a search in the result looks at. */
function saidOf(one: Checked, language: Language): string {
  const { line, reply } = one
  const found = reply?.status === 'ok' ? reply : null
  const matches =
    found?.matches.map(({ annex, article, cn_code }) => `${annex ?? ''} ${article ?? ''} ${cn_code}`) ?? []
  return fold([line.given, line.q, found?.cn_name ?? '', ...matches, ...remarksOf(one, language)].join(' '))
}

const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'l').toLowerCase().trim()

export function countVerdicts(checked: readonly Checked[]): Map<Verdict, number> {
  const counts = new Map<Verdict, number>()
  for (const one of checked) counts.set(verdictOfLine(one), (counts.get(verdictOfLine(one)) ?? 0) + 1)
  return counts
}
