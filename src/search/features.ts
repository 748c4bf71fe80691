import { fold } from '../base/fold.ts'
import type { FeatureKind } from '../law/read/name-model.ts'
import type { Lexicon } from './lexicon.ts'

/** A word of a name, as it was written and as it is compared. */
export interface Token {
  readonly shown: string
  /** Folded; only Latin letters and digits. Empty when nothing of that is left, as of a Cyrillic word. */
  readonly word: string
  /** A dot follows, so it may be an abbreviation. */
  readonly isDotted: boolean
  /** A number, a size or a word of the deal: it says nothing about what the goods are. */
  readonly isIgnored: boolean
}

/** Features of one name, each once for its kind: parallel arrays of hashes and of the tokens they come from. */
export interface Features {
  readonly hashes: readonly number[]
  /** The token of a feature; of a pair of words, the first one. */
  readonly tokens: readonly number[]
}

/** More words or longer ones say nothing more about the goods. They bound the work of one name. */
const MAX_TOKENS = 100
const MAX_WORD = 40
const SHORTEST_GRAM = 3
const MAX_GRAM = 5
/** Words of one family, and the forms of a word, mostly share their first letters. */
const START = 5

/** A size is one word: 22x1,0 and 2.0; anything else ends where its letters and digits end. */
const SIZE = String.raw`\p{N}+(?:[x×*.,/]\p{N}+)+\p{L}{0,3}(?![\p{L}\p{N}])`
const TOKEN = new RegExp(String.raw`${SIZE}|[\p{L}\p{N}]+\.?`, 'giu')
/** Addresses of mail and of the web are made of words that name no goods. */
const ADDRESS = /\S+@\S+\.\S+|(?:https?:\/\/|www\.)\S+/giu
const NUMBER = /^[0-9]+$/
const MEASURED = /^([0-9]+)([a-z]+)([0-9]*)$/
/** 20x30, 2.0, 22x1,5: the forms of a size above. */
const DIMENSIONS = new RegExp(`^${SIZE}$`, 'iu')

/**
 * The words of a name, with the words that abbreviations stand for. `isBeside` says which characters of the composed text name no
 * goods; training has no sentences and leaves it out.
 */
export function tokensOf(
  text: string,
  lexicon: Lexicon,
  isBeside: (from: number, to: number) => boolean = () => false,
): Token[] {
  const tokens: Token[] = []
  let afterNumber = false
  const composed = text.normalize('NFC').replace(ADDRESS, (address) => ' '.repeat(address.length))
  for (const { 0: token, index } of composed.matchAll(TOKEN)) {
    if (tokens.length >= MAX_TOKENS) break
    const isDotted = token.endsWith('.')
    const shown = isDotted ? token.slice(0, -1) : token
    const word = fold(shown)
      .replace(/[^a-z0-9]/g, '')
      .slice(0, MAX_WORD)
    const isNumber = NUMBER.test(word)
    const isIgnored =
      isNumber ||
      DIMENSIONS.test(shown) ||
      isMeasured(word, lexicon) ||
      (afterNumber && lexicon.isUnit(word)) ||
      lexicon.isBeside(word) ||
      isBeside(index, index + shown.length)
    tokens.push({ shown, word, isDotted, isIgnored })
    afterNumber = isNumber
  }
  return tokens
}

function isMeasured(word: string, lexicon: Lexicon): boolean {
  const unit = MEASURED.exec(word)?.[2]
  return unit !== undefined && lexicon.isUnit(unit)
}

/** The hash of a word as a feature. */
export const wordHash = (word: string): number => hashOf(WORD, word)

/** The hash of a word from its beginning on, so that words that differ at their ends are hashed quickly. */
export const wordPrefix = (beginning: string): number => afterPrefix(step(SEED, WORD), beginning)
export function afterPrefix(prefix: number, rest: string): number {
  let hash = prefix
  for (let at = 0; at < rest.length; at++) hash = step(hash, rest.charCodeAt(at))
  return hash
}

/** The features of the characters of a word. */
export function gramHashes(word: string): readonly number[] {
  const { hashes, add } = collector()
  addGrams(word, 0, add)
  return hashes
}

/** All features of a name, by kind. Each kind is scaled by itself, so that a long word does not outweigh a short one. */
export function featuresOf(
  tokens: readonly Token[],
  lexicon: Pick<Lexicon, 'expansionOf'>,
): Readonly<Record<FeatureKind, Features>> {
  const word = collector()
  const pair = collector()
  const start = collector()
  const characters = collector()
  let before: { word: string; at: number } | null = null
  tokens.forEach(({ word: written, isDotted, isIgnored }, at) => {
    if (isIgnored || written === '') return
    const meant = lexicon.expansionOf(written, isDotted)
    for (const one of meant.length > 0 ? [written, ...meant] : [written]) {
      if (one.length > 1) word.add(hashOf(WORD, one), at)
      if (one.length > START) start.add(hashOf(BEGINNING, one.slice(0, START)), at)
      addGrams(one, at, characters.add)
    }
    for (const one of meant.length > 0 ? meant : [written]) {
      if (before !== null) pair.add(pairHash(before.word, one), before.at)
      before = { word: one, at }
    }
  })
  return { word, pair, start, characters }
}

function collector() {
  const hashes: number[] = []
  const tokens: number[] = []
  const seen = new Set<number>()
  return {
    hashes,
    tokens,
    add: (hash: number, token: number): void => {
      if (seen.has(hash)) return
      seen.add(hash)
      hashes.push(hash)
      tokens.push(token)
    },
  }
}

/** Runs of 3 to 5 characters of a word, its beginning and end marked. */
function addGrams(word: string, token: number, add: (hash: number, token: number) => void): void {
  const marked = `_${word}_`
  for (let start = 0; start + SHORTEST_GRAM <= marked.length; start++) {
    let hash = step(SEED, GRAM)
    for (let length = 1; length <= MAX_GRAM && start + length <= marked.length; length++) {
      hash = step(hash, marked.charCodeAt(start + length - 1))
      if (length >= SHORTEST_GRAM) add(hash >>> 0, token)
    }
  }
}

const pairHash = (one: string, other: string): number => {
  const first = step(afterPrefix(step(SEED, PAIR), one), SPACE)
  return afterPrefix(first, other) >>> 0
}

const hashOf = (kind: number, text: string): number => afterPrefix(step(SEED, kind), text) >>> 0

/** FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/. The first character keeps the kinds of features apart. */
const SEED = 0x811c9dc5
const WORD = 119
const PAIR = 112
const GRAM = 99
const BEGINNING = 115
const SPACE = 32
const step = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)
