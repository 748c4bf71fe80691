import type { Digits } from '../../base/cn-code.ts'
import type { Dataset, Entry } from '../../law/dataset/dataset.ts'
import { nearTo } from '../../law/dataset/near.ts'
import type { NearUncoded } from '../match/uncoded.ts'
import { coatsId, rowId } from './asks.ts'
import { countryAskId } from './described.ts'

/** The ids of all questions that goods of these codes can be asked, on whatever route, day or value. `ever` are all their listings. */
export function idsEverAsked(
  ever: readonly Entry[],
  codes: readonly Digits[],
  called: readonly NearUncoded[],
  { regimes, countries }: Pick<Dataset, 'regimes' | 'countries'>,
): ReadonlySet<string> {
  const ids = new Set<string>()
  const add = (asks: readonly { readonly id: string }[]) => {
    for (const { id } of asks) ids.add(id)
  }
  for (const entry of ever) {
    add(entry.asks)
    ids.add(rowId(entry)).add(coatsId(entry))
    for (const { asks } of [...entry.exemptions, ...entry.winddowns]) add(asks)
  }
  for (const { asks, uncoded } of regimes) {
    add(asks)
    for (const one of uncoded) {
      const isNear = codes.some((code) => nearTo(one.near, code) === 'near')
      if (isNear || called.some((other) => other.uncoded === one)) add(one.asks)
    }
  }
  for (const one of countries.regimes) {
    if (codes.some((code) => nearTo(countries.nearOf(one), code) === 'near')) ids.add(countryAskId(one))
  }
  return ids
}
