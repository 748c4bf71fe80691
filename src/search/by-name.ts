import type { Nomenclature } from '../law/tariff/nomenclature.ts'
import type { Digits } from '../terms/cn-code.ts'
import { LANGUAGES, type Language } from '../terms/language.ts'
import type { Meaning, Words } from '../terms/law.ts'
import { forEachSliced, type TimeSliced } from '../terms/time-slices.ts'
import { buildMarks, WORDS_AT_MOST } from './accumulators.ts'
import { type Budget, newBudget } from './budget.ts'
import { fold, formsOf, WORD } from './fold.ts'
import { buildPhrases, type Phrases } from './phrases.ts'
import { buildPostings, type Postings, type Sought } from './postings.ts'
import { buildRanking, type Goods, type Need } from './rank.ts'
import { buildVocabulary, type Vocabulary } from './vocabulary.ts'
import { STOP_WORDS, type WeighedWord, weighWords } from './weigh.ts'

export interface NameIndex {
  /** Goods a name means. */
  find(text: string, budget?: Budget): Found
  /** The best goods while somebody types: the last word may be unfinished. */
  complete(text: string, budget?: Budget): readonly Goods[]
}

export interface Found {
  /** The best first. */
  readonly goods: readonly Goods[]
  /** When there are none: goods that only some of the words mean, as a hint. */
  readonly partly: readonly Goods[]
  /** Words that were not looked for, because there are too many. */
  readonly leftOut: readonly string[]
  /** The budget did not allow every search: that nothing was found does not say that there is nothing. */
  readonly cutShort: boolean
}

/** What an annex calls the goods of a code. */
export interface Designation {
  readonly code: Digits
  readonly text: string
}

const DESIGNATION = 0.6
const PREFIX = 0.7
const TYPO = 0.5
/** Fewer letters begin too many words. */
const SHORTEST_PREFIX = 3

/** All words, and more goods than anybody reads; for a hint, any word and a few goods. */
const WHOLE: Need = { of: 'every word', most: 100 }
const HINT: Need = { of: 'any word', most: 5 }

/** The index, in slices: a service may answer meanwhile. */
export function* buildNameIndex(
  nomenclature: Nomenclature,
  everyday: readonly Words[],
  meanings: readonly Meaning[],
  designations: readonly Designation[],
): TimeSliced<NameIndex> {
  const postings = buildPostings()
  // Ten thousand lines say "Other": a text is weighed once.
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
  const reachesGoods = (number: number) => postings.placesOf(number) > 0 || phrases.isName(number)
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
        // A word that nothing resembles is no goods of any tariff: then the whole is not understood.
        if (asWritten.some(({ length }) => length === 0)) return []
        add(asWritten, rest)
        const found = rank(WHOLE)
        if (found.length > 0) return found
        // Every word is known, but not together: perhaps one is only the start of another, or mistyped into a real word.
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
      const { words, leftOut } = chooseWords(asked, WORDS_AT_MOST - 1)
      const sought = [...words.map(ways.asWritten), ways.typing(typing)]
      if (sought.some(({ length }) => length === 0)) return []
      return searched(budget, sought.length, ({ add, rank }) =>
        add(sought, leftOut.map(ways.exact)) ? rank(WHOLE) : [],
      )
    },
  }
}

/** The longest words, which say most, as many as can be looked for, in their order; fewer words find more goods, never fewer. */
function chooseWords(asked: readonly string[], most = WORDS_AT_MOST): { words: string[]; leftOut: string[] } {
  const chosen = new Set(asked.toSorted((one, other) => other.length - one.length).slice(0, most))
  return { words: asked.filter((word) => chosen.has(word)), leftOut: asked.filter((word) => !chosen.has(word)) }
}

/** Work of taking up one stem of a word, and of marking one of its places. */
const STEM_STEPS = 40
const PLACE_STEPS = 2

