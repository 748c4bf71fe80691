import { group, isDigits } from '../base/cn-code.ts'
import { addDays, type Day } from '../base/day.ts'
import { forEachSliced, runToEnd, type TimeSliced } from '../base/time-slices.ts'
import type { Dataset } from '../law/dataset/dataset.ts'
import { isInAct, type Listing } from '../law/read/law.ts'
import { type Change, changeId, inOrder } from './change.ts'
import { annexPlace, sentences, source } from './change-texts.ts'
import { pendingAct, rowChanges } from './diff.ts'
import { rowGone, rowSince } from './listing-changes.ts'
import { measureAdded, measureAmended, measureDay, measureRemoved } from './measure-changes.ts'
import { type RegimeView, viewsOf } from './regime-view.ts'
import { endedWindDowns, windDownChanges } from './winddown-changes.ts'

/** Past changes, as far as the amendment marks and dates of one law show them. A change without a known day is left out. */
export const historyOf = (dataset: Dataset): readonly Change[] => runToEnd(historyInSlices(dataset))

/** The same, with pauses: the texts of all changes take more than a second. */
export function* historyInSlices(dataset: Dataset): TimeSliced<readonly Change[]> {
  const changes: Change[] = []
  for (const view of viewsOf(dataset)) {
    for (const part of [listingHistory, measureHistory, endedWindDowns, pendingActs]) {
      yield* forEachSliced(part(view), (change) => void changes.push(change))
    }
  }
  return changes.toSorted(inOrder)
}

/** Wind-downs that opened or ended up to that day, without past reminders. */
export const windDownHistory = (dataset: Dataset, today: Day): readonly Change[] =>
  windDownChanges(dataset, null, today).filter(({ type }) => type !== 'winddown.ending_soon')

/** What every act did to the lists, day by day: rows that came and went, or stand there with other words. */
function* listingHistory(view: RegimeView): Generator<Change> {
  for (const [annex, rows] of view.rows) {
    const spans = rows.map((row) => ({ row, since: rowSince(row).day, gone: rowGone(row)?.day ?? null }))
    // A row whose first day is not known is listed until it goes: its end is an event, its beginning is not.
    const known = spans.filter(({ since, gone }) => since !== null || gone !== null)
    const listed = (on: Day) =>
      known.filter(({ since, gone }) => (since ?? on) <= on && (gone === null || on < gone)).map(({ row }) => row)
    for (const day of new Set(known.flatMap(({ since, gone }) => [since, gone].filter((day) => day !== null)))) {
      if (day > view.knownUntil) continue
      yield* rowChanges(view, view, annex, listed(addDays(day, -1)), listed(day))
    }
    const undated = spans.flatMap(({ row, since }) => (since === null && view.actDay(row.act) !== null ? [row] : []))
    for (const [act, same] of Map.groupBy(undated, (row) => row.act)) yield reissue(view, annex, act, same)
  }
}

/** Rows that an act re-issued and of which no first day is known. The consolidated text does not show which of them changed, so they make one change together. */
function reissue(view: RegimeView, annex: string, act: string, rows: readonly Listing[]): Change {
  const used = view.annex(annex)
  const place = annexPlace(annex, used)
  const day = view.actDay(act) ?? view.state
  return {
    id: changeId('listing.changed', view.code, annex, act, 're-issued'),
    type: 'listing.changed',
    day,
    regime: view.code,
    annex,
    article: used.article,
    cn_codes: [
      ...new Set(
        rows
          .map(({ code }) => code)
          .filter(isDigits)
          .map(group),
      ),
    ],
    act,
    text: sentences(
      {
        pl: `Ogłoszono na nowo wiersze załącznika ${place.pl}, liczba: ${rows.length}. Nasze źródła nie pokazują, które z nich zmieniono.`,
        en: `Rows of Annex ${place.en} were re-issued: ${rows.length}. Our sources do not show which of them changed.`,
      },
      source(view.actName(act), day),
    ),
  }
}

function* measureHistory(view: RegimeView): Generator<Change> {
  for (const measure of view.regime.law.measures) {
    if (measureDay(view, measure)) yield measureAdded(view, measure, { past: true })
    if (!isInAct(measure)) {
      yield measureRemoved(view, view, measure)
      continue
    }
    const { amended_by, inserted_by } = measure
    const day = amended_by && amended_by !== inserted_by ? view.actDay(amended_by) : null
    if (amended_by && day) yield measureAmended(view, measure, amended_by, day)
  }
}

const pendingActs = (view: RegimeView): Change[] => view.regime.pending.map((act) => pendingAct(view, act))
