import { type Digits, onOnePath } from '../../terms/cn-code.ts'
import { type Day, earlier, later, nextDay } from '../../terms/day.ts'
import type { Measure } from '../../terms/law.ts'
import type { EndedListing, Listing } from '../read/law.ts'

/** When a listing is in force under a measure, as far as the sources show. */
export interface Validity {
  /** The first day on which it is known to be in force; null when no day is known. */
  readonly from: Day | null
  readonly basis: 'exact' | 'at_latest' | null
  /** Last day in force; null while open. */
  readonly to: Day | null
  /** The earliest possible first day; null when the sources set no bound. */
  readonly possibleFrom: Day | null
  /** With words that are younger than the listing: their first day. Before it other words stood there, in a row of their own. */
  readonly wordsFrom: Day | null
  /** The act by which it came, if `from` is exact; the act by which it went, if it has. */
  readonly sinceAct: string | null
  readonly untilAct: string | null
  /** Codes that were listed before the row was widened. `from` is the first day of the wider row, so they may be listed for longer. */
  readonly narrowerBefore: readonly Digits[]
  readonly narrowerFrom: Day | null
}

/** What is known of a beginning: its day, or a day by which it had happened. */
interface Since {
  readonly day: Day | null
  readonly exact: boolean
  readonly earliest: Day | null
  /** The act of an exact day. */
  readonly act: string | null
}

/** The day on which an act came into force, if it is known. */
export type ActDay = (celex: string) => Day | null

export function validityOf(
  listing: Listing | EndedListing | null,
  measure: Measure,
  actDay: ActDay,
  state: Day,
): Validity {
  const ofMeasure = measureSince(measure, actDay, state)
  const ofListing = listing ? listingSince(listing, actDay, state) : ofMeasure
  const to = earlier(listing?.until ?? null, measure.until ?? null)
  return {
    ...combine(ofListing, ofMeasure),
    wordsFrom: listing?.wordsAct ? (listing.from ?? actDay(listing.wordsAct)) : null,
    to,
    untilAct: untilAct(listing, measure, to),
    narrowerBefore: listing?.narrowerBefore ?? [],
    narrowerFrom: ofMeasure.earliest,
  }
}

/** A row or measure that still stands in the act may have a printed last day, which no act brought about. */
function untilAct(listing: Listing | EndedListing | null, measure: Measure, to: Day | null): string | null {
  if (listing && 'untilAct' in listing && listing.until === to) return listing.untilAct
  return measure.until === to ? (measure.until_act ?? null) : null
}

/** An inserted row is as old as its act. A re-issued row may be older than its act, and older texts can show how much. */
export function listingSince(listing: Listing, actDay: ActDay, state: Day): Since {
  const { from, wordsAct } = listing
  const act = listing.firstAct || (listing.mark === 'inserted' ? listing.act : '') || null
  const day = (wordsAct === '' ? from : null) ?? (act ? actDay(act) : null)
  if (day) return { day, exact: true, earliest: day, act }
  return {
    day: earlier(earlier(actDay(listing.act), listing.atLatest), state),
    exact: false,
    earliest: null,
    act: null,
  }
}

function measureSince(measure: Measure, actDay: ActDay, state: Day): Since {
  // The day is to be set by a later act, so it is after the state of our data and may have come since.
  if (measure.waits_for_act) return { day: null, exact: false, earliest: nextDay(state), act: null }
  const day = measure.applies_from
  const or = measure.doubts?.find(({ about }) => about === 'applies_from')?.or
  if (day && or) return { day: later(day, or), exact: false, earliest: earlier(day, or), act: null }
  if (day) return { day, exact: true, earliest: day, act: measure.inserted_by }
  return {
    day: actDay(measure.amended_by ?? measure.inserted_by) ?? state,
    exact: false,
    earliest: actDay(measure.inserted_by),
    act: null,
  }
}

/** Listing and measure must both have begun. The day is exact when the later of the two is. */
function combine(listing: Since, measure: Since): Pick<Validity, 'from' | 'basis' | 'possibleFrom' | 'sinceAct'> {
  const possibleFrom = later(listing.earliest, measure.earliest)
  const from = later(listing.day, measure.day)
  if (listing.day === null || measure.day === null) return { from: null, basis: null, possibleFrom, sinceAct: null }
  const exact = [listing, measure].find((since) => since.exact && since.day === from)
  return {
    from,
    basis: exact ? 'exact' : 'at_latest',
    possibleFrom: exact ? from : possibleFrom,
    sinceAct: exact?.act ?? null,
  }
}

/** A row that had gone before the measure began. */
export const neverInForce = ({ from, to, possibleFrom }: Validity): boolean => {
  const begins = possibleFrom ?? from
  return to !== null && begins !== null && begins > to
}

/** Whether it is in force for these goods on that day. A doubt about the beginning gives "possibly", never "no". */
export function inForce(validity: Validity, goods: Digits, day: Day): 'yes' | 'possibly' | 'no' {
  const { from, to, possibleFrom, wordsFrom, narrowerBefore, narrowerFrom } = validity
  if (to !== null && day > to) return 'no'
  if (wordsFrom !== null && day < wordsFrom) return 'no'
  if (from !== null && day >= from) return 'yes'
  if (possibleFrom === null || day >= possibleFrom) return 'possibly'
  const listedNarrower = narrowerBefore.some((code) => onOnePath(code, goods))
  return listedNarrower && (narrowerFrom === null || day >= narrowerFrom) ? 'possibly' : 'no'
}
