import type { Nomenclature } from '../law/tariff/nomenclature.ts'
import type { Digits } from '../terms/cn-code.ts'
import { LANGUAGES, type Language } from '../terms/language.ts'
import type { Meaning, Words } from '../terms/law.ts'
import { forEachSliced, type TimeSliced } from '../terms/time-slices.ts'
import { buildAccumulators, MAX_WORDS } from './accumulators.ts'
import { type Budget, newBudget } from './budget.ts'
import { fold, formsOf, WORD } from './fold.ts'
import { buildPhrases, type Phrases } from './phrases.ts'
import { buildPostings, type Postings, type Sought } from './postings.ts'
import { buildRanking, type Goods, type Need } from './rank.ts'
import { buildVocabulary, type Vocabulary } from './vocabulary.ts'
import { STOP_WORDS, type WeighedWord, weighWords } from './weigh.ts'

export interface NameIndex {
  /** Finds the goods that a name means. */
  find(text: string, budget?: Budget): Found
  /** The best goods for a text that is still being typed: the last word may be unfinished. */
  complete(text: string, budget?: Budget): readonly Goods[]
}

export interface Found {
  /** The best first. */
  readonly goods: readonly Goods[]
  /** Only when `goods` is empty: goods that match some of the words, as a hint. */
  readonly partly: readonly Goods[]
  /** Words that were not searched for, because there are too many. */
  readonly leftOut: readonly string[]
  /** The budget ran out before anything was found, so there may be goods all the same. */
  readonly cutShort: boolean
}

/** How an annex describes the goods of a code. */
export interface Designation {
  readonly code: Digits
  readonly text: string
}

/** Factors for words of annexes, for completed words and for corrected ones. */
const DESIGNATION = 0.6
const PREFIX = 0.7
const TYPO = 0.5
/** A shorter prefix has too many completions. */
const SHORTEST_PREFIX = 3

/** A full search needs every word; a hint needs any word and a few goods. */
const WHOLE: Need = { of: 'every word', most: 100 }
const HINT: Need = { of: 'any word', most: 5 }

export function* buildNameIndex(
  nomenclature: Nomenclature,
  everyday: readonly Words[],
  meanings: readonly Meaning[],
  designations: readonly Designation[],
): TimeSliced<NameIndex> {
  const postings = buildPostings()
  // Texts are memoized: ten thousand lines are just "Other".
  const weighed = { pl: new Map<string, WeighedWord[]>(), en: new Map<string, WeighedWord[]>() }
  const weigh = (text: string, language: Language): readonly WeighedWord[] => {
    const words = weighed[language].get(text) ?? weighWords(text, language)
    weighed[language].set(text, words)
    return words
  }
  yield
  yield* forEachSliced(nomenclature.lines, (line) => {
    if (line.kind === 'section') return
    for (const language of LANGUAGES) {
      for (const { word, weight } of weigh(line.name[language], language))
        postings.add(word, language, line.ord, weight)
    }
  })
  yield* forEachSliced(designations, ({ code, text }) => {
    const line = nomenclature.line(code)
    if (!line) return
    for (const { word, weight } of weighWords(text, 'en')) postings.add(word, 'en', line.ord, weight * DESIGNATION)
  })
  yield* forEachSliced(meanings, postings.relate)
  const phrases = yield* buildPhrases(everyday, nomenclature, postings)
  yield* postings.seal()
  const reachesGoods = (number: number) => postings.postingsOf(number) > 0 || phrases.isName(number)
  const vocabulary = yield* buildVocabulary(postings.words(), (word) => postings.of(word).some(reachesGoods))
  const look = lookingFor(postings, vocabulary, reachesGoods)
  yield
  const searched = searching(nomenclature, postings, phrases)
  return {
    find: (text, budget = newBudget()) => {
      const ways = look(budget)
      const { words, leftOut } = chooseWords(wordsAsked(text, ways.isKnown))
      const rest = leftOut.map(ways.exact)
      const asWritten = words.map(ways.asWritten)
      const goods = searched(budget, words.length, ({ add, rank }) => {
        // If nothing resembles one of the words, the question is not understood.
        if (asWritten.some(({ length }) => length === 0)) return []
        add(asWritten, rest)
        const found = rank(WHOLE)
        if (found.length > 0) return found
        // All words are known, but no goods have all of them. A word may be unfinished, or mistyped into another word.
        const loosely = add(words.map(ways.unfinished)) ? rank(WHOLE) : []
        if (loosely.length > 0) return loosely
        return add(words.map(ways.mistyped)) ? rank(WHOLE) : []
      })
      const cutShort = goods.length === 0 && budget.isExhausted()
      const partly =
        goods.length > 0 || words.length < 2
          ? []
          : searched(budget, words.length, ({ add, rank }) => (add(asWritten, rest) ? rank(HINT) : []))
      return { goods, partly, leftOut, cutShort }
    },
    complete: (text, budget = newBudget()) => {
      const ways = look(budget)
      const asked = wordsAsked(text, ways.isKnown)
      const typing = asked.pop()
      if (typing === undefined) return []
      const { words, leftOut } = chooseWords(asked, MAX_WORDS - 1)
      const sought = [...words.map(ways.asWritten), ways.typing(typing)]
      if (sought.some(({ length }) => length === 0)) return []
      return searched(budget, sought.length, ({ add, rank }) =>
        add(sought, leftOut.map(ways.exact)) ? rank(WHOLE) : [],
      )
    },
  }
}

