import type { Nomenclature } from '../dataset/nomenclature.ts'
import type { Digits } from '../terms/cn-code.ts'
import { LANGUAGES, type Language } from '../terms/language.ts'
import type { Meaning, Words } from '../terms/law.ts'
import { fold, formsOf, WORD } from './fold.ts'
import { buildPhrases } from './phrases.ts'
import { buildPostings, type Postings, type Sought } from './postings.ts'
import { type Goods, rank } from './rank.ts'
import { buildVocabulary, type Vocabulary } from './vocabulary.ts'
import { STOP_WORDS, type WeighedWord, weighWords } from './weigh.ts'

export interface NameIndex {
  /** Goods a name means, the best first. */
  find(text: string): readonly Goods[]
  /** Goods that only some of the words mean, as a hint for who found nothing. */
  partly(text: string): readonly Goods[]
  /** The same while somebody types: the last word may be unfinished. */
  complete(text: string): readonly Goods[]
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

/** Lines weighed before others may have a turn: some milliseconds at first, when the code is new to the machine. */
const PIECE = 50

/** The index in pieces; it pauses where a service may answer meanwhile. */
export function* indexingNames(
  nomenclature: Nomenclature,
  everyday: readonly Words[],
  meanings: readonly Meaning[],
  designations: readonly Designation[],
): Generator<undefined, NameIndex> {
  const postings = buildPostings()
  // Ten thousand lines say "Other": a text is weighed once.
  const weighed = { pl: new Map<string, WeighedWord[]>(), en: new Map<string, WeighedWord[]>() }
  const weigh = (text: string, language: Language): readonly WeighedWord[] => {
    const words = weighed[language].get(text) ?? weighWords(text, language)
    weighed[language].set(text, words)
    return words
  }
  for (const line of nomenclature.lines) {
    if (line.kind === 'section') continue
    if (line.ord % PIECE === 0) yield
    for (const language of LANGUAGES) {
      for (const { word, weight } of weigh(line.name[language], language))
        postings.add(word, language, line.ord, weight)
    }
  }
  for (const [at, { code, text }] of designations.entries()) {
    if (at % PIECE === 0) yield
    const line = nomenclature.line(code)
    if (!line) continue
    for (const { word, weight } of weighWords(text, 'en')) postings.add(word, 'en', line.ord, weight * DESIGNATION)
  }
  for (const meaning of meanings) postings.relate(meaning)
  yield
  const phrases = buildPhrases(everyday, nomenclature, postings)
  yield
  postings.seal()
  yield
  const reachesGoods = (number: number) => postings.hasPlaces(number) || phrases.isName(number)
  const look = lookingFor(
    postings,
    buildVocabulary(postings.words(), (word) => postings.of(word).some(reachesGoods)),
    reachesGoods,
  )
  const { lines } = nomenclature
  // A weight for every line, all zero between questions: made anew for each word, they would be most of the garbage.
  const spare: Float32Array[] = []
  const search = (words: readonly Sought[], need?: 'any word') => {
    const touched: number[] = []
    const weights = words.map((sought) => {
      const own = spare.pop() ?? new Float32Array(lines.length)
      for (const [number, fit] of sought) postings.spread(number, fit, own, touched)
      return own
    })
    phrases.spread(words, weights, touched)
    const goods = rank(lines, weights, touched, need)
    for (const own of weights) {
      for (const ord of touched) own[ord] = 0
      spare.push(own)
    }
    return goods
  }
  return {
    find: (text) => {
      const words = wordsAsked(text, look.isKnown)
      const asWritten = words.map(look.asWritten)
      // A word that nothing resembles is no goods of any tariff: then the whole is not understood.
      if (asWritten.some((sought) => sought.size === 0)) return []
      const found = search(asWritten)
      if (found.length > 0) return found
      // Every word is known, but not together: perhaps one is only the start of another, or mistyped into a real word.
      const loosely = search(words.map(look.orUnfinished))
      return loosely.length > 0 ? loosely : search(words.map(look.orMistyped))
    },
    partly: (text) => {
      const words = wordsAsked(text, look.isKnown)
      return words.length < 2 ? [] : search(words.map(look.asWritten), 'any word')
    },
    complete: (text) => {
      const words = wordsAsked(text, look.isKnown)
      return search(words.map((word, at) => (at === words.length - 1 ? look.typing(word) : look.asWritten(word))))
    },
  }
}

/** The whole index at once. */
export function buildNameIndex(...law: Parameters<typeof indexingNames>): NameIndex {
  const steps = indexingNames(...law)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
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
  const all = (words: readonly string[], fit: number): Sought =>
    new Map(words.flatMap((word) => postings.of(word).map((number) => [number, fit] as const)))
  const exact = (word: string): Sought => postings.exact(word)
  const unfinished = (word: string): Sought =>
    all(word.length < SHORTEST_PREFIX ? [] : vocabulary.startingWith(word), PREFIX)
  let last: { word: string; sought: Sought } | null = null
  // Looked for up to three times in one question: as written, loosely, and for a hint.
  const mistyped = (word: string): Sought => {
    if (last?.word !== word) last = { word, sought: all(vocabulary.near(word), TYPO) }
    return last.sought
  }
  const firstOf =
    (...ways: readonly ((word: string) => Sought)[]) =>
    (word: string): Sought => {
      for (const way of ways) {
        const found = way(word)
        if (found.size > 0) return found
      }
      return new Map()
    }
  const both =
    (...ways: readonly ((word: string) => Sought)[]) =>
    (word: string): Sought => {
      const merged = new Map<number, number>()
      for (const way of ways)
        for (const [number, fit] of way(word)) if ((merged.get(number) ?? 0) < fit) merged.set(number, fit)
      return merged
    }
  // A word that stands only in names of several words means nothing without the others: it may be one mistyped as well.
  const meansGoods = (word: string): Sought => {
    const found = exact(word)
    return [...found.keys()].some(reachesGoods) ? found : new Map()
  }
  const first = firstOf(meansGoods, unfinished, mistyped)
  return {
    isKnown: (word: string) => exact(word).size > 0,
    asWritten: both(exact, first),
    orUnfinished: both(exact, unfinished),
    orMistyped: both(exact, unfinished, mistyped),
    typing: firstOf(both(exact, unfinished), mistyped),
  }
}
