import type { CnResponse } from '../../answer/response.ts'
import type { Language } from '../../terms/language.ts'
import { BAN_TEXTS, CONDITION, NOT_KNOWN, NOT_LISTED } from './texts.ts'

/** The gravest kind of measure on something and how far it reaches, as the API gives it. */
type Judged = Pick<NonNullable<CnResponse['meta']['goods']>[number], 'kind' | 'extent'>

/** How something is marked: banned whole, banned in part, subject to a condition or duty, or not listed. */
export type Mark = 'ban' | 'partial' | 'condition' | 'clear'

export function markOf({ kind, extent }: Judged): Mark {
  if (kind === null) return 'clear'
  if (kind !== 'ban') return 'condition'
  return extent === 'whole' ? 'ban' : 'partial'
}

/** The mark in words. That nothing was found on it means "not listed" only where all lists of that day are known. */
export function markInWords({ kind, extent }: Judged, response: CnResponse, language: Language): string {
  if (kind === null || extent === 'none') return (listsAreKnown(response) ? NOT_LISTED : NOT_KNOWN)[language]
  return (kind === 'ban' ? BAN_TEXTS[extent] : CONDITION)[language]
}

const listsAreKnown = ({ assessment: { checked }, scope }: CnResponse): boolean =>
  checked && scope.regimes.every(({ complete_from }) => complete_from <= scope.as_of)

/** The mark of the headline. Where nothing was checked, "not listed" would be wrong. */
export const headlineMark = ({ checked, reaches, extent }: CnResponse['assessment']): Mark | 'unchecked' =>
  checked ? markOf({ kind: reaches[0]?.kind ?? null, extent }) : 'unchecked'
