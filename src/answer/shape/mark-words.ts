import type { Language, Text } from '../../base/language.ts'
import type { CnResponse } from '../response/response.ts'
import type { Extent } from '../response/terms.ts'

/** The gravest kind of measure on something and how far it reaches, as an answer gives it. */
export type Judged = Pick<NonNullable<CnResponse['meta']['goods']>[number], 'kind' | 'extent' | 'listed'>

export const BAN_MARKS: Readonly<Record<Exclude<Extent, 'none'>, Text>> = {
  whole: { pl: 'zakaz', en: 'ban' },
  threshold: { pl: 'zakaz powyżej progu', en: 'ban beyond a threshold' },
  description: { pl: 'zakaz zależnie od opisu', en: 'ban depending on the description' },
  some_codes: { pl: 'zakaz niektórych kodów', en: 'ban on some codes' },
  possible: { pl: 'możliwy zakaz', en: 'possible ban' },
}

export const CONDITION_MARK: Text = { pl: 'warunek lub obowiązek', en: 'condition or duty' }
const NOT_KNOWN: Text = { pl: 'nie wiadomo', en: 'not known' }
const NOT_FOR_ROUTE: Text = { pl: 'w wykazie, nie dla tej trasy', en: 'listed, not for this route' }
const NOT_FOR_DIRECTION: Text = { pl: 'w wykazie, nie dla tego kierunku', en: 'listed, not for this direction' }
const NOT_LISTED: Text = { pl: 'brak w wykazach', en: 'not listed' }

/** A mark for one line. That nothing was found on it means "not listed" only where all lists of that day are known. */
export function markInWords({ kind, extent, listed }: Judged, response: CnResponse, language: Language): string {
  if (kind === null || extent === 'none') {
    if (listed) return (response.deal ? NOT_FOR_ROUTE : NOT_FOR_DIRECTION)[language]
    return (listsAreKnown(response) ? NOT_LISTED : NOT_KNOWN)[language]
  }
  return (kind === 'ban' ? BAN_MARKS[extent] : CONDITION_MARK)[language]
}

/** Whether all that was asked about is known for that day. */
const listsAreKnown = ({ assessment: { checked }, scope }: CnResponse): boolean =>
  checked && scope.regimes.every(({ complete_from }) => complete_from <= scope.as_of)
