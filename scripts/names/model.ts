import { gzipSync } from 'fflate'
import {
  chapterNumbers,
  encodeNameModel,
  FEATURE_KINDS,
  type FeatureKind,
  type NameModel,
  type SparseRows,
  type WeightTable,
} from '../../src/law/read/name-model.ts'
import { buildLexicon, type Lexicon } from '../../src/search/lexicon.ts'
import { type Example, examplesOf, headingsOf, type Inputs, type Source } from './examples.ts'
import { learn, type Sample } from './learn.ts'
import { type Noise, prepare } from './prepare.ts'
import type { WeightRows } from './weight-rows.ts'

/** Everything that decides what is learned, besides the data. */
export const SETTINGS = {
  seeds: [1, 2, 3],
  epochs: 8,
  leastGradient: 0.001,
  subheadingEpochs: 4,
  scales: { word: 1, pair: 1, start: 1, characters: 2 } as Readonly<Record<FeatureKind, number>>,
  /** How often a name is learned among words of an invoice, and with a slip of the keyboard. */
  noise: 0.3,
  slips: 0.15,
  /** Weights below this are dropped, and more of them until the table is small enough, before it is compressed. */
  leastWeight: 0.06,
  mostWeights: 2_400_000,
  mostChapterWeights: 1_150_000,
  mostSubheadingWeights: 520_000,
  /** Likeliest of a tenth of the trade names and references, when the other nine tenths were learned from. */
  subheadingTemperature: 0.7,
  /** The share of weights that are not clipped when they are stored in a byte. */
  unclipped: 0.9995,
} as const

export interface TrainOptions {
  /** Left out, to measure what it adds. */
  readonly withoutSource?: Source
  readonly withoutKind?: FeatureKind
  readonly withoutChapters?: boolean
  /** Questions of this fold are left out, for cross-validation. */
  readonly withoutFold?: number
  /** Instead of those of this repository. */
  readonly examples?: readonly Example[]
  readonly seeds?: readonly number[]
  readonly epochs?: number
  tell?(text: string): void
}

/** Classes of words that stand beside any goods. */
const NOISE_CLASSES: ReadonlySet<string> = new Set([
  'deal',
  'talk',
  'place',
  'packaging',
  'colour',
  'condition',
  'quantity',
  'designator',
  'stop',
  'brand',
])

export function trainModel(inputs: Inputs, options: TrainOptions = {}): NameModel {
  const { tariff, lexicon: words } = inputs
  const tell = options.tell ?? (() => {})
  const lexicon = buildLexicon(words, inputs.words)
  const headings = headingsOf(tariff)
  const subheadings = [
    ...new Set(tariff.lines.flatMap(({ kind, code }) => (kind === 'cn8' ? [code.slice(0, 6)] : []))),
  ].toSorted()
  const kinds = FEATURE_KINDS.filter((kind) => kind !== options.withoutKind)
  const examples = (options.examples ?? examplesOf(inputs, (source) => source === options.withoutSource)).filter(
    ({ fold }) => fold === undefined || fold !== options.withoutFold,
  )
  const noise: Noise = {
    words: words.flatMap(({ word, class: kind }) => (NOISE_CLASSES.has(kind) ? [word] : [])),
    share: SETTINGS.noise,
    slips: SETTINGS.slips,
  }
  const headingAt = new Map(headings.map((code, at) => [code, at]))
  const none = headings.length
  const { samples, numbers } = prepare(examples, lexicon, noise, kinds, ({ code }) =>
    code === '' ? none : (headingAt.get(code.slice(0, 4)) ?? null),
  )
  tell(`${samples.length} examples, ${numbers.size} features, ${headings.length} headings`)
  const runs = (options.seeds ?? SETTINGS.seeds).map((seed) =>
    learn(samples, {
      ...{ classes: none + 1, features: numbers.size, scales: SETTINGS.scales, seed },
      epochs: options.epochs ?? SETTINGS.epochs,
      least: SETTINGS.leastGradient,
      ...(!options.withoutChapters && { groups: chapterNumbers(headings) }),
      onEpoch: (epoch, loss) => tell(`seed ${seed}, epoch ${epoch + 1}: loss ${loss.toFixed(4)}`),
    }),
  )
  const bias = Float32Array.from(
    { length: none + 1 },
    (_, at) => runs.reduce((sum, run) => sum + run.bias[at]!, 0) / runs.length,
  )
  const features = [...numbers].toSorted(([one], [other]) => one - other)
  const rowsBy = (rowOf: (feature: number) => Row) => features.map(([, number]) => withoutSmall(rowOf(number)))
  const ofHeadings = heaviest(rowsBy(meanRows(runs.map(({ rows }) => rows))), SETTINGS.mostWeights)
  const ofChapters = heaviest(
    rowsBy(meanRows(runs.flatMap(({ groupRows }) => groupRows ?? []))),
    SETTINGS.mostChapterWeights,
  )
  const used = features.flatMap((_, at) => (ofHeadings[at]!.length + ofChapters[at]!.length > 0 ? [at] : []))
  const ofSubheadings = learnSubheadings(examples, lexicon, subheadings, headingAt, tell)
  return {
    ...{ headings, subheadings, scales: SETTINGS.scales, temperature: 1, trust: 1 },
    subheadingTemperature: SETTINGS.subheadingTemperature,
    ofHeadings: { hashes: Uint32Array.from(used, (at) => features[at]![0]), bias, ...inBytes(used, ofHeadings) },
    ofChapters: inBytes(used, ofChapters),
    ofSubheadings,
  }
}

