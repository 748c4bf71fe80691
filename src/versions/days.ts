import type { Change } from '../changes/change.ts'
import { windDownChanges } from '../changes/winddown-changes.ts'
import type { Dataset } from '../law/build/dataset.ts'
import type { Changes } from '../store/changes.ts'
import { dayInBrussels } from '../terms/day.ts'

/** Records the wind-downs of the days since the last recorded one, once for all services; days of downtime are caught up. */
export async function recordDays(changes: Changes, dataset: Dataset, at: Date): Promise<readonly Change[]> {
  const today = dayInBrussels(at)
  const last = await changes.lastDay()
  if (last !== null && last >= today) return []
  // On the first day of all, the past is history, which the law tells itself.
  return changes.recordDay(today, last === null ? [] : windDownChanges(dataset, last, today), at)
}
