import { MAX_WORDS, NAMED } from './accumulators.ts'
import { fold, formsOf, WORD } from './fold.ts'
import { isAsideAsWritten, isIncoterm } from './line-vocabulary.ts'
import { ABBREVIATED } from './phrases.ts'
import type { Sought } from './postings.ts'
import type { Need, RankedGoods } from './rank.ts'
import { isCapitals, isOfInvoice, type LineWord, readLine } from './read-line.ts'
import { endsLikeAdjective, languageOf, type Role, rolesOf } from './roles.ts'
import type { Knowledge, Ways } from './ways.ts'
import { PARTS, STOP_WORDS } from './weigh.ts'

/** How sure it is that the best goods are what the name means. */
export type Confidence = 'high' | 'medium' | 'low'

/** What was made of a name, in the words it was written with. */
export interface NameReading {
  /** Words that the best goods explain. */
  readonly understood: string[]
  /** Sizes, numbers, packaging, colours, makes, places, words of the deal: they do not tell what the goods are. */
  readonly ignored: string[]
  /** Words that nothing explains. */
  readonly unknown: string[]
  readonly confidence: Confidence
}

/** A word to search for. */
export interface AskedWord {
  readonly line: LineWord
  readonly form: string
  readonly sought: Sought
  readonly isKnown: boolean
  /** It is not known as written, only as an unfinished or mistyped word. */
  readonly isCorrected: boolean
  readonly knowledge: Knowledge
  readonly role: Role
}

/** More goods than anybody reads. */
export const MOST_GOODS = 100
/** Correcting a word means comparing it with the whole vocabulary, so only the first unknown words are corrected. */
const MOST_CORRECTIONS = 4
/** A shorter word beside known ones is rather a model or a make than an unfinished or mistyped word. */
const SHORTEST_CORRECTION = 5
/** In a name without sizes, quantities and words of a deal, models and makes are not to be expected. */
const SHORTEST_PLAIN = 4
/** What may be part of an everyday name. Units and packaging stand beside a quantity and are surely no part of one. */
const MAY_NAME: ReadonlySet<LineWord['aside']> = new Set([
  'colour',
  'condition',
  'designator',
  'deal',
  'talk',
  'place',
  'brand',
])

const LETTER = /\p{L}/u

