import { LANGUAGES, type Language } from '../terms/language.ts'
import { expansionOf } from './abbreviations.ts'
import { fold, formsOf } from './fold.ts'
import {
  type Aside,
  asideOf,
  DESIGNATORS_OF_NUMBERS,
  isIncoterm,
  isMaterial,
  isRequest,
  UNITS_OF_NUMBERS,
} from './line-vocabulary.ts'
import { PREPOSITIONS, STOP_WORDS } from './weigh.ts'

/** A word of a name as people write it: on an invoice, in an order, in a sentence. */
export interface LineWord {
  /** As it was written. */
  readonly shown: string
  /** Folded: the whole word, then the parts of a hyphenated one. */
  readonly forms: readonly string[]
  /** What it is if it does not name goods. Such a word may refine goods, and never decides which ones are found. */
  readonly aside: Aside | 'specification' | 'destination' | null
  /** Other words for an abbreviation. */
  readonly expansion: readonly string[]
  /** A dot follows, so it may be the beginning of a word. */
  readonly dotted: boolean
  /** It follows a preposition: what the thing is for, of or with. */
  readonly behind: boolean
  /** The words up to a comma, a bracket or a specification are a clause. */
  readonly clause: number
}

/** Sizes, quantities, makes, places and words of a deal stand on invoices; what is used or asked for is said of anything. */
export const isOfInvoice = (aside: LineWord['aside']): boolean =>
  aside !== null && aside !== 'condition' && aside !== 'talk'

export interface Line {
  readonly words: readonly LineWord[]
  /** Words of grammar, which show in what language the name is written. */
  readonly grammar: Readonly<Record<Language, number>>
}

/** Letters alone, hyphens and apostrophes inside; a dot behind marks an abbreviation. */
const LETTERS = String.raw`\p{L}+(?:[-‐‑'’]\p{L}+)*\.?(?![\p{L}\p{N}])`
/** Anything with a digit, and what is joined to it: 22x1,0, M8x40, 315/80R22.5, 25kg/bag, 6204-2RS. */
const WITH_DIGIT = String.raw`[\p{L}\p{N}]+(?:[.,/*×+\-–][\p{L}\p{N}]*\p{N}[\p{L}\p{N}]*|[.,/*×+\-–]\p{L}{1,3}(?!\p{L}))*`
/** One word to us, as with a hyphen: neither a second nor a hand is meant. */
const SECOND_HAND = String.raw`second\s+hand(?![\p{L}\p{N}])`
const TOKEN = new RegExp(`${SECOND_HAND}|${LETTERS}|${WITH_DIGIT}|[,;:()|]| [-–—/] `, 'giu')
const BOUNDARY = /^(?:[,;:()|]| [-–—/] )$/
const DIGIT = /\p{N}/u
/** Kinds of things, such as 3D printers and 5G routers: the thing follows. A clause ends behind all other specifications. */
const KIND = /^\p{N}[dgk]$/u

/** A quantity that packaging goes with: 25 kg, 100 szt. */
const PACK_SIZE = /^\p{N}+(?:[.,]\p{N}+)?(?:kg|g|l|ml|t|szt|pcs|ltr|oz|lb|lbs)$/u
/** Words that may stand between a preposition and what it governs: for new tractors. */
const REFINING: ReadonlySet<LineWord['aside']> = new Set(['colour', 'condition', 'brand'])
/** Polish adjectives of places behind a preposition: do rosyjskiego sklepu. */
const PLACE_ADJECTIVE = /[cs]k(?:i|ie|iego|iemu|im|iej|ich|imi)$/
/** Prepositions of packaging: in bags, w workach, na paletach, per box. */
const PACKED = new Set(['in', 'on', 'w', 'we', 'na', 'per', 'po', 'a'])

export const isCapitals = (shown: string): boolean => shown === shown.toUpperCase()

interface Token {
  readonly shown: string
  readonly whole: string
  readonly forms: readonly string[]
  readonly dotted: boolean
  readonly isBoundary: boolean
}

function tokensOf(text: string): Token[] {
  return [...text.normalize('NFC').matchAll(TOKEN)].map(([token]) => {
    const dotted = token.length > 1 && token.endsWith('.')
    const shown = dotted ? token.slice(0, -1) : token
    const forms = formsOf(fold(shown.replace(/\s+/, '-')))
    return { shown, whole: forms[0]!, forms, dotted, isBoundary: BOUNDARY.test(token) }
  })
}

