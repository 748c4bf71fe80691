import type { CnResponse, CnResult } from '../../answer/response/response.ts'
import { calendarDay, type Day, daysBetween } from '../../base/day.ts'
import { isBan } from './trade-direction.ts'

/** One bar of the timeline. */
export interface Span {
  readonly kind: 'ban' | 'condition' | 'winddown'
  readonly regime: string
  readonly annex: string | null
  readonly article: string
  /** Null: the first day is unknown, so the bar begins at the left edge. */
  readonly from: Day | null
  /** Null: still open. */
  readonly to: Day | null
  /** `from` is the latest day it can have begun. */
  readonly atLatest: boolean
}

export type Timeline = NonNullable<ReturnType<typeof timelineOf>>

/** More bars than this make no readable picture. */
const MAX_SPANS = 14
/** Bars reserved for wind-downs even if there are more measures than fit. */
const RESERVED_FOR_WINDDOWNS = 4

/** Measures and wind-downs of an answer in time, earliest first; null where there is nothing to draw. */
export function timelineOf({ results, winddowns, scope, meta }: CnResponse) {
  const measures = byStart(drawable(meta.history ? periodSpans(meta.history) : measureSpans(results)))
  // Open wind-downs come first, so that they are drawn when not all fit.
  const winddownBars = winddownSpans(
    winddowns
      .filter(({ status }) => status !== 'unknown')
      .toSorted((a, b) => Number(b.status === 'open') - Number(a.status === 'open')),
  )
  const spans = [...measures, ...winddownBars]
  const days = spans.flatMap(({ from, to }) => [from, to]).filter((day) => day !== null)
  if (days.length === 0) return null
  const sorted = [scope.as_of, ...days].toSorted()
  const room = Math.max(MAX_SPANS - measures.length, RESERVED_FOR_WINDDOWNS)
  const drawnWinddowns = byStart(winddownBars.slice(0, room))
  const drawn = [...measures.slice(0, MAX_SPANS - drawnWinddowns.length), ...drawnWinddowns]
  return {
    spans: drawn,
    first: newYear(Number(sorted[0]!.slice(0, 4))),
    last: endOf(Number(sorted.at(-1)!.slice(0, 4))),
    asOf: scope.as_of,
    /** How many measures and wind-downs are not drawn. */
    omitted: spans.length - drawn.length,
  }
}

/** The first day of a year. */
export const newYear = (year: number): Day => calendarDay(`${String(year).padStart(4, '0')}-01-01`)

/** The first day after a year, as far as days have four digits for the year. */
const endOf = (year: number): Day => (year < 9999 ? newYear(year + 1) : calendarDay('9999-12-31'))

const byStart = (spans: readonly Span[]): Span[] => spans.toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''))

/** Measures in force come first, then those that ended last, so that they are drawn when not all fit. */
const drawable = (spans: readonly Span[]): readonly Span[] =>
  spans.toSorted((a, b) => ((a.to ?? '9') < (b.to ?? '9') ? 1 : -1)).slice(0, MAX_SPANS)

/** The periods in which provisions listed the code, those that are over included. */
const periodSpans = (history: NonNullable<CnResponse['meta']['history']>): Span[] =>
  history.map(({ regime, annex, article, type, from, from_basis, to }) => ({
    kind: type.endsWith('_ban') ? 'ban' : 'condition',
    regime,
    annex,
    article,
    from,
    to,
    atLatest: from_basis === 'at_latest',
  }))

/** Listings of one measure are one bar, from the first to the last of them. */
function measureSpans(results: readonly CnResult[]): Span[] {
  const measures = Map.groupBy(results, ({ regime, annex, article }) => `${regime.code} ${annex} ${article}`)
  return [...measures.values()].map((listings) => {
    const earliest = listings.toSorted((a, b) => (a.valid_from ?? '').localeCompare(b.valid_from ?? ''))[0]!
    const ends = listings.map(({ valid_to }) => valid_to)
    return {
      kind: isBan(earliest) ? 'ban' : 'condition',
      regime: earliest.regime.code,
      annex: earliest.annex,
      article: earliest.article ?? '',
      from: earliest.valid_from,
      to: ends.includes(null) ? null : ends.toSorted().at(-1)!,
      atLatest: earliest.valid_from_basis === 'at_latest',
    } satisfies Span
  })
}

const winddownSpans = (winddowns: CnResponse['winddowns']): Span[] =>
  winddowns.map(({ regime, annex, article, contracts_before, from, until }) => ({
    kind: 'winddown',
    regime,
    annex,
    article,
    from: from ?? contracts_before,
    to: until,
    atLatest: false,
  }))

/** The position of a day between the first and the last, in percent. */
export function percent(day: Day, { first, last }: Pick<Timeline, 'first' | 'last'>): number {
  return Math.round((daysBetween(first, day) / daysBetween(first, last)) * 10_000) / 100
}
