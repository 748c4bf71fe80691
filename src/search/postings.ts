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
  const numbers = new Map<string, number>()
  const places: { ords: number[]; weights: number[] }[] = []
  /** All postings in one array, and where those of each stem begin. An array for each stem would need more memory than the postings. */
  let packed = { starts: new Uint32Array(1), ords: new Uint16Array(), weights: new Float32Array() }
  const synonyms = new Map<number, number[]>()
  /** Adjectives by the noun they derive from: a pipe of copper is a copper pipe. */
  const derived = new Map<number, Set<number>>()
  const numbersOf = new Map<string, readonly number[]>()
  /** Needed only until `seal`. */
  const known = { pl: new Map<string, Known>(), en: new Map<string, Known>() }
  const numberOf = (key: string): number => {
    const number = numbers.get(key) ?? places.push({ ords: [], weights: [] }) - 1
    numbers.set(key, number)
    return number
  }
  const get = (word: string, language: Language): Known => {
    const before = known[language].get(word)
    if (before) return before
    const own = stem(word, language)
    const root = rootOf(own, language)
    const entry = { own: numberOf(`${language} ${own}`), root: root === null ? null : numberOf(`${language} ${root}`) }
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
    language === 'pl' || ENGLISH_ENDING.test(word) || isSeen(word, number)
  const isSeen = (word: string, number: number) => numbersOf.get(word)?.includes(number) === true
  const post = (number: number, ord: number, weight: number): void => {
    const { ords, weights } = places[number]!
    ords.push(ord)
    weights.push(weight)
  }
  return {
    add: (word, language, ord, weight) => {
      const { own, root } = get(word, language)
      post(own, ord, weight)
      if (root !== null) post(root, ord, weight * RELATED)
    },
    know: (word, language) => get(word, language).own,
    relate: (meaning) => {
      const targets = meaning.tariff.flatMap((word) => {
        const [whole = ''] = formsOf(fold(word))
        return LANGUAGES.flatMap((language) => numbers.get(`${language} ${stem(whole, language)}`) ?? [])
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
      const isSeenAtAll = numbersOf.has(word)
      for (const language of ['pl', 'en'] as const) {
        const own = stem(word, language)
        const number = numbers.get(`${language} ${own}`)
        if (number !== undefined && isForm(word, number, language)) {
          found.set(number, isSeen(word, number) || !isSeenAtAll ? 1 : FOREIGN)
          for (const other of synonyms.get(number) ?? []) if (!found.has(other)) found.set(other, SYNONYM)
          for (const other of derived.get(number) ?? []) if (!found.has(other)) found.set(other, RELATED)
        }
        const root = rootOf(own, language)
        const related = root === null ? undefined : numbers.get(`${language} ${root}`)
        if (related !== undefined && !found.has(related)) found.set(related, RELATED)
      }
      return byFit(found)
    },
    isKnown: (word, language) => numbers.has(`${language} ${stem(word, language)}`),
    isNarrowing: (number) => synonyms.has(number),
    of: (word) => numbersOf.get(word) ?? [],
    words: () => numbersOf.keys(),
    postingsOf: (number) => packed.starts[number + 1]! - packed.starts[number]!,
    count: () => packed.starts.length - 1,
    *seal() {
      const starts = new Uint32Array(places.length + 1)
      for (const [number, { ords }] of places.entries()) starts[number + 1] = starts[number]! + ords.length
      const all = starts.at(-1)!
      packed = { starts, ords: new Uint16Array(all), weights: new Float32Array(all) }
      yield
      const pack = ({ ords, weights }: (typeof places)[number], number: number) => {
        packed.ords.set(ords, starts[number]!)
        packed.weights.set(weights, starts[number]!)
      }
      yield* forEachSliced(places, pack, WORDS_PER_SLICE)
      places.length = 0
      for (const language of LANGUAGES) {
        const note = ([word, { own }]: readonly [string, Known]) => {
          const others = numbersOf.get(word)
          if (!others) numbersOf.set(word, [own])
          else if (!others.includes(own)) numbersOf.set(word, [...others, own])
        }
        yield* forEachSliced(known[language], note, WORDS_PER_SLICE)
        known[language].clear()
      }
    },
    spread: (number, fit, word, accumulators) => {
      const { starts, ords, weights } = packed
      const end = starts[number + 1]!
      for (let at = starts[number]!; at < end; at++) accumulators.raise(word, ords[at]!, weights[at]! * fit)
    },
  }
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
