import { LANGUAGES, type Language } from '../terms/language.ts'
import type { Meaning } from '../terms/law.ts'
import { forEachSliced, type TimeSliced } from '../terms/time-slices.ts'
import type { Accumulators } from './accumulators.ts'
import { fold, formsOf } from './fold.ts'
import { rootOf, stem } from './stem.ts'

/** Fit of an adjective and its noun, which are related but not the same: rurowy is not a rura. */
const RELATED = 0.8
/** Fit of a synonym: the tariff calls "plastic" plastics. */
const SYNONYM = 0.9

/** Fit of a word of one language that only has the stem of a word of the other: a desk is no deska. */
const FOREIGN = 0.5

/** Words handled between two pauses. */
const WORDS_PER_SLICE = 1_000

/** Stems that a word may mean, by their numbers, and how well they fit it. */
interface Reading {
  readonly fit: number
  readonly numbers: readonly number[]
  /** Only what the tariff calls an attribute, not the word itself. */
  readonly isSynonym?: boolean
}

/** All readings of one word of a question, the best first. */
export type Sought = readonly Reading[]

/** An inverted index: for each stem its postings, the lines it occurs in with their weights. Stems are numbered, because there are half a million postings. */
export interface Postings {
  /** Adds a word of a line under its stem and, with less weight, under the noun it derives from. */
  add(word: string, language: Language, ord: number, weight: number): void
  /** Makes the tariff's own words synonyms of an everyday word. */
  relate(meaning: Meaning): void
  /** The number of a word's stem, which is added without a posting if it is new. */
  know(word: string, language: Language): number
  /** The stems of a word as it is written, with synonyms and related nouns, and how well each fits. */
  exact(word: string): Sought
  /** Whether a word is known in a language. */
  isKnown(word: string, language: Language): boolean
  /** Whether a stem only narrows goods (frozen, plastic), as `means` in law/words.yaml says. */
  isNarrowing(number: number): boolean
  /** The stems of a word that was added in exactly this form. Empty before `seal`. */
  of(word: string): readonly number[]
  words(): Iterable<string>
  /** Packs the postings into typed arrays; nothing can be added afterwards. */
  seal(): TimeSliced<void>
  /** The number of postings of a stem. */
  postingsOf(number: number): number
  /** The number of stems. */
  count(): number
  /** Scores every posting of a stem for the word of the question at position `word`. */
  spread(number: number, fit: number, word: number, accumulators: Accumulators): void
}

