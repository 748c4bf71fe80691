import { MAX_WORDS } from './accumulators.ts'
import { fold, formsOf, WORD } from './fold.ts'
import type { Sought } from './postings.ts'
import type { Need, RankedGoods } from './rank.ts'
import { type LineWord, readLine } from './read-line.ts'
import { languageOf, type Role, rolesOf } from './roles.ts'
import type { Knowledge, Ways } from './ways.ts'
import { STOP_WORDS } from './weigh.ts'

/** How sure it is that the best goods are what the name means. */
export type Confidence = 'high' | 'medium' | 'low'

/** What was made of a name, in the words it was written with. */
export interface NameReading {
  /** Words that the best goods explain. */
  readonly understood: readonly string[]
  /** Sizes, numbers, packaging, colours, makes, places, words of the deal: they do not tell what the goods are. */
  readonly ignored: readonly string[]
  /** Words that nothing explains. */
  readonly unknown: readonly string[]
  readonly confidence: Confidence
}

/** A word to search for. */
export interface AskedWord {
  readonly line: LineWord
  readonly form: string
  readonly sought: Sought
  readonly isKnown: boolean
  readonly knowledge: Knowledge
  readonly role: Role
}

/** More goods than anybody reads. */
export const MOST_GOODS = 100
/** Fit of the words that an abbreviation stands for. */
const EXPANSION = 0.95
/** Correcting a word means comparing it with the whole vocabulary, so only the first unknown words are corrected. */
const MOST_CORRECTIONS = 4
/** A shorter word beside known ones is rather a model or a make than an unfinished or mistyped word. */
const SHORTEST_CORRECTION = 5

/** The words of a name with what they may mean, and what goods must have to be found. */
export function askedWords(text: string, ways: Ways): { words: AskedWord[]; leftOut: AskedWord[]; need: Need } {
  const line = readLine(text)
  const seen = new Set<string>()
  const read = line.words.flatMap((word) => {
    const [whole = '', ...parts] = word.forms
    return (parts.length > 0 && !ways.isKnown(whole) ? parts : [whole]).flatMap((form) => {
      if (seen.has(form)) return []
      seen.add(form)
      return [{ line: word, form }]
    })
  })
  const isGoods = read.some((word) => word.line.aside === null)
  const known = read.filter(({ line, form }) => line.aside === null && ways.isKnown(form)).length
  let corrections = 0
  const looked = read.map(({ line: word, form }) => {
    // If there is nothing else, even a colour or a sack is what somebody asks for.
    const line = isGoods || !ways.meansGoods(form) ? word : { ...word, aside: null }
    const sought = soughtOf(line, form)
    return { line, form, sought, isKnown: sought.length > 0, knowledge: ways.knowledgeOf(form, sought) }
  })

  function soughtOf(line: LineWord, form: string): Sought {
    if (line.aside !== null) return ways.exact(form)
    if (line.expansion.length > 0) {
      const numbers = line.expansion.flatMap((word) => ways.exact(word).flatMap((reading) => reading.numbers))
      return [...ways.exact(form), { fit: EXPANSION, numbers }]
    }
    if (ways.meansGoods(form)) return ways.exact(form)
    if (line.dotted) return [...ways.exact(form), ...ways.unfinished(form)]
    if (known > 0 && form.length < SHORTEST_CORRECTION) return ways.exact(form)
    return corrections++ < MOST_CORRECTIONS ? ways.asWritten(form) : ways.exact(form)
  }

  const { chosen, leftOut } = longest(looked, ({ line, form }) => (line.aside === null ? form.length : 0), MAX_WORDS)
  const language = languageOf(chosen, line.grammar)
  const roles = rolesOf(chosen, language)
  const words = chosen.map((word, at) => ({ ...word, role: roles[at]! }))
  return { words, leftOut: leftOut.map((word) => ({ ...word, role: roles[0]! })), need: needOf(words) }
}

/** Goods must explain a thing that was named, if any is known; otherwise any word that is not set aside. */
function needOf(words: readonly AskedWord[]): Need {
  let things = 0
  let others = 0
  let total = 0
  for (const [at, { line, isKnown, role }] of words.entries()) {
    if (role.isThing) things |= 1 << at
    if (line.aside !== null) continue
    total += role.importance
    if (isKnown) others |= 1 << at
  }
  const importance = words.map(({ role }) => role.importance)
  return { importance, total, all: 0, any: things === 0 ? others : things, most: MOST_GOODS }
}

/** Confidence needs the thing itself and this share of the words. */
const HIGH = 0.75
const MEDIUM = 0.5

/** What the best goods explain. */
export function readingOf(words: readonly AskedWord[], best: RankedGoods | undefined, need: Need): NameReading {
  const understood = new Set<string>()
  const ignored = new Set<string>()
  const unknown = new Set<string>()
  let explained = 0
  let hasHead = false
  for (const [at, { line, role }] of words.entries()) {
    const isExplained = best !== undefined && (best.words & (1 << at)) !== 0
    if (isExplained) {
      understood.add(line.shown)
      hasHead ||= role.isHead
      if (line.aside === null) explained += role.importance
    } else if (line.aside === null) unknown.add(line.shown)
    else ignored.add(line.shown)
  }
  for (const word of understood) {
    unknown.delete(word)
    ignored.delete(word)
  }
  const share = need.total === 0 ? 0 : explained / need.total
  const confidence = hasHead && share >= HIGH ? 'high' : hasHead && share >= MEDIUM ? 'medium' : 'low'
  return { understood: [...understood], ignored: [...ignored], unknown: [...unknown], confidence }
}

/** Keeps the longest words, which are the most specific, in their order. Leaving words out can only add goods, never lose any. */
export function longest<T>(words: readonly T[], lengthOf: (word: T) => number, most: number) {
  const kept = new Set(words.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, most))
  return { chosen: words.filter((word) => kept.has(word)), leftOut: words.filter((word) => !kept.has(word)) }
}

/**
 * The words to complete, without stop words. A hyphenated word is taken as a whole if `isKnown` says so, otherwise in parts.
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