/** Keeps the longest words, which are the most specific, in their order. Leaving words out can only add goods, never lose any. */
function chooseWords(asked: readonly string[], most = MAX_WORDS): { words: string[]; leftOut: string[] } {
  const chosen = new Set(asked.toSorted((one, other) => other.length - one.length).slice(0, most))
  return { words: asked.filter((word) => chosen.has(word)), leftOut: asked.filter((word) => !chosen.has(word)) }
}

/** Costs: adding one stem of a word, and scoring one of its postings. */
const STEM_STEPS = 40
const POSTING_STEPS = 2

/** One search of the tariff, which can be widened step by step. */
interface Search {
  /** Adds readings of the words of the question; false when they add nothing or the budget does not allow it. */
  add(words: readonly Sought[], leftOut?: readonly Sought[]): boolean
  rank(need: Need): readonly Goods[]
}

type Searched = (budget: Budget, words: number, use: (search: Search) => readonly Goods[]) => readonly Goods[]

/** Every step is done completely or, if the budget does not allow it, not at all, so that what is found is the best there is. */
function searching({ lines }: Nomenclature, postings: Postings, phrases: Phrases): Searched {
  const accumulators = buildAccumulators(lines.length)
  const ranking = buildRanking(lines)
  /** By stem: the word of the question that fits it best, and how well; all zero between searches. */
  const fits = new Float64Array(postings.count())
  const owners = new Int8Array(postings.count())
  const best = { fitOf: (number: number) => fits[number]!, wordOf: (number: number) => owners[number]! }
  /** By stem: the last call that added it, so that several forms of a word add their stem once. */
  const addedAt = new Int32Array(postings.count())
  let call = 0

  return (budget, count, use) => {
    /** Parallel arrays, because a question can have thousands of stems. */
    const numbers: number[] = []
    const fitting: number[] = []
    const askedBy: number[] = []
    let work = 0
    const addStems = (sought: Sought, word: number) => {
      call++
      for (const reading of sought) {
        for (const number of reading.numbers) {
          if (addedAt[number] === call || (owners[number] === word && fits[number]! >= reading.fit)) continue
          addedAt[number] = call
          numbers.push(number)
          fitting.push(reading.fit)
          askedBy.push(word)
          work += STEM_STEPS + postings.postingsOf(number) * POSTING_STEPS
        }
      }
    }
    const add: Search['add'] = (words, leftOut = []) => {
      const before = numbers.length
      work = 0
      words.forEach(addStems)
      for (const sought of leftOut) addStems(sought, -1)
      if (numbers.length === before || !budget.take(work)) return false
      for (let at = before; at < numbers.length; at++) {
        const number = numbers[at]!
        const fit = fitting[at]!
        const word = askedBy[at]!
        if (fit > fits[number]!) {
          fits[number] = fit
          owners[number] = word
        }
        if (word >= 0) postings.spread(number, fit, word, accumulators)
      }
      return true
    }
    const rank: Search['rank'] = (need) => {
      let workOfNames = 0
      for (const number of numbers) workOfNames += phrases.workOf(number)
      if (!budget.take(workOfNames)) return []
      for (const number of numbers) phrases.spread(number, best, accumulators)
      return ranking.rank(accumulators, count, need, budget)
    }
    try {
      return use({ add, rank })
    } finally {
      accumulators.clear()
      for (const number of numbers) fits[number] = 0
    }
  }
}

/**
 * The words to search for, without stop words. A hyphenated word is taken as a whole if `isKnown` says so, otherwise in parts.
 */
export function wordsAsked(text: string, isKnown: (word: string) => boolean = () => true): string[] {
  const words: string[] = []
  for (const [token] of fold(text).matchAll(WORD)) {
    const [whole = '', ...parts] = formsOf(token)
    for (const word of parts.length > 0 && !isKnown(whole) ? parts : [whole]) {
      if (word.length > 1 && !STOP_WORDS.has(word) && !words.includes(word)) words.push(word)
    }
  }
  return words
}

/** The ways to search for a word: as written, as a prefix, as a typo. */
function lookingFor(postings: Postings, vocabulary: Vocabulary, reachesGoods: (number: number) => boolean) {
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
    const meansGoods = (word: string): Sought => {
      const found = exact(word)
      return found.some(({ numbers }) => numbers.some(reachesGoods)) ? found : NOTHING
    }
    return {
      isKnown: (word: string) => exact(word).length > 0,
      exact,
      asWritten: both(exact, firstOf(meansGoods, unfinished, mistyped)),
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