/** Reads a name word by word. It knows nothing of the tariff. */
export function readLine(text: string): Line {
  const words: LineWord[] = []
  const grammar = { pl: 0, en: 0 }
  let clause = 0
  /** The language of the preposition that the next words follow. */
  let behind: Language | null = null
  /** Whether something that may be goods stands before: "export of pipes" is about pipes, "pipes of copper" is not about copper. */
  let named = false
  const tokens = tokensOf(text)
  for (const [at, { shown, whole, forms, dotted, isBoundary }] of tokens.entries()) {
    if (isBoundary) {
      clause++
      behind = null
      continue
    }
    for (const language of LANGUAGES) {
      if (!PREPOSITIONS[language].has(whole)) continue
      grammar[language]++
      if (named) behind = language
    }
    if (STOP_WORDS.has(whole) || isModal(tokens, at)) continue
    const isPlace = isNamedPlace(tokens, at, named)
    const listed = asideOf(whole)
    // NAS is a storage device, "od nas" is not.
    const other = isPlace ? 'destination' : listed === 'talk' && isCapitals(shown) ? null : listed
    const aside = DIGIT.test(whole) || whole.length === 1 ? 'specification' : other
    const isAside =
      aside !== null && (aside !== 'packaging' || isPacking(tokens, at, named)) && !isBesideNoNumber(tokens, at)
    words.push({
      ...{ shown, forms, dotted, clause },
      behind: behind !== null,
      aside: isAside ? aside : null,
      expansion: expansionOf(whole, dotted),
    })
    if (DIGIT.test(whole) && named && !KIND.test(whole)) clause++
    if (isRequest(whole)) named = false
    if (!isAside || REFINING.has(aside)) named = true
    // "z Turcji" and "in bags" end here, and what follows is about the thing again. "To a Moscow shop" goes on.
    else if (
      aside === 'talk' ? isRequest(whole) : aside !== 'place' || (behind === 'pl' && !PLACE_ADJECTIVE.test(whole))
    )
      behind = null
  }
  return { words, grammar }
}

/** Can we ship: a question, and no can. */
const isModal = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]!.whole === 'can' && /^(?:we|i|you|it|they)$/.test(tokens[at + 1]?.whole ?? '')

/** The place behind an Incoterm (DAP is a fertiliser too), and countries that are also goods: FOB Ust-Luga, from Turkey. */
function isNamedPlace(tokens: readonly Token[], at: number, named: boolean): boolean {
  const before = tokens[at - 1]?.whole ?? ''
  if (named && isIncoterm(before) && /^\p{Lu}/u.test(tokens[at]!.shown)) return true
  return tokens[at]!.whole === 'turkey' && OF_PLACES.has(before)
}
const OF_PLACES = new Set(['from', 'to', 'in', 'via', 'origin'])

/** A steel bar is not a pressure of one bar: some words are units or designators only beside their number. */
function isBesideNoNumber(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]!.whole
  if (UNITS_OF_NUMBERS.has(word)) return !DIGIT.test(tokens[at - 1]?.whole ?? '')
  return DESIGNATORS_OF_NUMBERS.has(word) && !DIGIT.test(tokens[at + 1]?.whole ?? '')
}

/** A sack of flour, 25 kg bags, worki 25 kg: packaging beside a quantity. Otherwise sacks are goods. */
function isPacking(tokens: readonly Token[], at: number, named: boolean): boolean {
  const before = tokens[at - 1]?.whole ?? ''
  // A bag of cement, but not a bag of paper.
  if (!named) return tokens[at + 1]?.whole === 'of' && !isMaterial(tokens[at + 2]?.whole ?? '')
  if (DIGIT.test(before) || PACKED.has(before) || asideOf(before) === 'unit') return true
  // 25 kg paper bags.
  if (
    isMaterial(before) &&
    at > 1 &&
    (PACK_SIZE.test(tokens[at - 2]!.whole) || asideOf(tokens[at - 2]!.whole) === 'unit')
  )
    return true
  const [next = '', unit = ''] = [tokens[at + 1]?.whole, tokens[at + 2]?.whole]
  return PACK_SIZE.test(next) || PACK_SIZE.test(`${next}${unit}`)
}