/** The words of a name with what they may mean, and what goods must have to be found. */
export function askedWords(text: string, ways: Ways): { words: AskedWord[]; leftOut: AskedWord[]; need: Need } {
  const line = readLine(text)
  const isSentence = line.words.some(({ aside }) => aside === 'talk')
  const seen = new Set<string>()
  const read = joined(line.words, ways).flatMap((written, at, all) => {
    const word = isOfName(written, all[at - 1], all[at + 1])
      ? { ...written, aside: null }
      : isProperName(written, at)
        ? { ...written, aside: 'talk' as const }
        : written
    const [whole = '', ...parts] = word.forms
    const apart = ways.isKnown(whole) ? [whole] : parts.length > 0 ? parts : (splitOf(whole, ways) ?? [whole])
    return apart.flatMap((form) => {
      if (seen.has(form)) return []
      seen.add(form)
      return [{ line: word, form }]
    })
  })
  const isPlain = !read.some(({ line }) => isOfInvoice(line.aside))
  const isGoods = read.some((word) => word.line.aside === null)
  const known = read.filter(({ line, form }) => line.aside === null && ways.isKnown(form)).length
  let corrections = 0
  const looked = read.map(({ line: word, form }) => {
    // If there is nothing else, even a colour or a sack is what somebody asks for.
    const line = isGoods || !mayBeGoods(word, form) ? word : { ...word, aside: null }
    const sought = soughtOf(line, form)
    const isCorrected = !ways.isKnown(form) && line.expansion.length === 0 && !line.dotted
    return { line, form, sought, isKnown: sought.length > 0, isCorrected, knowledge: ways.knowledgeOf(form, sought) }
  })

  /**
   * A fishing net is not the net price of fishing: a word beside one that it is an everyday name with is not set aside.
   * Nor is a form of a word that is itself a name.
   */
  function isOfName(word: LineWord, ...beside: readonly (LineWord | undefined)[]): boolean {
    if (word.aside === null || word.aside === 'destination') return false
    const [form = ''] = word.forms
    // PA6 and TiO2 are substances, 6204 is not.
    if (word.aside === 'specification') return LETTER.test(form) && ways.knowledgeOf(form, ways.exact(form)).isName
    if (!isAsideAsWritten(form)) {
      const { isName, isLeading } = ways.knowledgeOf(form, ways.exact(form))
      if ((isName || isLeading) && word.aside !== 'packaging') return true
    }
    if (!MAY_NAME.has(word.aside) || isIncoterm(form)) return false
    return beside.some((other) => other?.aside === null && ways.arePair(form, other.forms[0]!))
  }

  /** Who writes, in a sentence: unknown words with a capital. */
  function isProperName({ aside, shown, forms }: LineWord, at: number): boolean {
    return isSentence && aside === null && at > 0 && /^\p{Lu}\p{Ll}/u.test(shown) && !ways.isKnown(forms[0]!)
  }

  function mayBeGoods({ aside }: LineWord, form: string): boolean {
    if (aside === 'talk') return false
    if (aside === 'packaging' || aside === 'colour' || aside === 'quantity') return ways.meansGoods(form)
    return ways.knowledgeOf(form, ways.exact(form)).isName
  }

  function soughtOf(line: LineWord, form: string): Sought {
    if (line.aside !== null) return ways.exact(form)
    if (line.expansion.length > 0) {
      const numbers = line.expansion.flatMap((word) => ways.exact(word).flatMap((reading) => reading.numbers))
      return [...ways.exact(form), { fit: ABBREVIATED, numbers }, ...(line.dotted ? ways.unfinished(form) : [])]
    }
    if (line.dotted) return [...ways.exact(form), ...ways.unfinished(form)]
    if (ways.meansGoods(form)) return ways.exact(form)
    const mayBeShort = isPlain && !isCapitals(line.shown) && !ways.isKnown(form)
    if (known > 0 && form.length < (mayBeShort ? SHORTEST_PLAIN : SHORTEST_CORRECTION)) return ways.exact(form)
    return corrections++ < MOST_CORRECTIONS ? ways.asWritten(form) : ways.exact(form)
  }

  const { chosen, leftOut } = longest(looked, ({ line, form }) => (line.aside === null ? form.length : 0), MAX_WORDS)
  const language = languageOf(chosen, line.grammar)
  const roles = rolesOf(chosen, language)
  // What the tariff calls an attribute ("samochodowy": vehicles, equipment) is no other name of the thing itself.
  const soughtAs = ({ isHead }: Role, { knowledge, sought }: (typeof looked)[number]): Sought =>
    isHead && knowledge.isName ? sought.filter(({ isSynonym }) => !isSynonym) : sought
  const words = chosen.map((word, at) => ({ ...word, role: roles[at]!, sought: soughtAs(roles[at]!, word) }))
  return { words, leftOut: leftOut.map((word) => ({ ...word, role: roles[0]! })), need: needOf(words) }
}

/** A compound that is written apart is one word if that is an everyday name: wrist watch, chain saw. */
function joined(words: readonly LineWord[], ways: Ways): readonly LineWord[] {
  const all: LineWord[] = []
  for (const word of words) {
    const before = all.at(-1)
    const whole = `${before?.forms[0]}${word.forms[0]}`
    if (before && isJoined(before, word) && ways.knowledgeOf(whole, ways.exact(whole)).isName)
      all[all.length - 1] = { ...before, shown: `${before.shown} ${word.shown}`, forms: [whole] }
    else all.push(word)
  }
  return all
}

const isJoined = (one: LineWord, other: LineWord): boolean =>
  ![one, other].some(({ aside, dotted }) => aside !== null || dotted) &&
  one.clause === other.clause &&
  one.behind === other.behind

/** The two words of a compound that nobody knows as one word, if together they are an everyday name: superglue. */
function splitOf(word: string, ways: Ways): [string, string] | null {
  for (let at = SHORTEST_HALF; at <= Math.min(word.length, LONGEST_COMPOUND) - SHORTEST_HALF; at++) {
    const [one, other] = [word.slice(0, at), word.slice(at)]
    if (ways.arePair(one, other)) return [one, other]
  }
  return null
}
const SHORTEST_HALF = 3
const LONGEST_COMPOUND = 20

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
  return { importance, total, all: 0, any: things === 0 ? others : things | NAMED, most: MOST_GOODS }
}

/** Confidence needs the thing itself, this share of the words, and this score. The gold set shows how often each is right. */
const HIGH = { share: 0.75, score: 0.7 }
const MEDIUM = { share: 0.5, score: 0.5 }

function confidenceOf(share: number, { score }: RankedGoods): Confidence {
  if (share >= HIGH.share && score >= HIGH.score) return 'high'
  // A name of which every word is explained may score little only because a word was corrected.
  return share === 1 || (share >= MEDIUM.share && score >= MEDIUM.score) ? 'medium' : 'low'
}

/** Goods that explain less of a name have nothing to do with it; the gold set has the figures. */
const LEAST_SCORE = 0.3
/** Shorter words that nothing explains are parts of models and makes. */
const SHORTEST_UNKNOWN = 3

