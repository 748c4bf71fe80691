import { gunzipSync } from 'node:zlib'

/** Where a law has it. */
export const NAME_MODEL = 'names/model.bin'

/** The kinds of features of a name. Every kind is scaled by itself: a long word has more characters than a short one. */
export const FEATURE_KINDS = ['word', 'pair', 'start', 'characters'] as const
export type FeatureKind = (typeof FEATURE_KINDS)[number]

/** Weights of features by class, sparse: the row of feature n goes from `starts[n]` to `starts[n + 1]`. */
export interface SparseRows {
  readonly starts: Uint32Array
  /** Ascending within a row. */
  readonly classes: Uint16Array
  /** Times `scale`. */
  readonly weights: Int8Array
  readonly scale: number
}

export interface WeightTable extends SparseRows {
  /** Hashes of the features, ascending. */
  readonly hashes: Uint32Array
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
  /** For the features of `ofHeadings`: weights that all headings of a chapter share; the last class is that of no goods. */
  readonly ofChapters: SparseRows
  readonly ofSubheadings: WeightTable
}

/** By heading, and at the end for names of no goods: the number of its chapter among the chapters that have headings. */
export function chapterNumbers(headings: readonly string[]): Uint8Array {
  const chapters = [...new Set(headings.map((code) => code.slice(0, 2)))]
  const at = new Map(chapters.map((chapter, number) => [chapter, number]))
  return Uint8Array.from([...headings.map((code) => at.get(code.slice(0, 2))!), chapters.length])
}

const FORMAT = 'cn-sanctions name model 2'
/** Sections begin at multiples of this, because typed arrays need it. */
const ALIGNED = 8
const MAX_FEATURES = 1_000_000
const MAX_WEIGHTS = 4_000_000

type Header = Omit<NameModel, 'ofHeadings' | 'ofChapters' | 'ofSubheadings'> & {
  readonly format: string
  /** Of headings, chapters and subheadings. */
  readonly tables: readonly { readonly features: number; readonly weights: number; readonly scale: number }[]
}

/** What a file may hold when it is unpacked. */
const MAX_BYTES = 32_000_000

/**
 * The file before it is compressed: the first line is JSON, filled up with spaces; then, for each table, hashes, bias (both not of
 * chapters), lengths of rows, classes, weights. Ascending numbers are written as differences, and numbers byte by byte (all first
 * bytes, then all second ones): so they take two thirds of the room once compressed.
 */
export function encodeNameModel(model: NameModel): Uint8Array {
  const { headings, subheadings, scales, temperature, trust, subheadingTemperature } = model
  const tables = [model.ofHeadings, model.ofChapters, model.ofSubheadings]
  const header: Header = {
    ...{ format: FORMAT, headings, subheadings, scales, temperature, trust, subheadingTemperature },
    tables: tables.map(({ starts, weights, scale }) => ({
      ...{ features: starts.length - 1, weights: weights.length, scale },
    })),
  }
  const json = JSON.stringify(header)
  const line = `${json.padEnd(Math.ceil((json.length + 1) / ALIGNED) * ALIGNED - 1)}\n`
  const sections = [
    ...[...keysOf(model.ofHeadings), ...rowsOf(model.ofHeadings), ...rowsOf(model.ofChapters)],
    ...[...keysOf(model.ofSubheadings), ...rowsOf(model.ofSubheadings)],
  ]
  return Buffer.concat([
    Buffer.from(line),
    ...sections.flatMap((section) => {
      const bytes = Buffer.from(section.buffer, section.byteOffset, section.byteLength)
      return [bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)]
    }),
  ])
}

const keysOf = ({ hashes, bias }: WeightTable) => [inPlanes(differences(hashes), 4), bias]

function rowsOf({ starts, classes, weights }: SparseRows) {
  const lengths = Uint32Array.from({ length: starts.length - 1 }, (_, row) => starts[row + 1]! - starts[row]!)
  const steps = new Uint32Array(classes.length)
  for (let row = 0; row < lengths.length; row++)
    steps.set(differences(classes.subarray(starts[row], starts[row + 1])), starts[row])
  return [inPlanes(lengths, 2), inPlanes(steps, 2), weights]
}

/** Each number less the one before; the first one stays. What is not ascending wraps around, and is found when it is read. */
const differences = (numbers: Uint16Array | Uint32Array): Uint32Array =>
  Uint32Array.from(numbers, (one, at) => (at === 0 ? one : one - numbers[at - 1]!))