export function buildPostings(): Postings {
  const numbers = { pl: new Map<string, number>(), en: new Map<string, number>() }
  let stems = 0
  const added = growingPostings()
  /** All postings in one array, and where those of each stem begin. An array for each stem would need more memory than the postings. */
  let packed = { starts: new Uint32Array(1), ords: new Uint16Array(), weights: new Float32Array() }
  const synonyms = new Map<number, number[]>()
  /** Adjectives by the noun they derive from: a pipe of copper is a copper pipe. */
  const derived = new Map<number, Set<number>>()
  /** Every word that was added, and by its position here the number of its stem in each language, or -1. */
  const words = new Map<string, number>()
  let stemOf = { pl: new Int32Array(), en: new Int32Array() }
  /** Needed only until `seal`. */
  const known = { pl: new Map<string, Known>(), en: new Map<string, Known>() }
  const numberOf = (key: string, language: Language): number => {
    const number = numbers[language].get(key) ?? stems++
    numbers[language].set(key, number)
    return number
  }
  const get = (word: string, language: Language): Known => {
    const before = known[language].get(word)
    if (before) return before
    const own = stem(word, language)
    const root = rootOf(own, language)
    const entry = { own: numberOf(own, language), root: root === null ? null : numberOf(root, language) }
    known[language].set(word, entry)
    if (entry.root !== null) {
      const others = derived.get(entry.root)
      if (others) others.add(entry.own)
      else derived.set(entry.root, new Set([entry.own]))
    }
    return entry
  }
  /** The English stemmer also cuts endings of words that are not English: Polish "prawne" is no prawn. */
  const isForm = (word: string, number: number, language: Language): boolean =>
    language === 'pl' || ENGLISH_ENDING.test(word) || isSeen(word, number, language)
  const isSeen = (word: string, number: number, language: Language): boolean => {
    const at = words.get(word)
    return at !== undefined && stemOf[language][at] === number
  }
  return {
    add: (word, language, ord, weight) => {
      const { own, root } = get(word, language)
      added.push(own, ord, weight)
      if (root !== null) added.push(root, ord, weight * RELATED)
    },
    know: (word, language) => get(word, language).own,
    relate: (meaning) => {
      const targets = meaning.tariff.flatMap((word) => {
        const [whole = ''] = formsOf(fold(word))
        return LANGUAGES.flatMap((language) => numbers[language].get(stem(whole, language)) ?? [])
      })
      for (const language of LANGUAGES) {
        for (const word of meaning[language]) {
          const { own } = get(formsOf(fold(word))[0]!, language)
          synonyms.set(own, [...(synonyms.get(own) ?? []), ...targets])
        }
      }
    },
    exact: (word) => {
      const found = new Map<number, number>()
      const isSeenAtAll = words.has(word)
      for (const language of LANGUAGES) {
        const own = stem(word, language)
        const number = numbers[language].get(own)
        if (number !== undefined && isForm(word, number, language)) {
          found.set(number, isSeen(word, number, language) || !isSeenAtAll ? 1 : FOREIGN)
          for (const other of synonyms.get(number) ?? []) if (!found.has(other)) found.set(other, SYNONYM)
          for (const other of derived.get(number) ?? []) if (!found.has(other)) found.set(other, RELATED)
        }
        const root = rootOf(own, language)
        const related = root === null ? undefined : numbers[language].get(root)
        if (related !== undefined && !found.has(related)) found.set(related, RELATED)
      }
      return byFit(found)
    },
    isKnown: (word, language) => numbers[language].has(stem(word, language)),
    isNarrowing: (number) => synonyms.has(number),
    of: (word) => {
      const at = words.get(word)
      if (at === undefined) return []
      return LANGUAGES.map((language) => stemOf[language][at]!).filter((number) => number >= 0)
    },
    words: () => words.keys(),
    postingsOf: (number) => packed.starts[number + 1]! - packed.starts[number]!,
    count: () => packed.starts.length - 1,
    *seal() {
      packed = added.packed(stems)
      for (const language of LANGUAGES) {
        const note = (word: string) => {
          if (!words.has(word)) words.set(word, words.size)
        }
        yield* forEachSliced(known[language].keys(), note, WORDS_PER_SLICE)
      }
      stemOf = { pl: new Int32Array(words.size).fill(-1), en: new Int32Array(words.size).fill(-1) }
      for (const language of LANGUAGES) {
        for (const [word, { own }] of known[language]) stemOf[language][words.get(word)!] = own
        known[language].clear()
        yield
      }
    },
    spread: (number, fit, word, accumulators) => {
      const { starts, ords, weights } = packed
      const end = starts[number + 1]!
      for (let at = starts[number]!; at < end; at++) accumulators.raise(word, ords[at]!, weights[at]! * fit)
    },
  }
}

/** Postings in the order in which they are added, in typed arrays that double when they are full. */
function growingPostings() {
  let stems = new Uint32Array(1 << 16)
  let ords = new Uint16Array(1 << 16)
  let weights = new Float32Array(1 << 16)
  let count = 0
  return {
    push(stem: number, ord: number, weight: number): void {
      if (count === stems.length) {
        stems = doubled(stems, Uint32Array)
        ords = doubled(ords, Uint16Array)
        weights = doubled(weights, Float32Array)
      }
      stems[count] = stem
      ords[count] = ord
      weights[count] = weight
      count++
    },
    /** Sorted by stem, with a counting sort, which keeps their order. */
    packed(stemCount: number) {
      const starts = new Uint32Array(stemCount + 1)
      for (let at = 0; at < count; at++) starts[stems[at]! + 1]! += 1
      for (let stem = 0; stem < stemCount; stem++) starts[stem + 1]! += starts[stem]!
      const next = starts.slice()
      const packed = { starts, ords: new Uint16Array(count), weights: new Float32Array(count) }
      for (let at = 0; at < count; at++) {
        const place = next[stems[at]!]!
        next[stems[at]!] = place + 1
        packed.ords[place] = ords[at]!
        packed.weights[place] = weights[at]!
      }
      // The closures of the index stay, and would keep the growing arrays alive.
      stems = new Uint32Array()
      ords = new Uint16Array()
      weights = new Float32Array()
      return packed
    },
  }
}

function doubled<T extends Uint32Array | Uint16Array | Float32Array>(full: T, make: new (length: number) => T): T {
  const larger = new make(full.length * 2)
  larger.set(full)
  return larger
}

/** Endings of English plurals and participles. */
const ENGLISH_ENDING = /(?:s|ed|ing|er|or)$/

const FITS = [1, SYNONYM, RELATED, FOREIGN] as const

const byFit = (found: ReadonlyMap<number, number>): Sought =>
  FITS.flatMap((fit) => {
    const numbers = [...found.keys()].filter((number) => found.get(number) === fit)
    return numbers.length > 0 ? [{ fit, numbers, isSynonym: fit === SYNONYM }] : []
  })

interface Known {
  readonly own: number
  readonly root: number | null
}
