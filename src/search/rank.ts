import { type Digits, digits } from '../base/cn-code.ts'
import {
  chapterNumbers,
  FEATURE_KINDS,
  type FeatureKind,
  type NameModel,
  type SparseRows,
  type WeightTable,
} from '../law/read/name-model.ts'
import type { Nomenclature } from '../law/tariff/nomenclature.ts'
import { type Features, featuresOf, gramHashes, type Token, wordHash } from './features.ts'
import type { Lexicon } from './lexicon.ts'
import { spellingCorrector } from './spelling.ts'

/** A heading that a name may mean. */
export interface LikelyHeading {
  readonly code: Digits
  readonly probability: number
  /** Its subheadings with the probabilities that they are meant, which add up to that of the heading; the likeliest first. */
  readonly below: readonly LikelyCode[]
}

export interface LikelyCode {
  readonly code: Digits
  readonly probability: number
}

export interface Ranked {
  /** The likeliest first. */
  readonly goods: readonly LikelyHeading[]
  /** How probable it is that the name is one of no goods. */
  readonly none: number
  /** By token: how much it adds to the score of the best heading. */
  readonly contributions: readonly number[]
  /** By token: whether the word was seen in training. */
  readonly isKnown: readonly boolean[]
  /** Words that were read as others, which they are one letter away from; folded. */
  readonly corrected: ReadonlyMap<string, string>
}

/** More goods than anybody reads. */
const MAX_GOODS = 20
/** Looking for what a mistyped word was meant to be takes longer than the rest. */
const MAX_CORRECTED = 6

/** A feature of the question that the model knows: its row, its value, its token. */
interface Present {
  readonly row: number
  readonly value: number
  readonly token: number
}

/**
 * Ranks the headings of a tariff for a name: one pass over the rows of its features, so that the work is bounded by the length of
 * the name. Headings that the tariff of that year does not have are left out.
 */
export function buildRanking(model: NameModel, tariff: Nomenclature, lexicon: Lexicon) {
  const { headings, ofHeadings, ofChapters, ofSubheadings, scales, temperature, trust, subheadingTemperature } = model
  const none = headings.length
  const isThere = Uint8Array.from(headings, (code) => (tariff.exists(digits(code)) ? 1 : 0))
  const below = subheadingsOf(model, tariff)
  const rowOf = rowFinder(ofHeadings)
  const subRowOf = rowFinder(ofSubheadings)
  const scores = new Float64Array(none + 1)
  const chapterOf = chapterNumbers(headings)
  const chapterScores = new Float64Array(chapterOf[none]! + 1)
  const isWord = (word: string) => rowOf(wordHash(word)) >= 0
  const correct = spellingCorrector(
    (hash) => {
      const row = rowOf(hash)
      return row < 0 ? 0 : ofHeadings.starts[row + 1]! - ofHeadings.starts[row]!
    },
    // Among hundreds of variants one may have the hash of another feature: then its characters were never seen.
    (word) => gramHashes(word).every((hash) => rowOf(hash) >= 0),
  )

  /** What the words of one name stand for: abbreviations, and words that were never seen as they are written. */
  const meanings = (): Pick<Lexicon, 'expansionOf'> & Pick<Ranked, 'corrected'> => {
    let tried = 0
    const corrected = new Map<string, string>()
    return {
      corrected,
      expansionOf: (word, isDotted) => {
        const meant = lexicon.expansionOf(word, isDotted)
        if (meant.length > 0 || isWord(word) || tried++ >= MAX_CORRECTED) return meant
        const right = correct(word)
        if (right === null) return meant
        corrected.set(word, right)
        return [right]
      },
    }
  }

  const presentIn = (features: Readonly<Record<FeatureKind, Features>>, find: (hash: number) => number): Present[] =>
    FEATURE_KINDS.flatMap((kind) => {
      const { hashes, tokens } = features[kind]
      const known = hashes.flatMap((hash, at) => {
        const row = find(hash)
        return row < 0 ? [] : [{ row, token: tokens[at]! }]
      })
      const value = scales[kind] / Math.sqrt(known.length)
      return known.map((one) => ({ ...one, value }))
    })

  /** The subheadings of a heading with the share of its probability that each has. */
  const sharesOf = (heading: number, present: readonly Present[], probability: number): LikelyCode[] => {
    const { codes, from } = below[heading]!
    const [first] = codes
    if (codes.length <= 1) return first === undefined ? [] : [{ code: first.code, probability }]
    const sums = codes.map(({ at }) => ofSubheadings.bias[at]!)
    const { starts, classes, weights, scale } = ofSubheadings
    const last = codes.at(-1)!.at
    const placeOf = new Map(codes.map(({ at }, place) => [at, place]))
    for (const { row, value } of present) {
      for (let at = lowestFrom(classes, starts[row]!, starts[row + 1]!, from); at < starts[row + 1]!; at++) {
        if (classes[at]! > last) break
        const place = placeOf.get(classes[at]!)
        if (place !== undefined) sums[place]! += weights[at]! * scale * value
      }
    }
    const most = Math.max(...sums)
    const powers = sums.map((sum) => Math.exp((sum - most) / subheadingTemperature))
    const total = powers.reduce((sum, power) => sum + power, 0)
    return codes
      .map(({ code }, place) => ({ code, probability: (probability * powers[place]!) / total }))
      .toSorted((one, other) => other.probability - one.probability)
  }

  return (tokens: readonly Token[]): Ranked | null => {
    const meant = meanings()
    const features = featuresOf(tokens, meant)
    const present = presentIn(features, rowOf)
    if (present.length === 0) return null
    scores.set(ofHeadings.bias)
    chapterScores.fill(0)
    for (const { row, value } of present) {
      addRow(scores, ofHeadings, row, value)
      addRow(chapterScores, ofChapters, row, value)
    }
    for (let one = 0; one <= none; one++) scores[one]! += chapterScores[chapterOf[one]!]!
    let most = scores[none]!
    for (let one = 0; one < none; one++) if (isThere[one] === 1 && scores[one]! > most) most = scores[one]!
    let total = 0
    for (let one = 0; one <= none; one++) {
      const power = one === none || isThere[one] === 1 ? Math.exp((scores[one]! - most) / temperature) : 0
      scores[one] = power
      total += power
    }
    const share = trust / total
    const best = highest(scores, none, MAX_GOODS)
    const subPresent = presentIn(features, subRowOf)
    const contributions = tokens.map(() => 0)
    for (const { row, value, token } of present)
      contributions[token]! +=
        (weightIn(ofHeadings, row, best[0]!) + weightIn(ofChapters, row, chapterOf[best[0]!]!)) * value
    const seen = new Set(
      features.word.hashes.flatMap((hash, at) => (rowOf(hash) < 0 ? [] : [features.word.tokens[at]!])),
    )
    return {
      goods: best.map((one) => ({
        code: digits(headings[one]!),
        probability: scores[one]! * share,
        below: sharesOf(one, subPresent, scores[one]! * share),
      })),
      none: scores[none]! / total,
      contributions,
      isKnown: tokens.map((_, at) => seen.has(at)),
      corrected: meant.corrected,
    }
  }
}

