import type { Nomenclature } from '../law/tariff/nomenclature.ts'
import { digits } from '../terms/cn-code.ts'
import { LANGUAGES } from '../terms/language.ts'
import type { Words } from '../terms/law.ts'
import { forEachSliced, type TimeSliced } from '../terms/time-slices.ts'
import type { Accumulators } from './accumulators.ts'
import { fold, formsOf, WORD } from './fold.ts'
import type { Postings } from './postings.ts'
import { EVERYDAY } from './rank.ts'
import { PREPOSITIONS, STOP_WORDS } from './weigh.ts'

/** The codes of an everyday name are sorted by relevance; each counts this much less than the one before. */
const LATER_CODE = 0.05

/** For each stem, the word of the question that fits it best, and how well. */
interface BestWords {
  /** 0 when no word of the question fits the stem. */
  fitOf(number: number): number
  /** The position of the word among those searched for; -1 for a word that was left out because there were too many. */
  wordOf(number: number): number
  /** Where the word stands in an English compound: what is behind a preposition comes first, as in "truck tyres". */
  placeOf(number: number): number
  /** The clause that the word stands in. */
  clauseOf(number: number): number
}

/** Factor for a name of which the question has only some words, the rarest among them. */
const PARTIAL = 0.6
/** The least fit of words that an abbreviation stands for. */
export const ABBREVIATED = 0.95
const OUT_OF_ORDER = 0.85
/** A contactor with such and such a coil is no coil of a contactor: factor for a name whose thing comes in a later clause. */
const LATER_THING = 0.6

/** Everyday names of one or more words. A name counts in full only when the question has all its words. */
export interface Phrases {
  /** Whether the stem is a name by itself. */
  isName(number: number): boolean
  /** Whether two stems are a name together. */
  isPair(one: number, other: number): boolean
  /** Whether the stem is mostly the thing in names of several words: the first word in Polish, the last in English. */
  isLeading(number: number): boolean
  /** The cost of `spread` for a question that has this stem. */
  workOf(number: number): number
  /** Scores the goods of every name that is filed under the stem, by how many of its words the question has. */
  spread(number: number, best: BestWords, accumulators: Accumulators): void
}

interface Phrase {
  /** The last word of an English name is the thing: spring steel is no steel spring. */
  readonly ordered: boolean
  /** The stem of the thing that is named. */
  readonly thing: number
  readonly numbers: readonly number[]
  readonly goods: readonly { ord: number; weight: number }[]
}

