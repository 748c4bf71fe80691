import { forEachSliced, type TimeSliced } from '../terms/time-slices.ts'
import { lowerBound } from './binary-search.ts'
import { popcount } from './bitmask.ts'
import type { Budget } from './budget.ts'

/** All words that can be found, for completing unfinished words and correcting typos. */
export interface Vocabulary {
  startingWith(start: string): readonly string[]
  /** The nearest words by edit distance, at most one edit away (two for long words). Empty when the budget does not allow the search. */
  near(word: string, budget: Budget): readonly string[]
}

const MAX_COMPLETIONS = 60
const SHORTEST_TYPO = 4
const LONG_WORD = 8
/** Longer than any word of the tariff. */
const MAX_LENGTH = 100

/** Words handled between two pauses. */
const WORDS_PER_SLICE = 1_000

/** `isMeant` says whether a word means goods by itself; other words are never the correction of a typo. */
export function* buildVocabulary(
  surfaces: Iterable<string>,
  isMeant: (word: string) => boolean = () => true,
): TimeSliced<Vocabulary> {
  const words: string[] = []
  const meant = new Map<number, string[]>()
  // Sorting tens of thousands of words at once would be one long slice.
  const byLetter = new Map<string, Set<string>>()
  const note = (word: string) => {
    const letter = word.slice(0, 1)
    const others = byLetter.get(letter)
    if (others) others.add(word)
    else byLetter.set(letter, new Set([word]))
  }
  yield* forEachSliced(surfaces, note, WORDS_PER_SLICE)
  for (const letter of [...byLetter.keys()].toSorted()) {
    yield
    for (const word of [...byLetter.get(letter)!].toSorted()) {
      words.push(word)
      if (!isMeant(word)) continue
      const bucket = meant.get(word.length)
      if (bucket) bucket.push(word)
      else meant.set(word.length, [word])
    }
  }
  const buckets = new Map<number, LengthBucket>()
  for (const [length, bucket] of meant) {
    yield
    buckets.set(length, bucketOf(bucket))
  }
  return {
    startingWith: (start) => {
      const found: string[] = []
      for (
        let at = lowerBound(words, (word) => word < start);
        found.length < MAX_COMPLETIONS && words[at]?.startsWith(start);
        at++
      )
        found.push(words[at]!)
      return found
    },
    near: (word, budget) =>
      word.length < SHORTEST_TYPO || word.length > MAX_LENGTH
        ? []
        : nearest(word, word.length < LONG_WORD ? 1 : 2, buckets, budget),
  }
}

/** Cost of one row of the edit distance table. */
const ROW_STEPS = 8

/**
 * Words of one length with three bitmasks each: the letters a word has, those it has twice and those it has three times. The
 * number of differing bits is a cheap lower bound on the edit distance.
 */
interface LengthBucket {
  readonly words: readonly string[]
  readonly once: Int32Array
  readonly twice: Int32Array
  readonly thrice: Int32Array
}

function bucketOf(words: readonly string[]): LengthBucket {
  const letters = words.map(letterMasksOf)
  const nth = (time: 0 | 1 | 2) => Int32Array.from(letters, (bits) => bits[time])
  return { words, once: nth(0), twice: nth(1), thrice: nth(2) }
}

function letterMasksOf(word: string): [number, number, number] {
  let once = 0
  let twice = 0
  let thrice = 0
  for (let at = 0; at < word.length; at++) {
    const letter = 1 << (word.charCodeAt(at) % 32)
    thrice |= twice & letter
    twice |= once & letter
    once |= letter
  }
  return [once, twice, thrice]
}

/** The words with the least edit distance to the one typed, at most `most`. */
function nearest(typed: string, most: number, buckets: ReadonlyMap<number, LengthBucket>, budget: Budget): string[] {
  const [typedOnce, typedTwice, typedThrice] = letterMasksOf(typed)
  let best = most
  let found: string[] = []
  for (let length = typed.length - most; length <= typed.length + most; length++) {
    const bucket = buckets.get(length)
    const longer = Math.abs(length - typed.length)
    if (!bucket || longer > best) continue
    const { words, once, twice, thrice } = bucket
    if (!budget.take(words.length)) return []
    for (let at = 0; at < words.length; at++) {
      // An inserted or deleted letter changes one bit, a substituted one two. This alone rules out nearly all words.
      let differing = popcount(typedOnce ^ once[at]!)
      if (differing > 2 * best - longer) continue
      differing += popcount(typedTwice ^ twice[at]!) + popcount(typedThrice ^ thrice[at]!)
      if (differing > 2 * best - longer) continue
      if (!budget.take(length * ROW_STEPS)) return []
      const word = words[at]!
      let row = 0
      while (row < length && fillRow(row + 1, word, typed, best) <= best) row++
      if (row < length) continue
      const distance = rows[length]![typed.length]!
      if (distance > best) continue
      if (distance < best) found = []
      best = distance
      found.push(word)
    }
  }
  return found
}

/**
 * The table of the Damerau-Levenshtein distance with adjacent transpositions. Row and column 0 stand for the empty prefix. There
 * is one column more than the longest word needs, for the edge of the band that is computed.
 */
const rows = Array.from({ length: MAX_LENGTH + 1 }, () => Uint8Array.from({ length: MAX_LENGTH + 2 }, (_, at) => at))

/** Fills in the distances of the first `length` letters of the word to every prefix of what was typed, and returns the least. */
function fillRow(length: number, word: string, typed: string, most: number): number {
  const row = rows[length]!
  const back = rows[length - 1]!
  const letter = word.charCodeAt(length - 1)
  // Only a band around the diagonal is computed: outside it the distance exceeds `most`.
  const first = Math.max(1, length - most)
  const last = Math.min(typed.length, length + most)
  row[first - 1] = first === 1 ? length : most + 1
  let least = row[first - 1]!
  for (let at = first; at <= last; at++) {
    const other = typed.charCodeAt(at - 1)
    let cost = Math.min(back[at]! + 1, row[at - 1]! + 1, back[at - 1]! + (letter === other ? 0 : 1))
    const swapped = length > 1 && at > 1 && letter === typed.charCodeAt(at - 2) && word.charCodeAt(length - 2) === other
    if (swapped) cost = Math.min(cost, rows[length - 2]![at - 2]! + 1)
    row[at] = cost
    if (cost < least) least = cost
  }
  row[last + 1] = most + 1
  return least
}
