import type { Dataset } from '../law/build/dataset.ts'
import type { Listing } from '../law/read/law.ts'
import { group, isDigits } from '../terms/cn-code.ts'
import type { Day } from '../terms/day.ts'
import { type Change, changeId, inOrder } from './change.ts'
import { annexPlace, sentences, source } from './change-texts.ts'
import { pendingAct } from './diff.ts'
import { added, beginningOf, numbered } from './listing-changes.ts'
import { measureAdded, measureAmended, measureDay } from './measure-changes.ts'
import { type RegimeView, viewsOf } from './regime-view.ts'
import { windDownChanges } from './winddown-changes.ts'

/** Past changes, as far as the amendment marks and dates of one law show them. A change without a known day is left out. */
export function historyOf(dataset: Dataset): readonly Change[] {
  return viewsOf(dataset)
    .flatMap((view) => [...listingHistory(view), ...measureHistory(view), ...pendingActs(view)])
    .toSorted(inOrder)
}

/** Wind-downs that opened or ended up to that day, without past reminders. */
export const windDownHistory = (dataset: Dataset, today: Day): readonly Change[] =>
  windDownChanges(dataset, null, today).filter(({ type }) => type !== 'winddown.ending_soon')

function* listingHistory(view: RegimeView): Generator<Change> {
  for (const { annex, listings } of view.regime.law.annexes) {
    const keys = numbered(listings)
    for (const row of listings) if (beginningOf(row, view).day) yield added(view, annex, row, keys.get(row) ?? [])
    const reissued = listings.filter((row) => {
      const day = view.actDay(row.act)
      return row.mark === 'replaced' && row.firstAct !== row.act && day !== null && beginningOf(row, view).day !== day
    })
    for (const [act, rows] of Map.groupBy(reissued, (row) => row.act)) yield reissue(view, annex, act, rows)
  }
}

/** Rows that an act re-issued. The consolidated text does not show which of them changed, so they make one change together. */
function reissue(view: RegimeView, annex: string, act: string, rows: readonly Listing[]): Change {
  const { article, what } = view.annex(annex)
  const place = annexPlace(annex, article, what)
  const day = view.actDay(act) ?? view.state
  return {
    id: changeId('listing.changed', view.code, annex, act, 're-issued'),
    type: 'listing.changed',
    day,
    regime: view.code,
    annex,
    article,
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
    const { amended_by, inserted_by } = measure
    const day = amended_by && amended_by !== inserted_by ? view.actDay(amended_by) : null
    if (amended_by && day) yield measureAmended(view, measure, amended_by, day)
  }
}

const pendingActs = (view: RegimeView): Change[] => view.regime.pending.map((act) => pendingAct(view, act))
