import type { Extent, Kind } from '../../answer/assessment/terms.ts'
import type { CnResponse } from '../../answer/response.ts'

/** How something is marked: banned whole, banned in part, subject to a condition or duty, or not listed. */
export type Mark = 'ban' | 'partial' | 'condition' | 'clear'

export function markOf({ kind, extent }: { readonly kind: Kind | null; readonly extent: Extent }): Mark {
  if (kind === null) return 'clear'
  if (kind !== 'ban') return 'condition'
  return extent === 'whole' ? 'ban' : 'partial'
}

/** The mark of the headline. Where nothing was checked, or where the goods are a guess, "not listed" would be wrong. */
export function headlineMark({ assessment, meta }: CnResponse): Mark | 'unchecked' {
  const { checked, reaches, extent } = assessment
  const mark = markOf({ kind: reaches[0]?.kind ?? null, extent })
  return !checked || (mark === 'clear' && meta.name?.confidence === 'low') ? 'unchecked' : mark
}
