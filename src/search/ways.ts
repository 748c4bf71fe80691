import type { Language } from '../terms/language.ts'
import type { Budget } from './budget.ts'
import type { Phrases } from './phrases.ts'
import type { Postings, Sought } from './postings.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Factors for completed words and for corrected ones. */
const PREFIX = 0.7
const TYPO = 0.5
/** A shorter prefix has too many completions. */
const SHORTEST_PREFIX = 3

/** Whether a stem means goods by itself, not only in a name of several words. */
export const reachesGoods = (number: number, postings: Postings, phrases: Phrases): boolean =>
  postings.postingsOf(number) > 0 || phrases.isName(number)

/** What the index knows of a word. */
export interface Knowledge {
  /** An everyday name by itself. */
  readonly isName: boolean
  /** It narrows goods (frozen, plastic) and is no name. */
  readonly isNarrowing: boolean
  /** The thing in everyday names of several words, more often than an attribute. */
  readonly isLeading: boolean
  readonly languages: Readonly<Record<Language, boolean>>
  /** From 0 for a word of nearly every line to 1 for a word of none: https://en.wikipedia.org/wiki/Tf–idf. */
  readonly rarity: number
}

export type Ways = ReturnType<ReturnType<typeof lookingFor>>

/** The ways to search for a word: as written, as a prefix, as a typo. */
export function lookingFor(postings: Postings, vocabulary: Vocabulary, phrases: Phrases, lines: number) {
  const meansGoodsByItself = (number: number) => reachesGoods(number, postings, phrases)
  const all = (words: readonly string[], fit: number): Sought => {
    const numbers: number[] = []
    for (const word of words) numbers.push(...postings.of(word))
    return numbers.length > 0 ? [{ fit, numbers }] : NOTHING
  }
  type Way = (word: string) => Sought
  const firstOf =
    (...ways: readonly Way[]): Way =>
    (word) => {
      for (const way of ways) {
        const found = way(word)
        if (found.length > 0) return found
      }
      return NOTHING
    }
  const both =
    (...ways: readonly Way[]): Way =>
    (word) =>
      ways.flatMap((way) => way(word))

  const knowledgeOf = (word: string, sought: Sought): Knowledge => {
    const own = sought.filter(({ fit }) => fit === sought[0]?.fit).flatMap(({ numbers }) => numbers)
    const isName = own.some(phrases.isName)
    let most = 0
    for (const number of own) most = Math.max(most, postings.postingsOf(number))
    return {
      isName,
      isNarrowing: !isName && own.some(postings.isNarrowing),
      isLeading: own.some(phrases.isLeading),
      languages: { pl: postings.isKnown(word, 'pl'), en: postings.isKnown(word, 'en') },
      rarity: 1 - Math.log(1 + most) / Math.log(1 + lines),
    }
  }

  /** For one question, which may look a word up several times. */
  return (budget: Budget) => {
    const exact = memoized((word) => {
      budget.take(EXACT_STEPS)
      return postings.exact(word)
    })
    const unfinished = memoized((word) => {
      if (word.length < SHORTEST_PREFIX) return NOTHING
      const words = vocabulary.startingWith(word)
      return budget.take(words.length * COMPLETION_STEPS) ? all(words, PREFIX) : NOTHING
    })
    const mistyped = memoized((word) => all(vocabulary.near(word, budget), TYPO))
    // A word that occurs only in names of several words means nothing by itself, so it may also be a typo.
    const ifMeant =
      (way: Way): Way =>
      (word) => {
        const found = way(word)
        return found.some(({ numbers }) => numbers.some(meansGoodsByItself)) ? found : NOTHING
      }
    const meansGoods = ifMeant(exact)
    const ownOf = (word: string) => exact(word).flatMap(({ numbers, isSynonym }) => (isSynonym ? [] : numbers))
    return {
      isKnown: (word: string) => exact(word).length > 0,
      exact,
      meansGoods: (word: string) => meansGoods(word).length > 0,
      knowledgeOf,
      /** Whether two words are an everyday name together. */
      arePair: (one: string, other: string) => {
        const others = ownOf(other)
        return ownOf(one).some((number) => others.some((another) => phrases.isPair(number, another)))
      },
      asWritten: both(exact, firstOf(meansGoods, ifMeant(unfinished), mistyped, unfinished)),
      unfinished,
      mistyped,
      typing: firstOf(both(exact, unfinished), mistyped),
    }
  }
}

const NOTHING: Sought = []
/** Costs: finding the stems of a word, and adding one of its completions. */
const EXACT_STEPS = 400
const COMPLETION_STEPS = 60

function memoized<T>(way: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const found = way(word)
    known.set(word, found)
    return found
  }
}
