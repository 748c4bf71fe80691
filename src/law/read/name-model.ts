import { gunzipSync } from 'node:zlib'

/** Where a law has it. */
export const NAME_MODEL = 'names/model.bin'

/** The kinds of features of a name. Every kind is scaled by itself: a long word has more characters than a short one. */
export const FEATURE_KINDS = ['word', 'pair', 'start', 'characters'] as const
export type FeatureKind = (typeof FEATURE_KINDS)[number]

/** Weights of features by class, sparse: the row of feature n goes from `starts[n]` to `starts[n + 1]`. */
export interface WeightTable {
  /** Hashes of the features, ascending. */
  readonly hashes: Uint32Array
  readonly starts: Uint32Array
  /** Ascending within a row. */
  readonly classes: Uint16Array
  /** Times `scale`. */
  readonly weights: Int8Array
  readonly scale: number
  readonly bias: Float32Array
}

/** What was learned of names: weights that make probabilities of headings, and of subheadings within a heading. */
export interface NameModel {
  /** Four digits each, ascending; one class more stands for names of no goods. */
  readonly headings: readonly string[]
  /** Six digits each, ascending. */
  readonly subheadings: readonly string[]
  readonly scales: Readonly<Record<FeatureKind, number>>
  /** Scores are divided by it, so that probabilities are as often right as they say. */
  readonly temperature: number
  /** What is left of every probability, because what was learned is sometimes sure and wrong: 0.93 is the most it says then. */
  readonly trust: number
  readonly subheadingTemperature: number
  readonly ofHeadings: WeightTable
  readonly ofSubheadings: WeightTable
}

const FORMAT = 'cn-sanctions name model 1'
/** Sections begin at multiples of this, because typed arrays need it. */
const ALIGNED = 8
const MAX_FEATURES = 1_000_000
const MAX_WEIGHTS = 4_000_000

type Header = Omit<NameModel, 'ofHeadings' | 'ofSubheadings'> & {
  readonly format: string
  readonly tables: readonly { readonly features: number; readonly weights: number; readonly scale: number }[]
}

/** What a file may hold when it is unpacked. */
const MAX_BYTES = 32_000_000

/**
 * The file before it is compressed: the first line is JSON, filled up with spaces; then, for each table, hashes, lengths of rows,
 * bias, classes, weights.
 */
export function encodeNameModel(model: NameModel): Uint8Array {
  const { headings, subheadings, scales, temperature, trust, subheadingTemperature } = model
  const both = [model.ofHeadings, model.ofSubheadings]
  const header: Header = {
    ...{ format: FORMAT, headings, subheadings, scales, temperature, trust, subheadingTemperature },
    tables: both.map(({ hashes, weights, scale }) => ({ features: hashes.length, weights: weights.length, scale })),
  }
  const json = JSON.stringify(header)
  const line = `${json.padEnd(Math.ceil((json.length + 1) / ALIGNED) * ALIGNED - 1)}\n`
  const sections = both.flatMap(({ hashes, starts, bias, classes, weights }) => [
    ...[hashes, Uint16Array.from(hashes, (_, at) => starts[at + 1]! - starts[at]!), bias, classes, weights],
  ])
  return Buffer.concat([
    Buffer.from(line),
    ...sections.flatMap((section) => {
      const bytes = Buffer.from(section.buffer, section.byteOffset, section.byteLength)
      return [bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)]
    }),
  ])
}

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNED) * ALIGNED

