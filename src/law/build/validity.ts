import { type Digits, onOnePath } from '../../terms/cn-code.ts'
import { type Day, earlier, later, nextDay } from '../../terms/day.ts'
import type { Measure } from '../../terms/law.ts'
import type { Listing } from '../read/law.ts'

/** When a listing binds under a measure, as far as the sources show it. */
export interface Validity {
  /** First day shown in force; null when no day is known. */
  readonly from: Day | null
  readonly basis: 'exact' | 'at_latest' | null
  /** Last day in force; null while open. */
  readonly to: Day | null
  /** No earlier day is possible; null when the sources set no bound. */
  readonly possibleFrom: Day | null
  /** Codes that were listed before the row was widened: for them the exact first day is that of the wider row only. */
  readonly narrowerBefore: readonly Digits[]
  readonly narrowerFrom: Day | null
}

/** What is known of a beginning: the day itself, or a day by which it had begun. */
interface Since {
  readonly day: Day | null
  readonly exact: boolean
  readonly earliest: Day | null
}

/** The day an act came into force, if we know it. */
export type ActDay = (celex: string) => Day | null

export function validityOf(listing: Listing | null, measure: Measure, actDay: ActDay, state: Day): Validity {
  const ofMeasure = measureSince(measure, actDay, state)
  const ofListing = listing ? listingSince(listing, actDay, state) : ofMeasure
  return {
    ...combine(ofListing, ofMeasure),
    to: listing?.until ?? null,
    narrowerBefore: listing?.narrowerBefore ?? [],
    narrowerFrom: ofMeasure.earliest,
  }
}

/** An inserted row is as old as its act; a re-issued one at the latest, and older texts may show it older still. */
export function listingSince(listing: Listing, actDay: ActDay, state: Day): Since {
  const inserted = listing.firstAct || (listing.mark === 'inserted' ? listing.act : '')
  const day = listing.from ?? (inserted ? actDay(inserted) : null)
  if (day) return { day, exact: true, earliest: day }
  return { day: earlier(earlier(actDay(listing.act), listing.atLatest), state), exact: false, earliest: null }
}

function measureSince(measure: Measure, actDay: ActDay, state: Day): Since {
  // A date that a later act is to set cannot have come before the state of our data, but may have come since.
  if (measure.waits_for_act) return { day: null, exact: false, earliest: nextDay(state) }
  const day = measure.applies_from
  const or = measure.doubts?.find(({ about }) => about === 'applies_from')?.or
  if (day && or) return { day: later(day, or), exact: false, earliest: earlier(day, or) }
  if (day) return { day, exact: true, earliest: day }
  return {
    day: actDay(measure.amended_by ?? measure.inserted_by) ?? state,
    exact: false,
    earliest: actDay(measure.inserted_by),
  }
}

/** Both must have begun. The day is exact when the later of the two is. */
function combine(listing: Since, measure: Since): Pick<Validity, 'from' | 'basis' | 'possibleFrom'> {
  const possibleFrom = later(listing.earliest, measure.earliest)
  const from = later(listing.day, measure.day)
  if (listing.day === null || measure.day === null) return { from: null, basis: null, possibleFrom }
  const exact = (listing.exact && listing.day === from) || (measure.exact && measure.day === from)
  return { from, basis: exact ? 'exact' : 'at_latest', possibleFrom: exact ? from : possibleFrom }
}

/** In force for these goods on that day: a doubt about the beginning counts as "possibly", never as "no". */
export function inForce(validity: Validity, goods: Digits, day: Day): 'yes' | 'possibly' | 'no' {
  const { from, to, possibleFrom, narrowerBefore, narrowerFrom } = validity
  if (to !== null && day > to) return 'no'
  if (from !== null && day >= from) return 'yes'
  if (possibleFrom === null || day >= possibleFrom) return 'possibly'
  const listedNarrower = narrowerBefore.some((code) => onOnePath(code, goods))
  return listedNarrower && (narrowerFrom === null || day >= narrowerFrom) ? 'possibly' : 'no'
}
