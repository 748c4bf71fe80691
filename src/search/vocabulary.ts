import { firstNotBefore } from './sorted.ts'

/** The words that can be found, for those that were typed half or wrong. */
export interface Vocabulary {
  startingWith(start: string): readonly string[]
  /** Words at most one edit away (two for eight letters and more); swapped neighbours count as one. The nearest only. */
  near(word: string): readonly string[]
}

const COMPLETIONS = 60
const SHORTEST_TYPO = 4
const LONG_WORD = 8
/** Longer than any word of the tariff. */
const LONGEST = 100

export function buildVocabulary(surfaces: Iterable<string>): Vocabulary {
  const words = [...new Set(surfaces)].toSorted()
  const letters = Uint32Array.from(words, lettersOf)
  const byLength = Map.groupBy(words.keys(), (at) => words[at]!.length)
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
    near: (word) => {
      if (word.length < SHORTEST_TYPO || word.length > LONGEST) return []
      const most = word.length < LONG_WORD ? 1 : 2
      const own = lettersOf(word)
      let best = most + 1
      let found: string[] = []
      for (let length = word.length - most; length <= word.length + most; length++) {
        for (const at of byLength.get(length) ?? []) {
          // Each edit changes at most two letters of the set: most words are ruled out by this alone.
          if (bits(own ^ letters[at]!) > 2 * most) continue
          const distance = editDistance(word, words[at]!, Math.min(most, best))
          if (distance > most || distance > best) continue
          if (distance < best) found = []
          best = distance
          found.push(words[at]!)
        }
      }
      return found
    },
  }
}

/** Which letters occur, as bits. */
function lettersOf(word: string): number {
  let set = 0
  for (let at = 0; at < word.length; at++) set |= 1 << (word.charCodeAt(at) % 32)
  return set >>> 0
}

function bits(value: number): number {
  let rest = value
  let count = 0
  for (; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Three rows are all the distance needs; kept, since it is asked some thousand times for one mistyped word. */
let twoBack = new Uint8Array(256)
let back = new Uint8Array(256)
let row = new Uint8Array(256)

/** Damerau's distance with neighbours swapped, given up beyond `most`. Words are far shorter than the rows. */
function editDistance(a: string, b: string, most: number): number {
  for (let j = 0; j <= b.length; j++) back[j] = j
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1)
    row[0] = i
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      let cost = Math.min(back[j]! + 1, row[j - 1]! + 1, back[j - 1]! + (letter === other ? 0 : 1))
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
        cost = Math.min(cost, twoBack[j - 2]! + 1)
      }
      row[j] = cost
      if (cost < least) least = cost
    }
    if (least > most) return most + 1
    const spare = twoBack
    twoBack = back
    back = row
    row = spare
  }
  return back[b.length]!
}
