/** A search keeps one bit for each word of the question. */
export const WORDS_AT_MOST = 32

/**
 * What a search notes about the lines of a tariff. Made once for an index and cleared after each search: made anew for each, it
 * would be most of the garbage.
 */
export interface Marks {
  /** By word of the question, and there by line: how much the line is about the word. */
  readonly weights: readonly Float32Array[]
  /** By line: a bit for each word that stands in it. */
  readonly words: Int32Array
  /** The lines that have a bit, each once. */
  readonly touched: readonly number[]
  raise(word: number, ord: number, weight: number): void
  clear(): void
}

export function buildMarks(lines: number): Marks {
  const weights: Float32Array[] = []
  const words = new Int32Array(lines)
  const touched: number[] = []
  return {
    weights,
    words,
    touched,
    raise: (word, ord, weight) => {
      while (weights.length <= word) weights.push(new Float32Array(lines))
      const own = weights[word]!
      if (own[ord]! < weight) own[ord] = weight
      if (words[ord] === 0) touched.push(ord)
      words[ord]! |= 1 << word
    },
    clear: () => {
      for (const ord of touched) {
        for (let bits = words[ord]!; bits !== 0; bits &= bits - 1) weights[lowestBit(bits)]![ord] = 0
        words[ord] = 0
      }
      touched.length = 0
    },
  }
}

/** Position of the lowest bit that is set. */
export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits)
