import { type Digits, prefixOf } from '../base/cn-code.ts'
import type { TimeSliced } from '../base/time-slices.ts'
import type { NameModel } from '../law/read/name-model.ts'
import type { Nomenclature } from '../law/tariff/nomenclature.ts'
import type { LexiconWord, Words } from '../law/terms/law.ts'
import { buildCompletion } from './completion.ts'
import { type NameReading, readingOf } from './explain.ts'
import { type Token, tokensOf } from './features.ts'
import type { Said } from './hints.ts'
import { buildLexicon } from './lexicon.ts'
import { buildRanking, type LikelyHeading, type Ranked } from './rank.ts'

export interface NameIndex {
  /** The goods that a name may mean, with their probabilities. */
  find(text: string): FoundName
  /** Codes of the best goods for a text that is still being typed: the last word may be unfinished. */
  complete(text: string): readonly Digits[]
}

export interface FoundName {
  /** The likeliest first; none when nothing was understood. */
  readonly goods: readonly LikelyHeading[]
  readonly reading: NameReading
}

export interface NameData {
  /** Null in a law without a model of names: then no name is understood. */
  readonly model: NameModel | null
  readonly words: readonly Words[]
  readonly lexicon: readonly LexiconWord[]
  /** Null in a law without hints: then every word may name goods. */
  readonly readHints: ((text: string) => Said) | null
}

/** From which probability of the best goods on (docs/search.md). */
const HIGH = 0.7
const MEDIUM = 0.4

/** Names of more words are right less often than their probability says, and too few of them were calibrated on. */
const MOST_WORDS_OF_HIGH = 10

function confidenceOf(probability: number, { length }: readonly Token[]): NameReading['confidence'] {
  if (probability >= HIGH && length <= MOST_WORDS_OF_HIGH) return 'high'
  return probability >= MEDIUM ? 'medium' : 'low'
}

/** A name that may well name nothing, or whose best goods are a guess among hundreds, was not understood. */
const MAX_NONE = 0.15
const LEAST_PROBABILITY = 0.03

const isUnderstood = ({ goods, none }: Ranked): boolean =>
  goods.length > 0 && none <= MAX_NONE && goods[0]!.probability >= LEAST_PROBABILITY

/** A word that was corrected is no evidence beside one that was never seen: both may be no words at all. */
const isRead = ({ understood, unknown, corrected = [] }: NameReading): boolean =>
  unknown.length === 0 || understood.some((word) => corrected.every((one) => one.word !== word))

const HEADING = 4

const goodsOf = (code: Digits): LikelyHeading => ({
  code: prefixOf(code, HEADING),
  probability: 1,
  below: [{ code, probability: 1 }],
})

export function* buildNameIndex(
  tariff: Nomenclature,
  { model, words, lexicon, readHints }: NameData,
): TimeSliced<NameIndex> {
  const known = buildLexicon(lexicon, words)
  yield
  const rank = model && buildRanking(model, tariff, known)
  yield
  const completed = yield* buildCompletion(tariff, words)
  const find = (text: string): FoundName => {
    const said = readHints?.(text)
    const inSentence = tokensOf(text, known, said?.isBeside)
    // What only says who and where may be goods after all: a parcel alone is a box.
    const tokens = inSentence.some(({ isIgnored, word }) => !isIgnored && word.length > 1)
      ? inSentence
      : tokensOf(text, known)
    if (said?.noGoods) return { goods: [], reading: readingOf(tokens, null, 'low') }
    if (said?.named) return { goods: [goodsOf(said.named)], reading: readingOf(tokens, null, 'high') }
    const ranked = rank?.(tokens)
    if (!ranked || !isUnderstood(ranked)) return { goods: [], reading: readingOf(tokens, null, 'low') }
    const reading = readingOf(tokens, ranked, confidenceOf(ranked.goods[0]!.probability, tokens))
    return { goods: ranked.goods, reading: isRead(reading) ? reading : { ...reading, confidence: 'low' } }
  }
  return {
    find,
    complete: (text) => {
      const found = completed(text)
      // A slip in a word keeps it from being completed; the model reads it all the same.
      return found.length > 0 ? found : find(text).goods.map(({ code }) => code)
    },
  }
}
