import type { Dataset } from '../law/build/dataset.ts'
import type { Digits } from '../terms/cn-code.ts'
import type { Direction } from '../terms/law.ts'
import { memoizePer } from './memoize.ts'

/** `EU-RU-833-2014 Y824`: the documents that TARIC was seen to ask for on some codes, by the regime that its measure stands for. */
export type AskedInTaric = ReadonlySet<string>

/** All codes of the tariff have some hundred sets of documents. */
const SETS_AT_MOST = 2_000
const memoizedSets = memoizePer<Dataset, AskedInTaric>({ perObject: SETS_AT_MOST })

/**
 * What TARIC asks for when goods of these codes are declared, in one direction or in any. Equal sets are the same object, so
 * that what follows from them can be memoized. Null in a law that does not know.
 */
export function askedInTaric(
  dataset: Dataset,
  asked: readonly Digits[],
  direction: Direction | null,
): AskedInTaric | null {
  const { witness } = dataset
  if (!witness) return null
  const found = new Set<string>()
  for (const code of asked) {
    for (const { rule, direction: way, documents } of witness.rowsOn(code)) {
      // Transit has no declaration of its own: goods in transit are exported.
      if (direction !== null && way !== (direction === 'transit' ? 'export' : direction)) continue
      for (const document of documents) found.add(`${rule.regime} ${document}`)
    }
  }
  return memoizedSets(dataset, [...found].toSorted().join(), () => found)
}
