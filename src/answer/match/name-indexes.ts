import { runToEnd } from '../../base/time-slices.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import { buildNameIndex, type NameIndex } from '../../search/by-name.ts'
import { hintsReaderOf } from './hints-reader.ts'

/** The name indexes of one dataset, one for each tariff year, built when first needed. */
export function buildNameIndexes(dataset: Dataset) {
  const ready = new Map<number, NameIndex>()
  /** Concurrent callers share one build. */
  const underWay = new Map<number, Promise<void>>()
  const lawOf = (year: number) => {
    const { nomenclatures, nameModel, words, lexicon } = dataset
    return [nomenclatures.of(year), { model: nameModel, words, lexicon, readHints: hintsReaderOf(dataset) }] as const
  }

  async function build(year: number, turn: () => Promise<unknown>): Promise<void> {
    try {
      const steps = buildNameIndex(...lawOf(year))
      // A caller of `of` may have built it meanwhile.
      while (!ready.has(year)) {
        const step = steps.next()
        if (step.done) ready.set(year, step.value)
        else await turn()
      }
    } finally {
      underWay.delete(year)
    }
  }

  return {
    /** The index of a year that the dataset has. If it is not ready it is built now, which blocks all other work. */
    of: (year: number): NameIndex => {
      const index = ready.get(year) ?? runToEnd(buildNameIndex(...lawOf(year)))
      ready.set(year, index)
      return index
    },
    /** Null when the index of that year is ready. Otherwise it is built in slices, and `turn` is awaited between them. */
    prepare: (year: number, turn: () => Promise<unknown>): Promise<void> | null => {
      if (ready.has(year)) return null
      const building = underWay.get(year) ?? build(year, turn)
      if (!ready.has(year)) underWay.set(year, building)
      return building
    },
  }
}
