/** A search keeps one bit for each word of the question. */
export const WORDS_AT_MOST = 32

/**
 * What a search notes about the lines of a tariff. Made once for an index and cleared after each search: made anew for each, it
 * would be most of the garbage.
 */
export interface Marks {
  /** How much a line is about a word, at `ord * WORDS_AT_MOST + word`: what a line needs lies together in memory. */
  readonly weights: Float32Array
  /** By line: a bit for each word that stands in it. */
  readonly words: Int32Array
  /** The lines that have a bit, each once. */
  readonly touched: readonly number[]
  raise(word: number, ord: number, weight: number): void
  clear(): void
}

export function buildMarks(lines: number): Marks {
  const weights = new Float32Array(lines * WORDS_AT_MOST)
  const words = new Int32Array(lines)
  const touched: number[] = []
  return {
    weights,
    words,
    touched,
    raise: (word, ord, weight) => {
      const at = ord * WORDS_AT_MOST + word
      if (weights[at]! < weight) weights[at] = weight
      const before = words[ord]!
      if (before === 0) touched.push(ord)
      words[ord] = before | (1 << word)
    },
    clear: () => {
      for (const ord of touched) {
        for (let bits = words[ord]!; bits !== 0; bits &= bits - 1) weights[ord * WORDS_AT_MOST + lowestBit(bits)] = 0
        words[ord] = 0
      }
      touched.length = 0
    },
  }
}

/** Position of the lowest bit that is set. */
export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits)
