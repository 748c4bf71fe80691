import { lowestBit } from './bitmask.ts'

/** The words of a question are bits of a 32-bit mask, */
export const MAX_WORDS = 31
/** and one more bit says that a whole name of several words was found in the line. */
export const NAMED = 1 << MAX_WORDS

/**
 * Score accumulators of one search, for every line of the tariff and word of the question. They are allocated once for an index
 * and cleared after each search; allocating them for every search would cause most of the garbage.
 */
export interface Accumulators {
  /** How much a line is about a word, at `ord * MAX_WORDS + word`, so that the weights of a line are adjacent in memory. */
  readonly weights: Float32Array
  /** By line: a bitmask of the words found in it. */
  readonly words: Int32Array
  /** The lines with a word, each once. */
  readonly touched: readonly number[]
  raise(word: number, ord: number, weight: number): void
  /** Notes that the line has a whole name of several words, if it has any word that is searched for. */
  name(ord: number): void
  clear(): void
}

export function buildAccumulators(lines: number): Accumulators {
  const weights = new Float32Array(lines * MAX_WORDS)
  const words = new Int32Array(lines)
  const touched: number[] = []
  return {
    weights,
    words,
    touched,
    raise: (word, ord, weight) => {
      const at = ord * MAX_WORDS + word
      if (weights[at]! < weight) weights[at] = weight
      const before = words[ord]!
      if (before === 0) touched.push(ord)
      words[ord] = before | (1 << word)
    },
    name: (ord) => {
      if (words[ord] !== 0) words[ord] = words[ord]! | NAMED
    },
    clear: () => {
      for (const ord of touched) {
        for (let bits = words[ord]! & ~NAMED; bits !== 0; bits &= bits - 1)
          weights[ord * MAX_WORDS + lowestBit(bits)] = 0
        words[ord] = 0
      }
      touched.length = 0
    },
  }
}