/** One search of the tariff, which may be widened step by step. */
interface Search {
  /** Looks for the words of the question in these readings as well; false when that adds nothing or the budget does not allow it. */
  add(words: readonly Sought[], leftOut?: readonly Sought[]): boolean
  rank(need: Need): readonly Goods[]
}

type Searched = (budget: Budget, words: number, use: (search: Search) => readonly Goods[]) => readonly Goods[]

/** What is read and weighed is read and weighed whole or not at all, so that what is found is the best there is. */
function searching({ lines }: Nomenclature, postings: Postings, phrases: Phrases): Searched {
  const marks = buildMarks(lines.length)
  const ranking = buildRanking(lines)
  /** By stem: how well it fits which word of the question; all zero between searches. */
  const fits = new Float64Array(postings.count())
  const owners = new Int8Array(postings.count())
  const best = { fitOf: (number: number) => fits[number]!, wordOf: (number: number) => owners[number]! }
  /** By stem: the last time it was taken up, so that many forms of one word are one stem. */
  const takenUp = new Int32Array(postings.count())
  let time = 0

  return (budget, count, use) => {
    /** Three lists side by side: a question can have thousands of stems. */
    const numbers: number[] = []
    const fitting: number[] = []
    const askedBy: number[] = []
    let work = 0
    const takeUp = (sought: Sought, word: number) => {
      time++
      for (const reading of sought) {
        for (const number of reading.numbers) {
          if (takenUp[number] === time || (owners[number] === word && fits[number]! >= reading.fit)) continue
          takenUp[number] = time
          numbers.push(number)
          fitting.push(reading.fit)
          askedBy.push(word)
          work += STEM_STEPS + postings.placesOf(number) * PLACE_STEPS
        }
      }
    }
    const add: Search['add'] = (words, leftOut = []) => {
      const before = numbers.length
      work = 0
      words.forEach(takeUp)
      for (const sought of leftOut) takeUp(sought, -1)
      if (numbers.length === before || !budget.take(work)) return false
      for (let at = before; at < numbers.length; at++) {
        const number = numbers[at]!
        const fit = fitting[at]!
        const word = askedBy[at]!
        if (fit > fits[number]!) {
          fits[number] = fit
          owners[number] = word
        }
        if (word >= 0) postings.spread(number, fit, word, marks)
      }
      return true
    }
    const rank: Search['rank'] = (need) => {
      let workOfNames = 0
      for (const number of numbers) workOfNames += phrases.workOf(number)
      if (!budget.take(workOfNames)) return []
      for (const number of numbers) phrases.spread(number, best, marks)
      return ranking.rank(marks, count, need, budget)
    }
    try {
      return use({ add, rank })
    } finally {
      marks.clear()
      for (const number of numbers) fits[number] = 0
    }
  }
}

/**
 * The words of a question that say something (all of them must stand on the path of what is found); a hyphened one as a whole
 * if it is known so, else in parts.
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

/** The ways to look for a word: as written first, then as the start of one, then as one mistyped. */
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

  /** For one question, in which a word may be looked for several times. */
  return (budget: Budget) => {
    const exact = remembering((word) => {
      budget.take(EXACT_STEPS)
      return postings.exact(word)
    })
    const unfinished = remembering((word) => {
      if (word.length < SHORTEST_PREFIX) return NOTHING
      const words = vocabulary.startingWith(word)
      return budget.take(words.length * COMPLETION_STEPS) ? all(words, PREFIX) : NOTHING
    })
    const mistyped = remembering((word) => all(vocabulary.near(word, budget), TYPO))
    // A word that stands only in names of several words means nothing without the others: it may be one mistyped as well.
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
/** Work of finding the stems of a word, and of taking up one of its completions. */
const EXACT_STEPS = 400
const COMPLETION_STEPS = 60

function remembering<T>(way: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const found = way(word)
    known.set(word, found)
    return found
  }
}
