import { derivedOnce } from '../../base/derived-once.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import { hintsReader, type Said } from '../../search/hints.ts'

const readerOf = derivedOnce(({ hints, countries, guides }: Dataset) => hintsReader(hints, countries, guides))

/** Reads what a text says besides its goods; null in a law without hints. */
export const hintsReaderOf = (dataset: Dataset): ((text: string) => Said) | null =>
  dataset.hints ? readerOf(dataset) : null
