import { LANGUAGES, type Language } from '../terms/language.ts'
import type { Meaning } from '../terms/law.ts'
import { forEachSliced, type TimeSliced } from '../terms/time-slices.ts'
import type { Marks } from './accumulators.ts'
import { fold, formsOf } from './fold.ts'
import { rootOf, stem } from './stem.ts'

/** An adjective and its noun are related, not the same: rurowy is not a rura. */
const RELATED = 0.8
/** "Plastic" is what the tariff calls plastics. */
const SAME = 0.9

/** Words that are packed before a pause. */
const WORDS_AT_ONCE = 1_000

/** Stems under which a word may be found, by their numbers, and how well they fit it. */
interface Reading {
  readonly fit: number
  readonly numbers: readonly number[]
}

/** All readings of one word of a question, the best first. */
export type Sought = readonly Reading[]

/** Which lines a stem stands in, and with what weight. Stems are numbered: the index holds half a million places. */
export interface Postings {
  /** Notes a word of a line, under its stem and, weaker, under the noun behind it. */
  add(word: string, language: Language, ord: number, weight: number): void
  /** From now on a word is also found under the tariff's own words for the same. */
  relate(meaning: Meaning): void
  /** Makes a word known without a place of its own; its number. */
  know(word: string, language: Language): number
  /** Numbers under which a word may be found as it is written, and how well each fits. */
  exact(word: string): Sought
  /** Numbers of a word that is in the index as it stands; none before it is sealed. */
  of(word: string): readonly number[]
  words(): Iterable<string>
  /** All is added: the places are packed. */
  seal(): TimeSliced<void>
  /** How many places that stem has. */
  placesOf(number: number): number
  /** How many stems there are. */
  count(): number
  /** Marks every place of that stem for the word of the question at `word`. */
  spread(number: number, fit: number, word: number, marks: Marks): void
}

export function buildPostings(): Postings {
  const numbers = new Map<string, number>()
  const places: { ords: number[]; weights: number[] }[] = []
  /** All places one after another, and where those of a number begin: an array for each would weigh more than the places. */
  let packed = { starts: new Uint32Array(1), ords: new Uint16Array(), weights: new Float32Array() }
  const same = new Map<number, number[]>()
  const numbersOf = new Map<string, readonly number[]>()
  /** Only until all is added. */
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
    return entry
  }
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
          same.set(own, [...(same.get(own) ?? []), ...targets])
        }
      }
    },
    exact: (word) => {
      const found = new Map<number, number>()
      for (const language of ['pl', 'en'] as const) {
        const own = stem(word, language)
        const number = numbers.get(`${language} ${own}`)
        if (number !== undefined) {
          found.set(number, 1)
          for (const other of same.get(number) ?? []) if (!found.has(other)) found.set(other, SAME)
        }
        const root = rootOf(own, language)
        const related = root === null ? undefined : numbers.get(`${language} ${root}`)
        if (related !== undefined && !found.has(related)) found.set(related, RELATED)
      }
      return byFit(found)
    },
    of: (word) => numbersOf.get(word) ?? [],
    words: () => numbersOf.keys(),
    placesOf: (number) => packed.starts[number + 1]! - packed.starts[number]!,
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
      yield* forEachSliced(places, pack, WORDS_AT_ONCE)
      places.length = 0
      for (const language of LANGUAGES) {
        const note = ([word, { own }]: readonly [string, Known]) => {
          const others = numbersOf.get(word)
          if (!others) numbersOf.set(word, [own])
          else if (!others.includes(own)) numbersOf.set(word, [...others, own])
        }
        yield* forEachSliced(known[language], note, WORDS_AT_ONCE)
        known[language].clear()
      }
    },
    spread: (number, fit, word, marks) => {
      const { starts, ords, weights } = packed
      const end = starts[number + 1]!
      for (let at = starts[number]!; at < end; at++) marks.raise(word, ords[at]!, weights[at]! * fit)
    },
  }
}

const FITS = [1, SAME, RELATED] as const

const byFit = (found: ReadonlyMap<number, number>): Sought =>
  FITS.flatMap((fit) => {
    const numbers = [...found.keys()].filter((number) => found.get(number) === fit)
    return numbers.length > 0 ? [{ fit, numbers }] : []
  })

interface Known {
  readonly own: number
  readonly root: number | null
}