/** For each heading its subheadings in the tariff, an undivided one with its code of eight digits, and their numbers in the model. */
function subheadingsOf({ headings, subheadings }: NameModel, tariff: Nomenclature) {
  let at = 0
  return headings.map((heading) => {
    const codes: { code: Digits; at: number }[] = []
    while (at < subheadings.length && subheadings[at]! < heading) at++
    const from = at
    for (; at < subheadings.length && subheadings[at]!.startsWith(heading); at++)
      if (tariff.exists(digits(subheadings[at]!)))
        codes.push({ code: declaredCode(digits(subheadings[at]!), tariff), at })
    return { codes, from }
  })
}

function declaredCode(subheading: Digits, tariff: Nomenclature): Digits {
  const line = tariff.line(subheading)
  return line?.kind === 'cn8' ? line.code : subheading
}

/** Buckets by the first 16 bits of the hash leave a handful of features to compare. */
function rowFinder({ hashes }: WeightTable): (hash: number) => number {
  const buckets = new Uint32Array(0x1_0001)
  for (const hash of hashes) buckets[(hash >>> 16) + 1]! += 1
  for (let at = 0; at < 0x1_0000; at++) buckets[at + 1]! += buckets[at]!
  return (hash) => {
    const bucket = hash >>> 16
    for (let at = buckets[bucket]!; at < buckets[bucket + 1]!; at++) if (hashes[at] === hash) return at
    return -1
  }
}

function addRow(
  scores: Float64Array,
  { starts, classes, weights, scale }: SparseRows,
  row: number,
  value: number,
): void {
  const end = starts[row + 1]!
  for (let at = starts[row]!; at < end; at++) scores[classes[at]!]! += weights[at]! * scale * value
}

/** The weight of a class in a row; 0 where there is none. */
function weightIn({ starts, classes, weights, scale }: SparseRows, row: number, one: number): number {
  const at = lowestFrom(classes, starts[row]!, starts[row + 1]!, one)
  return at < starts[row + 1]! && classes[at] === one ? weights[at]! * scale : 0
}

/** The first place from `start` to before `end` whose class is at least `least`. */
function lowestFrom(classes: Uint16Array, start: number, end: number, least: number): number {
  let low = start
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (classes[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}

/** The numbers of the highest values among the first `count`, which are above 0, the highest first. */
function highest(values: Float64Array, count: number, most: number): number[] {
  const best: number[] = []
  for (let one = 0; one < count; one++) {
    const value = values[one]!
    if (value === 0 || (best.length === most && value <= values[best[most - 1]!]!)) continue
    let at = best.length
    while (at > 0 && values[best[at - 1]!]! < value) at--
    best.splice(at, 0, one)
    if (best.length > most) best.pop()
  }
  return best
}
