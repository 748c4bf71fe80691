import type { Digits } from '../base/cn-code.ts'
import type { Day } from '../base/day.ts'
import { type Dataset, isOnRequest } from '../law/dataset/dataset.ts'
import type { Listing } from '../law/read/law.ts'
import type { Measure } from '../law/terms/law.ts'
import { isOfRegime, isToldOf, markOnRequest } from './audience.ts'
import { type Change, inOrder } from './change.ts'
import { rowChanges } from './diff.ts'
import { measureAdded, measureDay, measureRemoved } from './measure-changes.ts'
import { type RegimeView, viewsOf } from './regime-view.ts'

/**
 * What changed in the law from one day to another: listings and measures, with the acts that did it. `asked`: only what
 * concerns the goods of a code, in its regime, or in those that are always checked.
 */
export function diffDays(
  dataset: Dataset,
  from: Day,
  to: Day,
  asked?: { readonly code: Digits; readonly regime: string | null },
): readonly Change[] {
  const isTold = asked ? isToldOf([asked.code]) : () => true
  const concerns = (row: Pick<Listing, 'code'>) => !asked || (row.code !== '' && isTold({ cn_codes: [row.code] }))
  const isAsked = ({ regime }: RegimeView) =>
    !asked || (asked.regime === null ? !isOnRequest(regime) : regime.data.code === asked.regime)
  const views = viewsOf(dataset).filter(isAsked)
  const changes = views.flatMap((view) => [
    ...listingsBetween(view, from, to, concerns),
    ...measuresBetween(view, from, to),
  ])
  const shown = asked
    ? markOnRequest(changes, dataset).filter((change) => isTold(change) && isOfRegime(change, asked.regime))
    : changes
  return shown.toSorted(inOrder)
}

function* listingsBetween(
  view: RegimeView,
  from: Day,
  to: Day,
  concerns: (row: Listing) => boolean,
): Generator<Change> {
  for (const [annex, ofAnnex] of view.rows) {
    const rows = ofAnnex.filter(concerns)
    const listed = (day: Day) => rows.filter(({ from, until }) => from <= day && (until === null || day <= until))
    yield* rowChanges(view, view, annex, listed(from), listed(to))
  }
}

function* measuresBetween(view: RegimeView, from: Day, to: Day): Generator<Change> {
  const inForce = (measure: Measure, day: Day): boolean => {
    const first = measureDay(view, measure)
    return (
      !measure.waits_for_act && first !== null && first <= day && (measure.until === undefined || day <= measure.until)
    )
  }
  for (const measure of view.regime.law.measures) {
    const [before, after] = [inForce(measure, from), inForce(measure, to)]
    if (after && !before) yield measureAdded(view, measure, { past: true })
    if (before && !after) yield measureRemoved(view, view, measure)
  }
}
