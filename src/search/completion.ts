import { type Digits, digits } from '../base/cn-code.ts'
import { LANGUAGES } from '../base/language.ts'
import { forEachSliced, type TimeSliced } from '../base/time-slices.ts'
import type { Nomenclature } from '../law/tariff/nomenclature.ts'
import type { Words } from '../law/terms/law.ts'
import { lowerBound } from './binary-search.ts'
import { wordsOf } from './sentence.ts'

/** A name that somebody may be typing: an everyday name, or a text of the tariff. */
interface Entry {
  readonly code: Digits
  /** Letters of the text, as a measure of how special it is. */
  readonly length: number
  readonly isEveryday: boolean
  /** How the text begins, which is what most people type first. */
  readonly beginning: string
}

const MAX_SHOWN = 20
/** A shorter beginning has too many completions to choose among. */
const SHORTEST = 2
/** The work for one text is bounded: so many words of it, so many completions of each, so many names of each. */
const MAX_WORDS = 8
const MAX_COMPLETIONS = 200
const BEGINNING = 12

/**
 * Completes names by prefix: every word that was typed must begin a word of the name. Everyday names come before texts of the
 * tariff, names that begin as typed before others, short names before long ones.
 */
export function* buildCompletion(
  tariff: Nomenclature,
  everyday: readonly Words[],
): TimeSliced<(text: string) => readonly Digits[]> {
  const entries: Entry[] = []
  const namesOf = new Map<string, number[]>()
  const add = (text: string, code: Digits, isEveryday: boolean) => {
    const words = wordsOf(text)
    const number =
      entries.push({ code, length: text.length, isEveryday, beginning: words.join(' ').slice(0, BEGINNING) }) - 1
    for (const word of new Set(words)) {
      const list = namesOf.get(word)
      if (list) list.push(number)
      else namesOf.set(word, [number])
    }
  }
  yield* forEachSliced(everyday, (words) => {
    for (const language of LANGUAGES)
      for (const name of words[language])
        for (const code of words.codes) if (tariff.exists(digits(code))) add(name, digits(code), true)
  })
  yield* forEachSliced(tariff.lines, (line) => {
    if (line.kind === 'section' || line.kind === 'chapter' || line.kind === 'group') return
    for (const language of LANGUAGES) add(line.name[language], line.code, false)
  })
  const vocabulary = [...namesOf.keys()].toSorted()
  yield
  const numbersOf = yield* packed(vocabulary, namesOf)

  return (text) => {
    const typed = wordsOf(text)
    const words = [...new Set(typed)].slice(-MAX_WORDS)
    if (words.length === 0 || words.every(({ length }) => length < SHORTEST)) return []
    let found: Set<number> | null = null
    for (const word of words.toSorted((one, other) => other.length - one.length)) {
      const numbers = new Set<number>()
      let at = lowerBound(vocabulary, (other) => other < word)
      for (let count = 0; count < MAX_COMPLETIONS && vocabulary[at]?.startsWith(word); count++, at++)
        for (const number of numbersOf(at)) if (found === null || found.has(number)) numbers.add(number)
      found = numbers
      if (found.size === 0) return []
    }
    const beginning = typed.join(' ').slice(0, BEGINNING)
    const rank = (number: number): number => {
      const { length, isEveryday, beginning: own } = entries[number]!
      return (own.startsWith(beginning) ? 0 : 2_000_000) + (isEveryday ? 0 : 1_000_000) + length
    }
    const ranked = [...(found ?? [])].map((number) => [rank(number), number] as const)
    ranked.sort(([one, a], [other, b]) => one - other || a - b)
    const codes = new Set<Digits>()
    for (const [, number] of ranked) {
      codes.add(entries[number]!.code)
      if (codes.size === MAX_SHOWN) break
    }
    return [...codes]
  }
}

/** The lists of all words in one array, because thousands of small ones take several times the memory. */
function* packed(
  vocabulary: readonly string[],
  namesOf: ReadonlyMap<string, readonly number[]>,
): TimeSliced<(at: number) => Uint32Array> {
  const starts = new Uint32Array(vocabulary.length + 1)
  vocabulary.forEach((word, at) => {
    starts[at + 1] = starts[at]! + namesOf.get(word)!.length
  })
  const numbers = new Uint32Array(starts[vocabulary.length]!)
  yield* forEachSliced(vocabulary, (word, at) => numbers.set(namesOf.get(word)!, starts[at]!), 1_000)
  return (at) => numbers.subarray(starts[at]!, starts[at + 1]!)
}
