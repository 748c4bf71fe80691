import { type Day, earlier, later, nextDay } from '../../base/day.ts'
import type { Listing } from '../read/law.ts'
import type { Measure } from '../terms/law.ts'

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

export function validityOf(listing: Listing | null, measure: Measure, actDay: ActDay, state: Day): Validity {
  const ofMeasure = measureSince(measure, actDay, state)
  const ofListing = listing ? listingSince(listing, actDay) : ofMeasure
  const to = earlier(listing?.until ?? null, measure.until ?? null)
  return {
    ...combine(ofListing, ofMeasure),
    wordsFrom: listing && listing.firstAct !== '' ? listing.from : null,
    to,
    untilAct: untilAct(listing, measure, to),
  }
}

/** A row or measure that still stands in the act may have a printed last day, which no act brought about. */
function untilAct(listing: Listing | null, measure: Measure, to: Day | null): string | null {
  if (listing?.untilAct && listing.until === to) return listing.untilAct
  return measure.until === to ? (measure.until_act ?? null) : null
}

/** Since when the code of a row has stood in its annex, in whatever words. */
export function listingSince({ from, fromBasis, fromAct, firstAct }: Listing, actDay: ActDay): Since {
  const day = firstAct === '' ? from : (actDay(firstAct) ?? from)
  if (fromBasis === 'at_latest') return { day, exact: false, earliest: null, act: null }
  return { day, exact: true, earliest: day, act: firstAct || fromAct || null }
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

/** Whether it is in force on that day. A doubt about the beginning gives "possibly", never "no". */
export function inForce({ from, to, possibleFrom, wordsFrom }: Validity, day: Day): 'yes' | 'possibly' | 'no' {
  if (to !== null && day > to) return 'no'
  if (wordsFrom !== null && day < wordsFrom) return 'no'
  if (from !== null && day >= from) return 'yes'
  return possibleFrom === null || day >= possibleFrom ? 'possibly' : 'no'
}
