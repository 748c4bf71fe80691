import type { Nomenclature } from '../law/tariff/nomenclature.ts'
import { digits } from '../terms/cn-code.ts'
import { LANGUAGES } from '../terms/language.ts'
import type { Words } from '../terms/law.ts'
import { forEachSliced, type TimeSliced } from '../terms/time-slices.ts'
import type { Accumulators } from './accumulators.ts'
import { fold, formsOf, WORD } from './fold.ts'
import type { Postings } from './postings.ts'
import { EVERYDAY, eachAnswer } from './rank.ts'
import { PREPOSITIONS, STOP_WORDS } from './weigh.ts'

/** The codes of an everyday name are sorted by relevance; each counts this much less than the one before. */
const LATER_CODE = 0.05

/** A name of a chapter means each of its headings, and gives way to the name of a heading. */
const OF_CHAPTER = EVERYDAY - 0.01

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
/** A drone with a camera is no camera of a drone. */
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

/**
 * The names, as parallel typed arrays: objects for tens of thousands of names take ten times as much memory. The stems of name `n`
 * are `numbers[from[n]]` to `numbers[from[n + 1] - 1]`.
 */
interface Names {
  readonly from: Uint32Array
  readonly numbers: Uint32Array
  /** 1 where the last word is the thing, as in English: spring steel is no steel spring. */
  readonly ordered: Uint8Array
  /** The stem of the thing that each name names. */
  readonly things: Uint32Array
  /** The entry of each name, whose goods are `ords[goodsFrom[e]]` to `ords[goodsFrom[e + 1] - 1]`. */
  readonly entries: Uint32Array
  readonly goodsFrom: Uint32Array
  readonly ords: Uint32Array
  readonly weights: Float64Array
  /** Names of two words, see pairOf. */
  readonly pairs: ReadonlySet<number>
  /** By stem: how often it is the thing in names of several words, less how often it refines the thing. */
  readonly leads: ReadonlyMap<number, number>
}

export function* buildPhrases(
  everyday: readonly Words[],
  nomenclature: Nomenclature,
  postings: Postings,
): TimeSliced<Phrases> {
  const names = yield* namesIn(everyday, nomenclature, postings)
  const { from, numbers, ordered, entries, goodsFrom, ords, weights, things, pairs, leads } = names
  const filed = yield* filedByRarest(names)
  return {
    isName: (number) => filed.isName[number] === 1,
    isPair: (one, other) => pairs.has(pairOf(one, other)),
    isLeading: (number) => (leads.get(number) ?? 0) > 0,
    workOf: (number) => filed.work[number] ?? 0,
    spread: (number, best, accumulators) => {
      if (!filed.work[number]) return
      for (let at = filed.from[number]!; at < filed.from[number + 1]!; at++) {
        const name = filed.names[at]!
        const first = from[name]!
        const end = from[name + 1]!
        const length = end - first
        let fit = 1
        let had = 0
        let last = 0
        let latest = Number.NEGATIVE_INFINITY
        let clause = Number.POSITIVE_INFINITY
        for (let stem = first; stem < end; stem++) {
          const wanted = numbers[stem]!
          const found = best.fitOf(wanted)
          if (found === 0) continue
          had++
          fit = Math.min(fit, found)
          last = best.placeOf(wanted)
          latest = Math.max(latest, last)
          clause = Math.min(clause, best.clauseOf(wanted))
        }
        // Two words of the name are not had by a single word whose synonyms they are, unless that word abbreviates them.
        if (had > 1 && fit < ABBREVIATED && isOneWord(numbers.subarray(first, end), best)) had = 1
        let share = had === length ? 1 : (PARTIAL * had) / length
        const thing = things[name]!
        const hasThing = had > 1 && best.fitOf(thing) > 0
        if (ordered[name] === 1 ? last < latest : hasThing && best.placeOf(thing) < 0 && latest >= 0)
          share *= OUT_OF_ORDER
        if (hasThing && best.clauseOf(thing) > clause) share *= LATER_THING
        // Several words that belong together confirm one another, so a mistyped one among them counts more.
        if (had > 1) fit = Math.sqrt(fit)
        const goods = goodsFrom[entries[name]!]!
        const goodsEnd = goodsFrom[entries[name]! + 1]!
        for (let stem = first; stem < end; stem++) {
          const wanted = numbers[stem]!
          const word = best.fitOf(wanted) > 0 ? best.wordOf(wanted) : -1
          if (word < 0) continue
          for (let good = goods; good < goodsEnd; good++)
            accumulators.raise(word, ords[good]!, weights[good]! * fit * share)
        }
        if (had > 1 && had === length) for (let good = goods; good < goodsEnd; good++) accumulators.name(ords[good]!)
      }
    },
  }
}

