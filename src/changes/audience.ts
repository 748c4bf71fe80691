import { type Digits, ungroup } from '../base/cn-code.ts'
import { derivedOnce } from '../base/derived-once.ts'
import { type Dataset, isOnRequest } from '../law/dataset/dataset.ts'
import type { Change } from './change.ts'

/** The goods that somebody watches or that a change names. No code at all means all goods. */
type Codes = readonly Digits[]

/**
 * Decides which watchlists a change concerns: those with a code on one path with a code that the change names. A heading meets its
 * subheadings and a subheading its heading. A change without codes (a pending act, a provision whose former codes are not
 * known) may concern all goods, so it matches every watchlist; a watchlist without codes matches every change.
 * The relation is symmetric, so either side can be indexed. An index answers with at most eight lookups for each code.
 */
function shareGoods(indexed: Codes): (others: Codes) => boolean {
  if (indexed.length === 0) return () => true
  const own = new Set<string>()
  const prefixes = new Set<string>()
  for (const code of indexed) {
    own.add(code)
    for (let length = 2; length <= code.length; length++) prefixes.add(code.slice(0, length))
  }
  const meets = (code: Digits): boolean => {
    if (prefixes.has(code)) return true
    for (let length = 2; length < code.length; length++) if (own.has(code.slice(0, length))) return true
    return false
  }
  return (others) => others.length === 0 || others.some(meets)
}

type ChangedCodes = Pick<Change, 'cn_codes'>

/** Every question to the feed compares thousands of codes, and the feed lives as long as its law. */
const digitsOf = derivedOnce((codes: readonly string[]): Codes => codes.map(ungroup))

/** For one watchlist and many changes: whether a change concerns it. */
export function isToldOf(watched: Codes): (change: ChangedCodes) => boolean {
  const meets = shareGoods(watched)
  return ({ cn_codes }) => meets(digitsOf(cn_codes))
}

/** For some changes and many watchlists: whether at least one of the changes concerns a watchlist. */
export function audienceOf(changes: readonly ChangedCodes[]): (watched: Codes) => boolean {
  const concernsAll = changes.some(({ cn_codes }) => cn_codes.length === 0)
  return shareGoods(concernsAll ? [] : changes.flatMap(({ cn_codes }) => cn_codes.map(ungroup)))
}

/**
 * Marks the changes of regimes that are checked on request. As in a lookup, they concern only those who ask for
 * the regime by name.
 */
export function markOnRequest<C extends Change>(changes: readonly C[], { regimes }: Pick<Dataset, 'regimes'>): C[] {
  const codes = new Set(regimes.filter(isOnRequest).map(({ data }) => data.code))
  return changes.map((change) =>
    change.regime !== null && codes.has(change.regime) ? { ...change, onRequest: true } : change,
  )
}

/** Whether a change belongs to this regime or, with null, to those that every lookup checks. */
export const isOfRegime = (
  { regime: own, onRequest }: Pick<Change, 'regime' | 'onRequest'>,
  regime: string | null,
): boolean => (regime === null ? !onRequest : own === regime)
