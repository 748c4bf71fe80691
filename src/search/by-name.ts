import type { Line, Nomenclature } from '../dataset/nomenclature.ts'
import type { Digits } from '../terms/cn-code.ts'
import { LANGUAGES, type Language } from '../terms/language.ts'
import type { Words } from '../terms/law.ts'
import { fold, formsOf, WORD } from './fold.ts'
import { rootOf, stem } from './stem.ts'
import { buildVocabulary } from './vocabulary.ts'
import { STOP_WORDS, weighWords } from './weigh.ts'

/** Goods a name was found to mean, the best first. */
export interface Goods {
  readonly line: Line
  /** Up to 1: every word is the thing's own name. */
  readonly score: number
}

export interface NameIndex {
  find(text: string): readonly Goods[]
  /** The same while somebody types: the last word may be unfinished. */
  complete(text: string): readonly Goods[]
}

/** What an annex calls the goods of a code. */
export interface Designation {
  readonly code: Digits
  readonly text: string
}

/** An everyday name is chosen for its goods, so it says more than a word of their text. */
const EVERYDAY = 1.3
const EVERYDAY_LATER = 0.05
const DESIGNATION = 0.6
/** A word that stands in a line above is context. */
const ABOVE = 0.6
/** An adjective and its noun are related, not the same: rurowy is not a rura. */
const RELATED = 0.8
const PREFIX = 0.7
const TYPO = 0.5
/** Chapters give context but are no answer: nobody declares goods under a chapter. */
const ANSWERS: ReadonlySet<string> = new Set(['heading', 'hs6', 'cn8'])

type Postings = Map<string, Map<number, number>>

export function buildNameIndex(
  nomenclature: Nomenclature,
  everyday: readonly Words[],
  designations: readonly Designation[],
): NameIndex {
  const { lines } = nomenclature
  const postings: Postings = new Map()
  const keysOf = new Map<string, Set<string>>()
  const know = (word: string, language: Language): string => {
    const key = `${language} ${stem(word, language)}`
    const keys = keysOf.get(word)
    if (keys) keys.add(key)
    else keysOf.set(word, new Set([key]))
    return key
  }
  const post = (key: string, ord: number, weight: number): void => {
    const list = postings.get(key) ?? new Map<number, number>()
    postings.set(key, list)
    if ((list.get(ord) ?? 0) < weight) list.set(ord, weight)
  }
  for (const line of lines) {
    if (line.kind === 'section') continue
    for (const language of LANGUAGES) {
      for (const { word, weight } of weighWords(line.name[language], language)) {
        const key = know(word, language)
        post(key, line.ord, weight)
        const root = relatedKey(key)
        if (root) post(root, line.ord, weight * RELATED)
      }
    }
  }
  for (const { code, text } of designations) {
    const line = nomenclature.line(code)
    if (!line) continue
    for (const { word, weight } of weighWords(text, 'en')) post(know(word, 'en'), line.ord, weight * DESIGNATION)
  }
  const phrases = buildPhrases(everyday, nomenclature, know)
  const vocabulary = buildVocabulary(keysOf.keys())

  /** Keys under which a word may be found, and how well each fits. */
  type Sought = ReadonlyMap<string, number>
  const exact = (word: string): Sought => {
    const found = new Map<string, number>()
    for (const language of LANGUAGES) {
      const key = `${language} ${stem(word, language)}`
      const root = relatedKey(key)
      if (postings.has(key) || phrases.has(key)) found.set(key, 1)
      if (root && !found.has(root) && (postings.has(root) || phrases.has(root))) found.set(root, RELATED)
    }
    return found
  }
  const all = (words: readonly string[], fit: number): Sought => {
    const found = new Map<string, number>()
    for (const word of words) for (const key of keysOf.get(word) ?? []) found.set(key, fit)
    return found
  }
  const unfinished = (word: string): Sought =>
    word.length < 3 ? new Map() : all(vocabulary.startingWith(word), PREFIX)
  const mistyped = (word: string): Sought => all(vocabulary.near(word), TYPO)
  const merge = (...sought: readonly Sought[]): Sought => {
    const merged = new Map<string, number>()
    for (const one of sought) for (const [key, fit] of one) merged.set(key, Math.max(fit, merged.get(key) ?? 0))
    return merged
  }
  const firstOf = (...ways: readonly (() => Sought)[]): Sought => {
    for (const way of ways) {
      const found = way()
      if (found.size > 0) return found
    }
    return new Map()
  }

  const search = (words: readonly Sought[]): Goods[] => {
    if (words.length === 0 || words.some((sought) => sought.size === 0)) return []
    const weights = words.map((sought) => {
      const own = new Map<number, number>()
      for (const [key, fit] of sought) {
        for (const [ord, weight] of postings.get(key) ?? []) own.set(ord, Math.max(own.get(ord) ?? 0, weight * fit))
      }
      return own
    })
    addPhrases(words, weights, phrases)
    return rank(lines, weights)
  }

  return {
    find: (text) => {
      const words = wordsAsked(text, (word) => exact(word).size > 0)
      const asWritten = words.map((word) =>
        firstOf(
          () => exact(word),
          () => unfinished(word),
          () => mistyped(word),
        ),
      )
      const found = search(asWritten)
      if (found.length > 0) return found
      // Every word is known, but not together: perhaps one of them is only the start of another, or mistyped into a real word.
      const loosely = search(words.map((word) => merge(exact(word), unfinished(word))))
      return loosely.length > 0
        ? loosely
        : search(words.map((word) => merge(exact(word), unfinished(word), mistyped(word))))
    },
    complete: (text) => {
      const words = wordsAsked(text, (word) => exact(word).size > 0)
      return search(
        words.map((word, at) =>
          at === words.length - 1
            ? firstOf(
                () => merge(exact(word), unfinished(word)),
                () => mistyped(word),
              )
            : firstOf(
                () => exact(word),
                () => unfinished(word),
                () => mistyped(word),
              ),
        ),
      )
    },
  }
}

