import type { Language } from '../terms/language.ts'
import { isGeneric, isMachine, isMaterial } from './line-vocabulary.ts'
import { isOfInvoice, type LineWord } from './read-line.ts'
import type { Knowledge } from './ways.ts'

/** What a word of a name does in it. */
export interface Role {
  /** How much it counts for the ranking. */
  readonly importance: number
  /** It may be the thing itself, not only an attribute of it. */
  readonly isThing: boolean
  readonly isHead: boolean
}

/** A word as it was read, and what the index knows of it. */
export interface ReadWord {
  readonly line: LineWord
  readonly form: string
  readonly isKnown: boolean
  readonly knowledge: Knowledge
}

const HEAD = 2
const NOUN = 1
const ADJECTIVE = 0.8
const LATER_CLAUSE = 0.7
const BEHIND = 0.5
const ASIDE = 0.1
/** A word that nothing explains lowers the score; a short one is probably part of a model's name. */
const UNKNOWN = 0.5
const UNKNOWN_SHORT = 0.1
/** How much of the importance depends on how rare the word is. */
const BY_RARITY = 0.5

/** Endings of Polish adjectives and participles, folded. Nouns that end so are told apart by being names. */
const ADJECTIVE_PL =
  /(?:ow|n|sk|ck|dzk|an|on|cz|jac|t|owan|iw|liw|at|ast|ist|yst|ej)(?:y|a|e|i|ie|ych|ich|ego|iego|emu|ej|iej|ym|im|ymi|imi)$/
/** Endings of English adjectives and participles. */
const ADJECTIVE_EN = /(?:ed|ic|al|ous|less|ive|able|ible|ful|ary|ing)$/

export const endsLikeAdjective = (form: string): boolean => ADJECTIVE_PL.test(form) || ADJECTIVE_EN.test(form)

const isAdjective = ({ knowledge, form, line }: ReadWord, next: ReadWord | undefined, language: Language): boolean => {
  if (knowledge.isName) return false
  // Rollers for conveyors: what stands before a preposition is a noun.
  if (language === 'en' && !line.behind && next?.line.behind && !ADJECTIVE_EN.test(form)) return false
  // A form narrows goods in the tariff, and in Polish a mould is one: forma wtryskowa.
  if (knowledge.isNarrowing) return language === 'en' || !knowledge.isLeading
  return !knowledge.isLeading && (language === 'pl' ? ADJECTIVE_PL : ADJECTIVE_EN).test(form)
}

/** Polish or English: where the thing stands depends on it. */
export function languageOf(words: readonly ReadWord[], grammar: Readonly<Record<Language, number>>): Language {
  let polish = grammar.pl - grammar.en
  for (const { knowledge, line } of words) {
    const { languages } = knowledge
    if (/[ąćęłńóśźż]/i.test(line.shown)) polish += 2
    if (languages.pl !== languages.en) polish += languages.pl ? 1 : -1
  }
  return polish >= 0 ? 'pl' : 'en'
}

/**
 * The thing named counts most: in Polish the first noun, in English the last one before a preposition or the end of the clause.
 * Attributes refine it, and what stands behind a preposition refines it less.
 */
export function rolesOf(words: readonly ReadWord[], language: Language): Role[] {
  const named = words.flatMap((word, at) =>
    word.isKnown && word.line.aside === null && !isAdjective(word, words[at + 1], language) ? [at] : [],
  )
  const specific = named.filter((at) => !isGeneric(words[at]!.form))
  const nouns = specific.length > 0 ? specific : named
  const before = nouns.filter((at) => !words[at]!.line.behind)
  const made = before.filter((at) => !isMaterial(words[at]!.form))
  // Equipment for filling bottles is about filling bottles.
  const otherwise = before.length === 0 && nouns.length < named.length ? nouns : before
  const things = made.length > 0 ? made : otherwise
  const clause = words[things[0] ?? 0]?.line.clause
  const first = things.filter((at) => words[at]!.line.clause === clause)
  const attributes = words.flatMap(({ isKnown, line }, at) => (isKnown && line.aside === null ? [at] : []))
  const head =
    (language === 'pl' ? first[0] : first.at(-1)) ?? nouns[0] ?? attributes.at(language === 'pl' ? 0 : -1) ?? -1
  // On a line of an invoice the thing often comes first in English too: TOOTHPASTE FLUORIDE 75 ML.
  const isLine = words.some(({ line }) => isOfInvoice(line.aside))
  const isNameInFront = isLine && words[first[0] ?? head]?.knowledge.isName
  const heads = new Set([head, isNameInFront ? first[0] : head])
  const use = isMachine(words[head]?.form ?? '') ? NOUN : BEHIND
  return words.map((word, at) => {
    const { line, isKnown, knowledge } = word
    const isThing = things.includes(at)
    if (line.aside !== null) return { importance: ASIDE, isThing: false, isHead: false }
    if (!isKnown) {
      const importance = word.form.length > 3 ? UNKNOWN : UNKNOWN_SHORT
      return { importance, isThing: false, isHead: false }
    }
    let importance = NOUN
    if (heads.has(at)) importance = HEAD
    else if (line.behind) importance = use
    else if (line.clause !== clause) importance = LATER_CLAUSE
    else if (!isThing) importance = ADJECTIVE
    return { importance: importance * (1 - BY_RARITY + BY_RARITY * knowledge.rarity), isThing, isHead: heads.has(at) }
  })
}