/**
 * Whether the best goods are worth an answer. Words that had to be corrected and attributes of something unknown are no evidence:
 * "lekcje angielskiego" is not about elections, and Jan Kowalski is no blacksmith's hammer.
 */
export function isUnderstood(words: readonly AskedWord[], best: RankedGoods, need: Need): boolean {
  const core = words.flatMap((word, at) =>
    word.line.aside === null ? [{ ...word, isExplained: (best.words & (1 << at)) !== 0 }] : [],
  )
  // In a line with sizes or quantities the words that nobody knows are probably makes and models, and no reason for doubt.
  const isLine = words.some(({ line }) => isOfInvoice(line.aside))
  const isStrange = ({ isKnown, form }: AskedWord) => !isKnown && !isLine && form.length >= SHORTEST_UNKNOWN
  let total = need.total
  if (isLine) for (const { isKnown, role } of core) if (!isKnown) total -= role.importance
  const namesHead = core.some(
    ({ role, knowledge, isCorrected, isExplained }) => isExplained && role.isHead && knowledge.isName && !isCorrected,
  )
  if (!namesHead && (best.score * need.total) / total < LEAST_SCORE) return false
  if (core.every(isAttribute) && (best.words & NAMED) === 0) return false
  const unexplained = core.filter(({ isExplained }) => !isExplained)
  const isGuess = core.length > 1 && core.every(({ isCorrected }) => isCorrected)
  if (isGuess && core.some(({ form }) => form.length < SHORTEST_CORRECTION)) return false
  if (unexplained.length === 0) return true
  const explained = core.filter(({ isExplained }) => isExplained)
  if (explained.every(({ isCorrected }) => isCorrected)) {
    if (isLine) return explained.some(({ role, form }) => role.isThing && form.length >= SHORTEST_CORRECTION)
    return unexplained.every((word) => isKnownAsWritten(word) || word.form.length < SHORTEST_UNKNOWN)
  }
  return explained.some(({ role }) => role.isThing) || (best.words & NAMED) !== 0 || !core.some(isStrange)
}

const isAttribute = ({ isKnown, knowledge, form }: AskedWord): boolean =>
  !isKnown || (knowledge.isNarrowing && endsLikeAdjective(form))

const isKnownAsWritten = ({ isKnown, isCorrected }: AskedWord): boolean => isKnown && !isCorrected

/** Words for parts of what stands behind them: parts for pumps, części do pomp. */
const isPart = ({ form }: AskedWord): boolean => PARTS.test(form) || SPARE.test(form)
const SPARE = /^(?:spares?|zamienne|zamiennych|components?|komponenty|komponentow|podzespoly|podzespolow)$/

/** The same search for the thing alone, when a name asks for parts of it, or for something unknown that goes with it; otherwise null. */
export function thingOfParts(words: readonly AskedWord[], need: Need): Need | null {
  const core = words.filter(({ line }) => line.aside === null)
  const isUnknownOf = core.length > 1 && !core[0]!.isKnown && core.every(({ isKnown, line }) => !isKnown || line.behind)
  if (!isUnknownOf && !core.some(isPart)) return null
  const parts = words.map(isPart)
  let any = 0
  let total = 0
  for (const [at, { line, isKnown, role }] of words.entries()) {
    if (parts[at] || line.aside !== null) continue
    total += role.importance
    if (isKnown) any |= 1 << at
  }
  const importance = need.importance.map((one, at) => (parts[at] ? 0 : one))
  return any === 0 ? null : { ...need, importance, total, any }
}

/** What the best goods explain. */
export function readingOf(words: readonly AskedWord[], best: RankedGoods | undefined, need: Need): NameReading {
  const understood = new Set<string>()
  const ignored = new Set<string>()
  const unknown = new Set<string>()
  let explained = 0
  let doubts = 0
  let hasHead = false
  for (const [at, { line, isKnown, role }] of words.entries()) {
    const isExplained = best !== undefined && (best.words & (1 << at)) !== 0
    if (isExplained) {
      understood.add(line.shown)
      hasHead ||= role.isHead
      if (line.aside === null) explained += role.importance
    } else if (line.aside === null) {
      unknown.add(line.shown)
      // A word that nobody knows may be the one that matters.
      if (!isKnown) doubts += role.importance
    } else ignored.add(line.shown)
  }
  for (const word of understood) {
    unknown.delete(word)
    ignored.delete(word)
  }
  const share = need.total === 0 ? 0 : explained / (need.total + doubts)
  const confidence = best !== undefined && hasHead ? confidenceOf(share, best) : 'low'
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
