import { type ActDay, listingSince } from '../law/build/validity.ts'
import type { EndedListing, Listing } from '../law/read/law.ts'
import { type Day, nextDay } from '../terms/day.ts'

/** When something happened to a row, and the act that did it; null where no source shows it. */
export interface Dated {
  readonly act: string | null
  readonly day: Day | null
}

/** Since when a row has stood in its annex with these words. */
export function rowSince(row: Listing, actDay: ActDay): Dated {
  const act = row.wordsAct || row.firstAct || (row.mark === 'inserted' ? row.act : '') || null
  return { act, day: row.from ?? (act ? actDay(act) : null) }
}

/** The first day on which a row no longer stands in its annex; undefined while it does. */
export const rowGone = (row: Listing | EndedListing): Dated | undefined =>
  row.until === null ? undefined : { act: 'untilAct' in row ? row.untilAct : null, day: nextDay(row.until) }

/** A row whose first day is not known counts from the day on which our sources show it. */
export function isListedOn(row: Listing | EndedListing, day: Day, actDay: ActDay, state: Day): boolean {
  const since = rowSince(row, actDay).day ?? listingSince(row, actDay, state).day
  return (since === null || since <= day) && (row.until === null || day <= row.until)
}