function inPlanes(numbers: Uint32Array, bytes: number): Uint8Array {
  const planes = new Uint8Array(numbers.length * bytes)
  for (let byte = 0; byte < bytes; byte++)
    for (let at = 0; at < numbers.length; at++) planes[byte * numbers.length + at] = numbers[at]! >>> (8 * byte)
  return planes
}

function outOfPlanes(planes: Uint8Array, bytes: number): Uint32Array {
  const numbers = new Uint32Array(planes.length / bytes)
  for (let byte = 0; byte < bytes; byte++)
    for (let at = 0; at < numbers.length; at++) numbers[at]! += planes[byte * numbers.length + at]! * 256 ** byte
  return numbers
}

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNED) * ALIGNED

/** Takes one section of the file after another; null behind its end. */
class Sections {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  take(length: number): Uint8Array | null {
    const start = this.#at
    this.#at = aligned(start + length)
    return this.#at > this.#bytes.byteLength ? null : this.#bytes.slice(start, start + length)
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.byteLength
  }
}

/** The model, or what is wrong with the file. Everything that an answer relies on is checked here, once. */
export function decodeNameModel(file: Uint8Array): NameModel | string {
  const bytes = unpacked(file)
  if (typeof bytes === 'string') return bytes
  const lineEnd = bytes.indexOf('\n') + 1
  const header = headerIn(bytes.subarray(0, lineEnd).toString())
  if (typeof header === 'string') return header
  const { headings, subheadings, scales, temperature, trust, subheadingTemperature, tables } = header
  const [headingTable, chapterTable, subheadingTable] = tables
  // A copy that is no Buffer: its sections are copies, too, and begin where typed arrays may begin.
  const sections = new Sections(new Uint8Array(bytes.subarray(lineEnd)))
  const chapters = chapterNumbers(headings).at(-1)! + 1
  const ofHeadings = readTable(sections, headingTable!, headings.length + 1)
  if (typeof ofHeadings === 'string') return ofHeadings
  const ofChapters = readRows(sections, chapterTable!, chapters)
  if (typeof ofChapters === 'string') return ofChapters
  if (chapterTable!.features !== headingTable!.features) return 'its chapters have other features than its headings'
  const ofSubheadings = readTable(sections, subheadingTable!, subheadings.length)
  if (typeof ofSubheadings === 'string') return ofSubheadings
  if (!sections.isAtEnd) return 'there is more in it than its first line says'
  return {
    ...{ headings, subheadings, scales, temperature, trust, subheadingTemperature },
    ...{ ofHeadings, ofChapters, ofSubheadings },
  }
}

const CUT_SHORT = 'it is cut short'

function readTable(sections: Sections, size: Header['tables'][number], classes: number): WeightTable | string {
  const planes = sections.take(size.features * 4)
  const biasBytes = sections.take(classes * 4)
  if (!planes || !biasBytes) return CUT_SHORT
  const hashes = outOfPlanes(planes, 4)
  for (let at = 1; at < hashes.length; at++) {
    const hash = hashes[at - 1]! + hashes[at]!
    if (hashes[at] === 0 || hash > 0xffff_ffff) return 'its features are not in order'
    hashes[at] = hash
  }
  const bias = new Float32Array(biasBytes.buffer)
  if (!bias.every(Number.isFinite)) return 'a bias is no number'
  const rows = readRows(sections, size, classes)
  return typeof rows === 'string' ? rows : { hashes, bias, ...rows }
}

function readRows(
  sections: Sections,
  { features, weights: many, scale }: Header['tables'][number],
  limit: number,
): SparseRows | string {
  const lengths = sections.take(features * 2)
  const steps = sections.take(many * 2)
  const weights = sections.take(many)
  if (!lengths || !steps || !weights) return CUT_SHORT
  const starts = new Uint32Array(features + 1)
  const classes = Uint16Array.from(outOfPlanes(steps, 2))
  outOfPlanes(lengths, 2).forEach((length, row) => {
    starts[row + 1] = starts[row]! + length
  })
  if (starts[features]! > many) return 'its rows are longer than its weights'
  if (starts[features] !== many) return 'its rows are shorter than its weights'
  for (let row = 0; row < features; row++)
    for (let at = starts[row]! + 1; at < starts[row + 1]!; at++) {
      const one = classes[at - 1]! + classes[at]!
      if (classes[at] === 0 || one > 0xffff) return 'the classes of a feature are not in order'
      classes[at] = one
    }
  if (classes.some((one) => one >= limit)) return 'it has a weight for a class that it does not name'
  return { starts, classes, weights: new Int8Array(weights.buffer), scale }
}

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
  if (!Array.isArray(tables) || tables.length !== 3 || !tables.every(isTable))
    return 'its three tables are not described'
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
