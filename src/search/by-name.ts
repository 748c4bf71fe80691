import type { Nomenclature } from '../law/tariff/nomenclature.ts'
import type { Digits } from '../terms/cn-code.ts'
import { LANGUAGES, type Language } from '../terms/language.ts'
import type { Meaning, Words } from '../terms/law.ts'
import { forEachSliced, type TimeSliced } from '../terms/time-slices.ts'
import { buildAccumulators, MAX_WORDS, NAMED } from './accumulators.ts'
import {
  askedWords,
  isUnderstood,
  longest,
  MOST_GOODS,
  type NameReading,
  readingOf,
  thingOfParts,
  wordsAsked,
} from './asked-words.ts'
import { type Budget, newBudget } from './budget.ts'
import { buildPartsOf } from './parts.ts'
import { buildPhrases, type Phrases } from './phrases.ts'
import { buildPostings, type Postings, type Sought } from './postings.ts'
import { buildRanking, type Goods, type Need, type RankedGoods } from './rank.ts'
import { buildVocabulary } from './vocabulary.ts'
import { lookingFor, reachesGoods } from './ways.ts'
import { type WeighedWord, weighWords } from './weigh.ts'

export interface NameIndex {
  /** Finds the goods that a name means. */
  find(text: string, budget?: Budget): Found
  /** The best goods for a text that is still being typed: the last word may be unfinished. */
  complete(text: string, budget?: Budget): readonly Goods[]
}