/** The model, or what is wrong with the file. Everything that an answer relies on is checked here, once. */
export function decodeNameModel(file: Uint8Array): NameModel | string {
  const bytes = unpacked(file)
  if (typeof bytes === 'string') return bytes
  const lineEnd = bytes.indexOf('\n') + 1
  const header = headerIn(bytes.subarray(0, lineEnd).toString())
  if (typeof header === 'string') return header
  const { headings, subheadings, scales, temperature, trust, subheadingTemperature, tables } = header
  // A copy, because typed arrays have to begin at multiples of their size.
  const copy = new Uint8Array(bytes.subarray(lineEnd)).buffer
  let at = 0
  const take = <T>(
    make: new (buffer: ArrayBuffer, start: number, length: number) => T,
    length: number,
    size: number,
  ) => {
    const start = at
    at = aligned(at + length * size)
    if (at > copy.byteLength) return null
    return new make(copy, start, length)
  }
  const tableOf = (number: number, classes: number): WeightTable | string => {
    const { features, weights: many, scale } = tables[number]!
    const hashes = take(Uint32Array, features, 4)
    const lengths = take(Uint16Array, features, 2)
    const bias = take(Float32Array, classes, 4)
    const list = take(Uint16Array, many, 2)
    const weights = take(Int8Array, many, 1)
    if (!hashes || !lengths || !bias || !list || !weights) return CUT_SHORT
    const starts = new Uint32Array(features + 1)
    for (let row = 0; row < features; row++) {
      starts[row + 1] = starts[row]! + lengths[row]!
      if (row > 0 && hashes[row]! <= hashes[row - 1]!) return 'its features are not in order'
      if (starts[row + 1]! > many) return 'its rows are longer than its weights'
      for (let place = starts[row]! + 1; place < starts[row + 1]!; place++)
        if (list[place]! <= list[place - 1]!) return 'the classes of a feature are not in order'
    }
    if (starts[features] !== many) return 'its rows are shorter than its weights'
    if (list.some((one) => one >= classes)) return 'it has a weight for a class that it does not name'
    if (!bias.every(Number.isFinite)) return 'a bias is no number'
    return { hashes, starts, classes: list, weights, scale, bias }
  }
  const ofHeadings = tableOf(0, headings.length + 1)
  if (typeof ofHeadings === 'string') return ofHeadings
  const ofSubheadings = tableOf(1, subheadings.length)
  if (typeof ofSubheadings === 'string') return ofSubheadings
  if (at !== copy.byteLength) return 'there is more in it than its first line says'
  return { headings, subheadings, scales, temperature, trust, subheadingTemperature, ofHeadings, ofSubheadings }
}

const CUT_SHORT = 'it is cut short'

function unpacked(file: Uint8Array): Buffer | string {
  try {
    return gunzipSync(file, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    return `it cannot be unpacked (${(error as Error).message})`
  }
}

function headerIn(line: string): Header | string {
  let header: Partial<Header> | null
  try {
    header = JSON.parse(line) as Partial<Header> | null
  } catch {
    return 'its first line is not JSON'
  }
  const { format, headings, subheadings, scales, temperature, trust, subheadingTemperature, tables } = header ?? {}
  if (format !== FORMAT) return `not of the format "${FORMAT}"`
  if (!isCodes(headings, 4) || !isCodes(subheadings, 6)) return 'its codes are not headings and subheadings in order'
  const numbers = [temperature, subheadingTemperature, ...FEATURE_KINDS.map((kind) => scales?.[kind])]
  if (numbers.some((one) => !isPositive(one))) return 'a temperature or scale is not a number above 0'
  if (!isPositive(trust) || trust! > 1) return 'its trust is not a number above 0 and up to 1'
  const isTable = (one: Header['tables'][number]) =>
    isCount(one?.features, MAX_FEATURES) && isCount(one?.weights, MAX_WEIGHTS) && isPositive(one?.scale)
  if (!Array.isArray(tables) || tables.length !== 2 || !tables.every(isTable)) return 'its two tables are not described'
  return header as Header
}

const isPositive = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value > 0
const isCount = (value: unknown, most: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most
const isCodes = (codes: unknown, length: number): codes is readonly string[] =>
  Array.isArray(codes) &&
  codes.every(
    (code, at) => typeof code === 'string' && code.length === length && /^\d+$/.test(code) && !(codes[at - 1] >= code),
  )