/** The key of the noun behind an adjective's key. */
function relatedKey(key: string): string | null {
  const language = key.slice(0, 2) as Language
  const root = rootOf(key.slice(3), language)
  return root === null ? null : `${language} ${root}`
}

/** The words of a question that say something; a hyphened one as a whole if it is known so, else in parts. */
export function wordsAsked(text: string, isKnown: (word: string) => boolean): string[] {
  const words: string[] = []
  for (const [token] of fold(text).matchAll(WORD)) {
    const [whole = '', ...parts] = formsOf(token)
    for (const word of parts.length > 0 && !isKnown(whole) ? parts : [whole]) {
      if (word.length > 1 && !STOP_WORDS.has(word) && !words.includes(word)) words.push(word)
    }
  }
  return words
}

/** An everyday name of one or more words: it counts only when all of them are asked for. */
interface Phrase {
  readonly keys: readonly string[]
  readonly goods: readonly { ord: number; weight: number }[]
}

function buildPhrases(
  everyday: readonly Words[],
  nomenclature: Nomenclature,
  know: (word: string, language: Language) => string,
): Map<string, Phrase[]> {
  const phrases = new Map<string, Phrase[]>()
  for (const entry of everyday) {
    const goods = entry.codes.flatMap((code, at) => {
      const line = nomenclature.line(code)
      return line ? [{ ord: line.ord, weight: EVERYDAY - at * EVERYDAY_LATER }] : []
    })
    for (const language of LANGUAGES) {
      for (const term of entry[language]) {
        const words = [...fold(term).matchAll(WORD)]
          .map(([token]) => formsOf(token)[0]!)
          .filter((word) => !STOP_WORDS.has(word))
        const keys = words.map((word) => know(word, language))
        for (const key of new Set(keys)) {
          const list = phrases.get(key)
          if (list) list.push({ keys, goods })
          else phrases.set(key, [{ keys, goods }])
        }
      }
    }
  }
  return phrases
}

/** Everyday names all of whose words are asked for give each of these words their goods. */
function addPhrases(
  words: readonly ReadonlyMap<string, number>[],
  weights: readonly Map<number, number>[],
  phrases: ReadonlyMap<string, readonly Phrase[]>,
): void {
  const considered = new Set<Phrase>()
  for (const sought of words) {
    for (const key of sought.keys()) {
      for (const phrase of phrases.get(key) ?? []) {
        if (considered.has(phrase)) continue
        considered.add(phrase)
        const places = phrase.keys.map((wanted) => words.findIndex((one) => one.has(wanted)))
        if (places.includes(-1)) continue
        const fit = Math.min(...phrase.keys.map((wanted, at) => words[places[at]!]!.get(wanted)!))
        for (const place of places) {
          for (const { ord, weight } of phrase.goods) {
            const own = weights[place]!
            own.set(ord, Math.max(own.get(ord) ?? 0, weight * fit))
          }
        }
      }
    }
  }
}

/** Lines on whose path every word stands, the best first; a line below an equally good one adds nothing. */
function rank(lines: readonly Line[], weights: readonly Map<number, number>[]): Goods[] {
  const scores = new Map<Line, number>()
  const candidates = new Set<number>()
  for (const own of weights) for (const ord of own.keys()) candidates.add(ord)
  for (const ord of candidates) {
    const line = lines[ord]!
    const score = scoreOf(line, weights)
    if (score > 0)
      for (const answer of answersOf(line)) if ((scores.get(answer) ?? 0) < score) scores.set(answer, score)
  }
  const goods: Goods[] = []
  for (const [line, score] of scores) {
    let covered = false
    for (let above = line.parent; above && !covered; above = above.parent) covered = (scores.get(above) ?? 0) >= score
    if (!covered) goods.push({ line, score: score / (weights.length * EVERYDAY) })
  }
  return goods.toSorted((a, b) => b.score - a.score || a.line.ord - b.line.ord)
}

function scoreOf(line: Line, weights: readonly Map<number, number>[]): number {
  let score = 0
  for (const own of weights) {
    let best = 0
    let share = 1
    for (let at: Line | null = line; at; at = at.parent) {
      const weight = (own.get(at.ord) ?? 0) * share
      if (weight > best) best = weight
      share = ABOVE
    }
    if (best === 0) return 0
    score += best
  }
  return score
}

/** A line itself if goods are declared under it; a group stands for the lines below it. */
function answersOf(line: Line): readonly Line[] {
  if (ANSWERS.has(line.kind)) return [line]
  return line.kind === 'group' ? line.children.flatMap(answersOf) : []
}
