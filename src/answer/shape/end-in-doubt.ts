import type { Day } from '../../base/day.ts'
import type { Text } from '../../base/language.ts'

/** A period that counts as open after its last day has an end that the sources leave in doubt. */
export const isEndInDoubt = (
  { status, until }: { readonly status: string; readonly until: Day | null },
  day: Day,
): boolean => status === 'open' && until !== null && until < day

export const END_IN_DOUBT: Text = {
  pl: 'nie jest pewne, że ten termin upłynął',
  en: 'it is not certain that this has ended',
}