export function* buildPhrases(
  everyday: readonly Words[],
  nomenclature: Nomenclature,
  postings: Postings,
): TimeSliced<Phrases> {
  const phrases: Phrase[] = []
  const pairs = new Set<number>()
  /** By stem: how often it is the thing in names of several words, less how often it refines the thing. */
  const leads = new Map<number, number>()
  yield* forEachSliced(everyday, (entry) => {
    const goods = entry.codes.flatMap((code, at) => {
      const line = nomenclature.line(digits(code))
      return line ? [{ ord: line.ord, weight: EVERYDAY - at * LATER_CODE }] : []
    })
    for (const language of LANGUAGES) {
      for (const term of entry[language]) {
        const words = [...fold(term).matchAll(WORD)].map(([token]) => formsOf(token)[0]!)
        const numbers = words.filter((word) => !STOP_WORDS.has(word)).map((word) => postings.know(word, language))
        if (numbers.length === 0) continue
        const isCompound = !words.some((word) => PREPOSITIONS[language].has(word))
        const ordered = language === 'en' && isCompound
        const thing = numbers.at(ordered ? -1 : 0)!
        phrases.push({ ordered, thing, numbers: [...new Set(numbers)], goods })
        if (numbers.length === 2) pairs.add(pairOf(numbers[0]!, numbers[1]!))
        if (numbers.length > 1)
          for (const number of numbers) leads.set(number, (leads.get(number) ?? 0) + (number === thing ? 1 : -1))
      }
    }
  })
  const names = new Set(phrases.filter(({ numbers }) => numbers.length === 1).map(({ numbers }) => numbers[0]!))
  const filed = yield* filedByRarest(phrases)
  return {
    isName: (number) => names.has(number),
    isPair: (one, other) => pairs.has(pairOf(one, other)),
    isLeading: (number) => (leads.get(number) ?? 0) > 0,
    workOf: (number) => filed[number]?.work ?? 0,
    spread: (number, best, accumulators) => {
      const under = filed[number]
      if (!under) return
      for (const { numbers, goods, ordered, thing } of under.phrases) {
        let fit = 1
        let had = 0
        let last = 0
        let latest = Number.NEGATIVE_INFINITY
        let clause = Number.POSITIVE_INFINITY
        for (const wanted of numbers) {
          const found = best.fitOf(wanted)
          if (found === 0) continue
          had++
          fit = Math.min(fit, found)
          last = best.placeOf(wanted)
          latest = Math.max(latest, last)
          clause = Math.min(clause, best.clauseOf(wanted))
        }
        // Two words of the name are not had by a single word whose synonyms they are, unless that word abbreviates them.
        if (had > 1 && fit < ABBREVIATED && isOneWord(numbers, best)) had = 1
        let share = had === numbers.length ? 1 : (PARTIAL * had) / numbers.length
        if (ordered && last < latest) share *= OUT_OF_ORDER
        if (had > 1 && best.fitOf(thing) > 0 && best.clauseOf(thing) > clause) share *= LATER_THING
        // Several words that belong together confirm one another, so a mistyped one among them counts more.
        if (had > 1) fit = Math.sqrt(fit)
        for (const wanted of numbers) {
          const word = best.fitOf(wanted) > 0 ? best.wordOf(wanted) : -1
          if (word >= 0) for (const { ord, weight } of goods) accumulators.raise(word, ord, weight * fit * share)
        }
        if (had > 1 && had === numbers.length) for (const { ord } of goods) accumulators.name(ord)
      }
    },
  }
}

/** One number for two stems in any order; there are far fewer than a million stems. */
const pairOf = (one: number, other: number): number => Math.min(one, other) * 2 ** 20 + Math.max(one, other)

function isOneWord(numbers: readonly number[], best: BestWords): boolean {
  let only = -1
  for (const number of numbers) {
    if (best.fitOf(number) === 0) continue
    const word = best.wordOf(number)
    if (only !== -1 && word !== only) return false
    only = word
  }
  return true
}

/** Cost of checking whether the question has the words of a name. */
const PHRASE_STEPS = 10

/** Names handled between two pauses. */
const PHRASES_PER_SLICE = 1_000

interface Filed {
  readonly phrases: Phrase[]
  work: number
}

/** An index of the names by their rarest word. The question must have all words of a name, so one of them is enough. */
function* filedByRarest(phrases: readonly Phrase[]): TimeSliced<readonly (Filed | undefined)[]> {
  const uses = new Map<number, number>()
  const count = ({ numbers }: Phrase) => {
    for (const number of numbers) uses.set(number, (uses.get(number) ?? 0) + 1)
  }
  yield* forEachSliced(phrases, count, PHRASES_PER_SLICE)
  const filed: (Filed | undefined)[] = Array.from({ length: Math.max(-1, ...uses.keys()) + 1 })
  const file = (phrase: Phrase) => {
    const rarest = phrase.numbers.reduce((one, other) => (uses.get(other)! < uses.get(one)! ? other : one))
    filed[rarest] ??= { phrases: [], work: 0 }
    filed[rarest].phrases.push(phrase)
    filed[rarest].work += PHRASE_STEPS + phrase.numbers.length * (1 + phrase.goods.length)
  }
  yield* forEachSliced(phrases, file, PHRASES_PER_SLICE)
  return filed
}
