import type { Judged } from '../../answer/assessment/mark-words.ts'
import type { CnResponse } from '../../answer/response.ts'

/** How something is marked: banned whole, banned in part, subject to a condition or duty, or not listed. */
export type Mark = 'ban' | 'partial' | 'condition' | 'clear'

export function markOf({ kind, extent }: Judged): Mark {
  if (kind === null) return 'clear'
  if (kind !== 'ban') return 'condition'
  return extent === 'whole' ? 'ban' : 'partial'
}

/** The mark of the headline. Where nothing was checked, "not listed" would be wrong. */
export const headlineMark = ({ checked, reaches, extent }: CnResponse['assessment']): Mark | 'unchecked' =>
  checked ? markOf({ kind: reaches[0]?.kind ?? null, extent }) : 'unchecked'
