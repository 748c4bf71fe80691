import { forEachSliced, type TimeSliced } from '../terms/time-slices.ts'
import { firstNotBefore } from './binary-search.ts'
import { countBits } from './bitmask.ts'
import type { Budget } from './budget.ts'

/** The words that can be found, for those that were typed half or wrong. */
export interface Vocabulary {
  startingWith(start: string): readonly string[]
  /** Words at most one edit away (two for eight letters and more); swapped neighbours count as one. The nearest only; none when the budget does not allow the search. */
  near(word: string, budget: Budget): readonly string[]
}

const COMPLETIONS = 60
const SHORTEST_TYPO = 4
const LONG_WORD = 8
/** Longer than any word of the tariff. */
const LONGEST = 100

/** Words that are taken up before a pause. */
const WORDS_AT_ONCE = 1_000

/** `isMeant`: whether somebody may have meant that word by itself; others are no correction of a typo. */
export function* buildVocabulary(
  surfaces: Iterable<string>,
  isMeant: (word: string) => boolean = () => true,
): TimeSliced<Vocabulary> {
  const words: string[] = []
  const meant = new Map<number, string[]>()
  // To sort tens of thousands of words at once would be a long slice.
  const byLetter = new Map<string, Set<string>>()
  const note = (word: string) => {
    const letter = word.slice(0, 1)
    const others = byLetter.get(letter)
    if (others) others.add(word)
    else byLetter.set(letter, new Set([word]))
  }
  yield* forEachSliced(surfaces, note, WORDS_AT_ONCE)
  for (const letter of [...byLetter.keys()].toSorted()) {
    yield
    for (const word of [...byLetter.get(letter)!].toSorted()) {
      words.push(word)
      if (!isMeant(word)) continue
      const shelf = meant.get(word.length)
      if (shelf) shelf.push(word)
      else meant.set(word.length, [word])
    }
  }
  const shelves = new Map<number, Shelf>()
  for (const [length, shelf] of meant) {
    yield
    shelves.set(length, shelfOf(shelf))
  }
  return {
    startingWith: (start) => {
      const found: string[] = []
      for (
        let at = firstNotBefore(words, (word) => word < start);
        found.length < COMPLETIONS && words[at]?.startsWith(start);
        at++
      )
        found.push(words[at]!)
      return found
    },
    near: (word, budget) =>
      word.length < SHORTEST_TYPO || word.length > LONGEST
        ? []
        : nearest(word, word.length < LONG_WORD ? 1 : 2, shelves, budget),
  }
}

/** Work of one row of Damerau's table. */
const ROW_STEPS = 8

/** Words of one length, and for each the letters it has, those it has twice and those it has three times, as bits. */
interface Shelf {
  readonly words: readonly string[]
  readonly once: Int32Array
  readonly twice: Int32Array
  readonly thrice: Int32Array
}

function shelfOf(words: readonly string[]): Shelf {
  const letters = words.map(lettersOf)
  const nth = (time: 0 | 1 | 2) => Int32Array.from(letters, (bits) => bits[time])
  return { words, once: nth(0), twice: nth(1), thrice: nth(2) }
}

function lettersOf(word: string): [number, number, number] {
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

/** The words nearest to the one typed, at most `most` edits away. */
function nearest(typed: string, most: number, shelves: ReadonlyMap<number, Shelf>, budget: Budget): string[] {
  const [typedOnce, typedTwice, typedThrice] = lettersOf(typed)
  let best = most
  let found: string[] = []
  for (let length = typed.length - most; length <= typed.length + most; length++) {
    const shelf = shelves.get(length)
    const longer = Math.abs(length - typed.length)
    if (!shelf || longer > best) continue
    const { words, once, twice, thrice } = shelf
    if (!budget.take(words.length)) return []
    for (let at = 0; at < words.length; at++) {
      // A letter added or dropped makes one letter differ, one changed for another two: nearly all words are ruled out by this alone.
      let unlike = countBits(typedOnce ^ once[at]!)
      if (unlike > 2 * best - longer) continue
      unlike += countBits(typedTwice ^ twice[at]!) + countBits(typedThrice ^ thrice[at]!)
      if (unlike > 2 * best - longer) continue
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

/** Damerau's table, neighbours swapped included. Row and column 0 stand for nothing typed yet; one column more than any word, for the edge of what is looked at. */
const rows = Array.from({ length: LONGEST + 1 }, () => Uint8Array.from({ length: LONGEST + 2 }, (_, at) => at))

/** Distances of the first `length` letters of the word to every start of what was typed; the least of them. */
function fillRow(length: number, word: string, typed: string, most: number): number {
  const row = rows[length]!
  const back = rows[length - 1]!
  const letter = word.charCodeAt(length - 1)
  // Further from the diagonal the distance is greater than asked for.
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
