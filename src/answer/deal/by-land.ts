import type { Hints } from '../../terms/law.ts'
import type { Deal } from './deal.ts'

/** The countries on the way as the goods cross them by land, with those that cannot be avoided; null where none is missing. */
export function viaByLand({ dispatch, via, destination }: Deal, hints: Hints | null): readonly string[] | null {
  const stops = [dispatch, ...via, destination]
  const missing = stops.map((stop, at) => {
    const next = stops[at + 1]
    return (hints?.by_land ?? []).find(
      ({ between, and }) =>
        next !== undefined &&
        ((between.includes(stop) && and.includes(next)) || (and.includes(stop) && between.includes(next))),
    )?.through
  })
  if (missing.every((one) => one === undefined)) return null
  return stops.flatMap((stop, at) => [stop, ...(missing[at] === undefined ? [] : [missing[at]])]).slice(1, -1)
}