function* namesIn(everyday: readonly Words[], nomenclature: Nomenclature, postings: Postings): TimeSliced<Names> {
  const from = [0]
  const numbers: number[] = []
  const ordered: number[] = []
  const things: number[] = []
  const pairs = new Set<number>()
  const leads = new Map<number, number>()
  const entries: number[] = []
  const goodsFrom = [0]
  const ords: number[] = []
  const weights: number[] = []
  yield* forEachSliced(everyday, (entry, position) => {
    entry.codes.forEach((code, at) => {
      const line = nomenclature.line(digits(code))
      if (!line) return
      const [named, weight] = line.kind === 'chapter' ? [line.children, OF_CHAPTER] : [[line], EVERYDAY]
      for (const one of named) {
        eachAnswer(one, ({ ord }) => {
          ords.push(ord)
          weights.push(weight - at * LATER_CODE)
        })
      }
    })
    goodsFrom.push(ords.length)
    for (const language of LANGUAGES) {
      for (const term of entry[language]) {
        const words = [...fold(term).matchAll(WORD)].map(([token]) => formsOf(token)[0]!)
        const stems = words.filter((word) => !STOP_WORDS.has(word)).map((word) => postings.know(word, language))
        if (stems.length === 0) continue
        numbers.push(...new Set(stems))
        from.push(numbers.length)
        const isCompound = !words.some((word) => PREPOSITIONS[language].has(word))
        const isOrdered = language === 'en' && isCompound
        const thing = stems.at(isOrdered ? -1 : 0)!
        ordered.push(isOrdered ? 1 : 0)
        things.push(thing)
        entries.push(position)
        if (stems.length === 2) pairs.add(pairOf(stems[0]!, stems[1]!))
        if (stems.length > 1) for (const one of stems) leads.set(one, (leads.get(one) ?? 0) + (one === thing ? 1 : -1))
      }
    }
  })
  return {
    from: Uint32Array.from(from),
    numbers: Uint32Array.from(numbers),
    ordered: Uint8Array.from(ordered),
    things: Uint32Array.from(things),
    entries: Uint32Array.from(entries),
    goodsFrom: Uint32Array.from(goodsFrom),
    ords: Uint32Array.from(ords),
    weights: Float64Array.from(weights),
    pairs,
    leads,
  }
}

/** One number for two stems in any order; there are far fewer than a million stems. */
const pairOf = (one: number, other: number): number => Math.min(one, other) * 2 ** 20 + Math.max(one, other)

function isOneWord(numbers: Uint32Array, best: BestWords): boolean {
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
const NAMES_PER_SLICE = 1_000

/** An index of the names by their rarest word. The question must have all words of a name, so one of them is enough. */
interface Filed {
  /** By stem, the cost of its names; 0 for a stem without any. */
  readonly work: Uint32Array
  /** By stem, whether it is a name by itself. */
  readonly isName: Uint8Array
  /** The names of a stem are `names[from[stem]]` to `names[from[stem + 1] - 1]`, in their order. */
  readonly from: Uint32Array
  readonly names: Uint32Array
}

/** Files the names by counting sort. */
function* filedByRarest({ from, numbers, entries, goodsFrom }: Names): TimeSliced<Filed> {
  const stems = numbers.reduce((most, number) => Math.max(most, number + 1), 0)
  const uses = new Uint32Array(stems)
  for (const number of numbers) uses[number]! += 1
  yield
  const filed: Filed = {
    work: new Uint32Array(stems),
    isName: new Uint8Array(stems),
    from: new Uint32Array(stems + 1),
    names: new Uint32Array(entries.length),
  }
  const rarest = new Uint32Array(entries.length)
  const count = (entry: number, name: number) => {
    const own = numbers.subarray(from[name]!, from[name + 1]!)
    const stem = own.reduce((one, other) => (uses[other]! < uses[one]! ? other : one))
    rarest[name] = stem
    filed.work[stem]! += PHRASE_STEPS + own.length * (1 + goodsFrom[entry + 1]! - goodsFrom[entry]!)
    filed.from[stem + 1]! += 1
    if (own.length === 1) filed.isName[stem] = 1
  }
  yield* forEachSliced(entries, count, NAMES_PER_SLICE)
  for (let stem = 0; stem < stems; stem++) filed.from[stem + 1]! += filed.from[stem]!
  const next = filed.from.slice()
  rarest.forEach((stem, name) => {
    filed.names[next[stem]!] = name
    next[stem]! += 1
  })
  return filed
}