type Row = readonly (readonly [one: number, weight: number])[]

/** The mean of the weights of several runs. */
const meanRows =
  (runs: readonly WeightRows[]) =>
  (feature: number): Row => {
    const sums = new Map<number, number>()
    for (const rows of runs)
      rows.each(feature, (one, weight) => sums.set(one, (sums.get(one) ?? 0) + weight / runs.length))
    return [...sums].toSorted(([one], [other]) => one - other)
  }

/** Below a heading, its subheadings compete among themselves, by words alone: characters add little there and much to the size. */
function learnSubheadings(
  examples: readonly Example[],
  lexicon: Lexicon,
  subheadings: readonly string[],
  headingAt: ReadonlyMap<string, number>,
  tell: (text: string) => void,
): WeightTable {
  const at = new Map(subheadings.map((code, place) => [code, place]))
  const ranges = new Map<number, [number, number]>()
  subheadings.forEach((code, place) => {
    const heading = headingAt.get(code.slice(0, 4))!
    const range = ranges.get(heading)
    if (range) range[1] = place + 1
    else ranges.set(heading, [place, place + 1])
  })
  const headingOf = (target: number) => headingAt.get(subheadings[target]!.slice(0, 4))!
  const kinds: readonly FeatureKind[] = ['word', 'pair', 'start']
  const { samples, numbers } = prepare(examples, lexicon, null, kinds, ({ code }) => {
    const target = code.length < 6 ? undefined : at.get(code.slice(0, 6))
    if (target === undefined) return null
    const [from, to] = ranges.get(headingOf(target))!
    return to - from > 1 ? target : null
  })
  // A feature means something else below each heading.
  const pairs = new Map<number, number>()
  const headings = headingAt.size
  const paired = samples.map((sample): Sample => {
    const heading = headingOf(sample.target)
    const below = (numbers: Int32Array) =>
      numbers.map((number) => {
        const key = number * headings + heading
        const known = pairs.get(key) ?? pairs.size
        if (known === pairs.size) pairs.set(key, known)
        return known
      })
    const { word, pair, start, characters } = sample.features
    return { ...sample, features: { word: below(word), pair: below(pair), start: below(start), characters } }
  })
  tell(`${paired.length} examples of subheadings, ${pairs.size} features of headings`)
  const { rows, bias } = learn(paired, {
    ...{ classes: subheadings.length, features: pairs.size, scales: SETTINGS.scales, seed: 1 },
    epochs: SETTINGS.subheadingEpochs,
    least: SETTINGS.leastGradient,
    rangeOf: ({ target }) => ranges.get(headingOf(target))!,
    onEpoch: (epoch, loss) => tell(`subheadings, epoch ${epoch + 1}: loss ${loss.toFixed(4)}`),
  })
  const rowsOf = Map.groupBy(pairs, ([key]) => Math.floor(key / headings))
  const rowOf = (feature: number): Row => {
    const row: (readonly [number, number])[] = []
    for (const [, number] of rowsOf.get(feature) ?? []) rows.each(number, (one, weight) => row.push([one, weight]))
    return row.toSorted(([one], [other]) => one - other)
  }
  const features = [...numbers].toSorted(([one], [other]) => one - other)
  const kept = heaviest(
    features.map(([, number]) => withoutSmall(rowOf(number))),
    SETTINGS.mostSubheadingWeights,
  )
  const used = features.flatMap((_, at) => (kept[at]!.length > 0 ? [at] : []))
  return {
    ...{ hashes: Uint32Array.from(used, (at) => features[at]![0]), bias: Float32Array.from(bias) },
    ...inBytes(used, kept),
  }
}

const withoutSmall = (row: Row): Row => row.filter(([, weight]) => Math.abs(weight) >= SETTINGS.leastWeight)

/** The rows with so many weights at most, the heaviest. */
function heaviest(rows: readonly Row[], most: number): readonly Row[] {
  const sizes = new Float64Array(rows.reduce((sum, row) => sum + row.length, 0))
  let at = 0
  for (const row of rows) for (const [, weight] of row) sizes[at++] = Math.abs(weight)
  if (sizes.length <= most) return rows
  const least = sizes.sort()[sizes.length - most]!
  return rows.map((row) => row.filter(([, weight]) => Math.abs(weight) >= least))
}

/** The used rows, their weights in a byte each. */
function inBytes(used: readonly number[], rows: readonly Row[]): SparseRows {
  const starts = new Uint32Array(used.length + 1)
  used.forEach((row, at) => {
    starts[at + 1] = starts[at]! + rows[row]!.length
  })
  const count = starts[used.length]!
  const sizes = new Float64Array(count)
  used.forEach((row, at) => {
    rows[row]!.forEach(([, weight], place) => {
      sizes[starts[at]! + place] = Math.abs(weight)
    })
  })
  sizes.sort()
  const scale = (sizes[Math.floor(count * SETTINGS.unclipped)] ?? 127) / 127
  const classes = new Uint16Array(count)
  const weights = new Int8Array(count)
  used.forEach((row, at) => {
    rows[row]!.forEach(([one, weight], place) => {
      classes[starts[at]! + place] = one
      weights[starts[at]! + place] = Math.max(-127, Math.min(127, Math.round(weight / scale)))
    })
  })
  return { starts, classes, weights, scale }
}

/** The bytes of the file: compressed by a library that gives the same bytes with every version of Node. */
export const packModel = (model: NameModel): Uint8Array => gzipSync(encodeNameModel(model), { level: 9, mtime: 0 })