export interface Found {
  /** The best first. */
  readonly goods: readonly Goods[]
  readonly reading: NameReading
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

/** Factor for words of annexes. */
const DESIGNATION = 0.6

export function* buildNameIndex(
  nomenclature: Nomenclature,
  everyday: readonly Words[],
  meanings: readonly Meaning[],
  designations: readonly Designation[],
): TimeSliced<NameIndex> {
  const postings = yield* indexWords(nomenclature, meanings, designations)
  const phrases = yield* buildPhrases(everyday, nomenclature, postings)
  yield* postings.seal()
  const vocabulary = yield* buildVocabulary(postings.words(), (word) =>
    postings.of(word).some((number) => reachesGoods(number, postings, phrases)),
  )
  const look = lookingFor(postings, vocabulary, phrases, nomenclature.lines.length)
  yield
  const partsOf = buildPartsOf(nomenclature.lines)
  /** The goods found, with the lines of parts of the best things among them. */
  const withParts = (found: readonly RankedGoods[], things: readonly RankedGoods[]): RankedGoods[] => {
    const goods = new Map(found.map((one) => [one.line.ord, one]))
    const enough = (things[0]?.score ?? 0) * PARTS_NEAR
    for (const thing of things) {
      if (thing.score < enough) break
      for (const ord of partsOf(thing.line)) {
        const score = thing.score * PARTS_SCORE
        if ((goods.get(ord)?.score ?? 0) < score)
          goods.set(ord, { line: nomenclature.lines[ord]!, score, words: thing.words })
      }
    }
    return [...goods.values()].toSorted((one, other) => other.score - one.score || one.line.ord - other.line.ord)
  }
  const searched = searching(nomenclature, postings, phrases)
  return {
    find: (text, budget = newBudget()) => {
      const ways = look(budget)
      const { words, leftOut, need } = askedWords(text, ways)
      const sought = words.map((word) => word.sought)
      const rest = leftOut.map(({ sought }) => sought)
      const places = words.map(({ line }, at) => ({ place: line.behind ? at - MAX_WORDS : at, clause: line.clause }))
      const found = searched(budget, places, ({ add, rank }) => {
        if (!add(sought, rest)) return []
        const thing = thingOfParts(words, need)
        return thing === null ? rank(need) : withParts(rank(need), rank(thing))
      })
      const goods = found[0] !== undefined && isUnderstood(words, found[0], need) ? found : []
      return {
        goods: goods.map(({ line, score }) => ({ line, score })),
        reading: readingOf(words, goods[0], need),
        leftOut: leftOut.map(({ line }) => line.shown),
        cutShort: goods.length === 0 && budget.isExhausted(),
      }
    },
    complete: (text, budget = newBudget()) => {
      const ways = look(budget)
      const asked = wordsAsked(text, ways.isKnown)
      const typing = asked.pop()
      if (typing === undefined) return []
      const { chosen, leftOut } = longest(asked, (word) => word.length, MAX_WORDS - 1)
      const sought = [...chosen.map(ways.asWritten), ways.typing(typing)]
      if (sought.some(({ length }) => length === 0)) return []
      return searched(budget, NO_PLACES, ({ add, rank }) =>
        add(sought, leftOut.map(ways.exact)) ? rank(everyOf(sought.length)) : [],
      )
    },
  }
}

/**
 * Indexes the words of the tariff and of the annexes. A function of its own, because closures that stay share one context in V8
 * and would keep the memoized texts alive.
 */
function* indexWords(
  nomenclature: Nomenclature,
  meanings: readonly Meaning[],
  designations: readonly Designation[],
): TimeSliced<Postings> {
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
  return postings
}

/** Parts of a thing are as likely as the thing is, less what is uncertain about parts; only of the best things. */
const PARTS_SCORE = 0.95
const PARTS_NEAR = 0.85

/** Of a name that is being typed, in any order. */
const NO_PLACES: readonly WordPlace[] = []

/** Where a word stands in an English compound, and its clause. */
interface WordPlace {
  readonly place: number
  readonly clause: number
}

/** A search for goods that have every word. */
const everyOf = (words: number): Need => {
  const all = words === MAX_WORDS ? ~NAMED : (1 << words) - 1
  return { importance: Array.from({ length: words }, () => 1), total: words, all, any: all, most: MOST_GOODS }
}

/** Costs: adding one stem of a word, and scoring one of its postings. */
const STEM_STEPS = 40
const POSTING_STEPS = 3

/** One search of the tariff, which can be widened step by step. */
interface Search {
  /** Adds readings of the words of the question; false when they add nothing or the budget does not allow it. */
  add(words: readonly Sought[], leftOut?: readonly Sought[]): boolean
  rank(need: Need): readonly RankedGoods[]
}

type Searched = (
  budget: Budget,
  places: readonly WordPlace[],
  use: (search: Search) => readonly RankedGoods[],
) => readonly RankedGoods[]

/** Every step is done completely or, if the budget does not allow it, not at all, so that what is found is the best there is. */
function searching({ lines }: Nomenclature, postings: Postings, phrases: Phrases): Searched {
  const accumulators = buildAccumulators(lines.length)
  const ranking = buildRanking(lines)
  /** By stem: the word of the question that fits it best, and how well; all zero between searches. */
  const fits = new Float64Array(postings.count())
  const owners = new Int8Array(postings.count())
  let placeOf: readonly WordPlace[] = []
  const best = {
    fitOf: (number: number) => fits[number]!,
    wordOf: (number: number) => owners[number]!,
    placeOf: (number: number) => placeOf[owners[number]!]?.place ?? 0,
    clauseOf: (number: number) => placeOf[owners[number]!]?.clause ?? 0,
  }
  /** By stem: the last call that added it, so that several forms of a word add their stem once. */
  const addedAt = new Int32Array(postings.count())
  let call = 0

  return (budget, places, use) => {
    placeOf = places
    /** Parallel arrays, because a question can have thousands of stems. */
    const numbers: number[] = []
    const fitting: number[] = []
    const askedBy: number[] = []
    let work = 0
    /** How many of the stems have been looked up among the everyday names. */
    let named = 0
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
      for (; named < numbers.length; named++) workOfNames += phrases.workOf(numbers[named]!)
      if (!budget.take(workOfNames)) return []
      if (workOfNames > 0) for (const number of numbers) phrases.spread(number, best, accumulators)
      return ranking.rank(accumulators, need, budget)
    }
    try {
      return use({ add, rank })
    } finally {
      accumulators.clear()
      for (const number of numbers) fits[number] = 0
    }
  }
}
