import { fold } from '../base/fold.ts'
import type { Hints } from '../law/terms/law.ts'

/** A word of a sentence as it is compared, and where it stands in the text. */
interface SentenceWord {
  readonly word: string
  readonly from: number
  readonly to: number
}

/** What a run of words is, such as a verb of sending or a place. Positions are those of words. */
export interface Span {
  readonly kind: SpanKind
  readonly value: string
  readonly start: number
  readonly end: number
}
export type SpanKind =
  | 'role'
  | 'and'
  | 'place'
  | 'person'
  | 'verb'
  | 'private'
  | 'beside'
  | 'no-goods'
  | 'no-goods-alone'
  | 'named'

export interface Sentence {
  /** In composed form, as positions count. */
  readonly text: string
  readonly words: readonly SentenceWord[]
  /** In the order of their first words; of one kind only the longest at a word. */
  readonly spans: readonly Span[]
}

const MAX_PHRASE = 4
const WORD = /[\p{L}\p{N}]+/gu

/** Phrases of the law by their words. A single word with a star at its end stands for all words that begin so. */
export class Phrases {
  readonly #whole = new Map<string, { kind: SpanKind; value: string }[]>()
  readonly #beginnings = new Map<string, { kind: SpanKind; value: string }[]>()
  readonly #lengths = new Set<number>()

  add(kind: SpanKind, value: string, phrases: readonly string[]): void {
    for (const phrase of phrases) {
      const isBeginning = phrase.endsWith('*')
      const key = isBeginning ? phrase.slice(0, -1) : phrase
      if (isBeginning) this.#lengths.add(key.length)
      const known = isBeginning ? this.#beginnings : this.#whole
      known.set(key, [...(known.get(key) ?? []), { kind, value }])
    }
  }

  /** All readings of the words of a text. */
  read(given: string): Sentence {
    const text = given.normalize('NFC')
    const words = [...text.matchAll(WORD)].map(({ 0: written, index }) => ({
      ...{ word: fold(written), from: index, to: index + written.length },
    }))
    const spans: Span[] = []
    for (let start = 0; start < words.length; start++) {
      const longest = new Set<string>()
      let phrase = ''
      const found: Span[] = []
      for (let length = 1; length <= MAX_PHRASE && start + length <= words.length; length++) {
        phrase = length === 1 ? words[start]!.word : `${phrase} ${words[start + length - 1]!.word}`
        for (const one of this.#whole.get(phrase) ?? []) found.unshift({ ...one, start, end: start + length })
      }
      const { word } = words[start]!
      for (const length of this.#lengths)
        for (const one of this.#beginnings.get(word.slice(0, length)) ?? [])
          if (word.length >= length) found.push({ ...one, start, end: start + 1 })
      for (const one of found) {
        const key = one.kind === 'place' || one.kind === 'role' ? one.kind : `${one.kind} ${one.value}`
        if (longest.has(key)) continue
        longest.add(key)
        spans.push(one)
      }
    }
    return { text, words, spans }
  }
}

/** The words of a text, folded. */
export const wordsOf = (text: string): string[] => fold(text).match(WORD) ?? []

/** The text between two words, ends included. */
export const writtenBetween = ({ text, words }: Sentence, start: number, end: number): string =>
  text.slice(words[start]!.from, words[end - 1]!.to)

/** The phrases of the hints that are not names of places. */
export function addHints(phrases: Phrases, hints: Hints): void {
  const addAll = (kind: SpanKind, lists: Readonly<Record<string, readonly string[]>>) => {
    for (const [value, list] of Object.entries(lists)) phrases.add(kind, value, list)
  }
  addAll('role', hints.roles)
  phrases.add('and', '', hints.and)
  addAll('person', hints.persons)
  addAll('verb', hints.verbs)
  addAll('private', hints.private)
  addAll('beside', hints.beside)
  phrases.add('beside', 'money', hints.euro)
  addAll('named', hints.named)
}
