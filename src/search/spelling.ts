import { afterPrefix, wordPrefix } from './features.ts'

/** Shorter words have too many neighbours, longer ones too many variants. */
const SHORTEST = 5
const MAX_LENGTH = 20
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const LETTERS_ONLY = /^[a-z]+$/

/** A word that was seen in training, and how much is known of it. */
interface Neighbour {
  readonly word: string
  readonly weight: number
}

/**
 * Finds the word that a mistyped one was meant to be: every word that one letter left out, doubled, swapped or replaced makes of it
 * is looked up, some hundreds for a long word, so the work is bounded and no list of words is kept. The first letter is taken to be
 * right, as it nearly always is. `weightOf` says how much is known of a word, by its hash: 0 of one that was never seen.
 */
export function spellingCorrector(weightOf: (hash: number) => number, isPlausible: (word: string) => boolean) {
  return (word: string): string | null => {
    if (word.length < SHORTEST || word.length > MAX_LENGTH || !LETTERS_ONLY.test(word)) return null
    let best: Neighbour | null = null
    const consider = (hash: number, spelled: () => string) => {
      const weight = weightOf(hash >>> 0)
      if (weight === 0 || (best !== null && weight <= best.weight)) return
      const found = spelled()
      if (isPlausible(found)) best = { word: found, weight }
    }
    let before = wordPrefix(word.slice(0, 1))
    for (let at = 1; at <= word.length; at++) {
      const [head, here, rest] = [word.slice(0, at), word.slice(at), word.slice(at + 1)]
      if (rest !== here) consider(afterPrefix(before, rest), () => head + rest)
      if (rest !== '' && rest[0] !== here[0]) {
        const swapped = rest[0]! + here[0]! + rest.slice(1)
        consider(afterPrefix(before, swapped), () => head + swapped)
      }
      for (const typed of LETTERS) {
        const prefix = afterPrefix(before, typed)
        consider(afterPrefix(prefix, here), () => head + typed + here)
        if (here !== '' && typed !== here[0]) consider(afterPrefix(prefix, rest), () => head + typed + rest)
      }
      before = afterPrefix(before, here.slice(0, 1))
    }
    return (best as Neighbour | null)?.word ?? null
  }
}
