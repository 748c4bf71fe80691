import type { CnResponse } from '../../answer/response/response.ts'
import type { Answer, Extent, Kind } from '../../answer/response/terms.ts'

/** How something is marked: banned whole, banned in part, subject to a condition or duty, or not listed. */
export type Mark = 'ban' | 'partial' | 'condition' | 'clear'

export function markOf({ kind, extent }: { readonly kind: Kind | null; readonly extent: Extent }): Mark {
  if (kind === null) return 'clear'
  if (kind !== 'ban') return 'condition'
  return extent === 'whole' ? 'ban' : 'partial'
}

/** The mark of an answer. */
export const MARKS: Readonly<Record<Answer, Mark | 'unchecked'>> = {
  prohibited: 'ban',
  depends: 'partial',
  not_checked: 'unchecked',
  duties: 'condition',
  none: 'clear',
}

/** The mark of the headline. */
export const headlineMark = ({ assessment: { answer } }: Pick<CnResponse, 'assessment'>): Mark | 'unchecked' =>
  MARKS[answer]
