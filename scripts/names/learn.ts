import { FEATURE_KINDS, type FeatureKind } from '../../src/law/read/name-model.ts'
import type { Features } from '../../src/search/features.ts'
import { randomOf, shuffle } from './random.ts'
import { WeightRows } from './weight-rows.ts'

/** What is learned from: features by kind as numbers, the class, how much it counts. */
export interface Sample {
  readonly features: Readonly<Record<FeatureKind, Int32Array>>
  readonly target: number
  readonly weight: number
  /** Another wording of the same, for one epoch; null to learn from it as it is. */
  vary?(random: () => number): Readonly<Record<FeatureKind, Int32Array>> | null
}

export interface LearnOptions {
  readonly classes: number
  readonly features: number
  readonly epochs: number
  readonly seed: number
  readonly least: number
  readonly scales: Readonly<Record<FeatureKind, number>>
  /** By class: its group, whose weights are shared by all classes of the group. */
  readonly groups?: Uint8Array
  /** Classes among which a sample is decided: from the first to before the last. All unless given. */
  rangeOf?(sample: Sample): readonly [number, number]
  onEpoch?(epoch: number, loss: number): void
}

export const CONSTANTS = {
  rate: 1,
  lastRate: 0.1,
  dropout: 0.3,
  firstSum: 0.01,
  biasRate: 0.02,
} as const

/** Behind the best score; e to this power is a hundred thousandth. */
const FARTHEST = 12

export interface Learned {
  readonly rows: WeightRows
  /** Weights by group; null when there are no groups. */
  readonly groupRows: WeightRows | null
  readonly bias: Float64Array
}

/**
 * Softmax regression by stochastic gradient descent with AdaGrad (one sum for each feature) and dropout of features. Gradients
 * that are nearly nothing are skipped, which keeps the weights sparse.
 */
export function learn(samples: readonly Sample[], options: LearnOptions): Learned {
  const { classes, features, epochs, seed, scales, least } = options
  const random = randomOf(seed)
  const rows = new WeightRows(features, classes)
  const sums = new Float64Array(features).fill(CONSTANTS.firstSum)
  const bias = new Float64Array(classes)
  const scores = new Float64Array(classes)
  const changed = new Int32Array(classes)
  const steps = new Float64Array(classes)
  const order = Int32Array.from(samples, (_, at) => at)
  const state: State = {
    ...{ rows, sums, bias, scores, changed, steps },
    close: new Int32Array(classes),
    powers: new Float64Array(classes),
    kept: new Int32Array(MAX_FEATURES),
    values: new Float64Array(MAX_FEATURES),
    groups: options.groups ? groupsOf(options.groups, features) : null,
  }
  const total = epochs * samples.length
  let done = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    let loss = 0
    for (const number of order) {
      const sample = samples[number]!
      const rate = CONSTANTS.rate + (CONSTANTS.lastRate - CONSTANTS.rate) * (done++ / total)
      const range = options.rangeOf ? options.rangeOf(sample) : null
      const present = (sample.vary ? sample.vary(random) : null) ?? sample.features
      const count = keepSome(present, scales, random, state)
      if (count === 0) continue
      const from = range === null ? 0 : range[0]
      const to = range === null ? classes : range[1]
      loss += learnOne(state, count, sample.target, sample.weight, rate, least, from, to)
    }
    options.onEpoch?.(epoch, loss / samples.length)
  }
  return { rows, groupRows: state.groups?.rows ?? null, bias }
}

/** Arrays that are used again for every sample. */
interface State {
  readonly rows: WeightRows
  readonly sums: Float64Array
  readonly bias: Float64Array
  readonly scores: Float64Array
  /** The classes whose weights change, and by how much. */
  readonly changed: Int32Array
  readonly steps: Float64Array
  /** The classes whose scores are near the best, and e to the power of them. */
  readonly close: Int32Array
  readonly powers: Float64Array
  /** Features that dropout kept, and their values. */
  readonly kept: Int32Array
  readonly values: Float64Array
  readonly groups: Groups | null
}

/** Weights that the classes of a group share, so that headings of one chapter learn from the examples of each other. */
interface Groups {
  readonly of: Uint8Array
  readonly rows: WeightRows
  readonly scores: Float64Array
  /** The groups whose weights change, and by how much; `steps` is indexed by the place in `changed`, `sums` by group. */
  readonly changed: Int32Array
  readonly steps: Float64Array
  readonly sums: Float64Array
}

function groupsOf(of: Uint8Array, features: number): Groups {
  const count = of.reduce((most, one) => Math.max(most, one), 0) + 1
  return {
    ...{ of, rows: new WeightRows(features, count), scores: new Float64Array(count) },
    ...{ changed: new Int32Array(count), steps: new Float64Array(count), sums: new Float64Array(count) },
  }
}

const MAX_FEATURES = 4_000

function keepSome(
  present: Sample['features'],
  scales: LearnOptions['scales'],
  random: () => number,
  { kept, values }: State,
): number {
  let count = 0
  for (const kind of FEATURE_KINDS) {
    const group = present[kind]
    const value = scales[kind] / Math.sqrt(group.length) / (1 - CONSTANTS.dropout)
    for (let at = 0; at < group.length && count < MAX_FEATURES; at++) {
      if (random() < CONSTANTS.dropout) continue
      kept[count] = group[at]!
      values[count++] = value
    }
  }
  return count
}

/** One step; returns the loss before it. The loops are functions of their own, which V8 optimizes better. */
function learnOne(
  state: State,
  count: number,
  target: number,
  weight: number,
  rate: number,
  least: number,
  from: number,
  to: number,
): number {
  const { rows, sums, bias, scores, changed, steps, close, powers, kept, values, groups } = state
  for (let one = from; one < to; one++) scores[one] = bias[one]!
  if (groups !== null) addGroupScores(groups, state, count, from, to)
  for (let at = 0; at < count; at++) rows.addTo(scores, kept[at]!, values[at]!)
  const near = powersOf(scores, from, to, close, powers)
  const sum = sumOf(powers, near)
  let many = 0
  let squares = 0
  let share = 0
  const enough = (least / weight) * sum
  for (let at = 0; at < near; at++) {
    if (close[at] === target) share = powers[at]! / sum
    else if (powers[at]! >= enough) {
      const step = (-powers[at]! / sum) * weight
      changed[many] = close[at]!
      steps[many++] = step
      squares += step * step
    }
  }
  const step = (1 - share) * weight
  if (step >= least) {
    changed[many] = target
    steps[many++] = step
    squares += step * step
  }
  if (many > 0) {
    const manyGroups = groups === null ? 0 : groupSteps(groups, changed, steps, many)
    for (let at = 0; at < many; at++) bias[changed[at]!]! += steps[at]! * rate * CONSTANTS.biasRate
    for (let at = 0; at < count; at++) {
      const feature = kept[at]!
      const value = values[at]!
      sums[feature]! += squares * value * value
      const factor = (value * rate) / Math.sqrt(sums[feature]!)
      rows.add(feature, changed, steps, many, factor)
      groups?.rows.add(feature, groups.changed, groups.steps, manyGroups, factor)
    }
  }
  return -Math.log(Math.max(1e-6, share)) * weight
}

function addGroupScores(
  groups: Groups,
  { scores, kept, values }: State,
  count: number,
  from: number,
  to: number,
): void {
  groups.scores.fill(0)
  for (let at = 0; at < count; at++) groups.rows.addTo(groups.scores, kept[at]!, values[at]!)
  for (let one = from; one < to; one++) scores[one]! += groups.scores[groups.of[one]!]!
}

/** The sums of the steps by group; returns how many groups change. */
function groupSteps(
  { of, changed, steps, sums }: Groups,
  classes: Int32Array,
  classSteps: Float64Array,
  many: number,
): number {
  let count = 0
  for (let at = 0; at < many; at++) {
    const group = of[classes[at]!]!
    if (sums[group] === 0) changed[count++] = group
    sums[group]! += classSteps[at]!
  }
  for (let at = 0; at < count; at++) {
    steps[at] = sums[changed[at]!]!
    sums[changed[at]!] = 0
  }
  return count
}

/** Fills in the classes whose scores are not far behind the best, and returns how many they are. */
function powersOf(scores: Float64Array, from: number, to: number, close: Int32Array, powers: Float64Array): number {
  let most = Number.NEGATIVE_INFINITY
  for (let one = from; one < to; one++) if (scores[one]! > most) most = scores[one]!
  const floor = most - FARTHEST
  let near = 0
  for (let one = from; one < to; one++) {
    if (scores[one]! < floor) continue
    close[near] = one
    powers[near++] = Math.exp(scores[one]! - most)
  }
  return near
}

function sumOf(powers: Float64Array, count: number): number {
  let sum = 0
  for (let at = 0; at < count; at++) sum += powers[at]!
  return sum
}

/** Numbers features by their hashes; those that are not numbered are not known. */
export function numberedBy(numbers: ReadonlyMap<number, number>) {
  return ({ hashes }: Features): Int32Array => {
    const known: number[] = []
    for (const hash of hashes) {
      const number = numbers.get(hash)
      if (number !== undefined) known.push(number)
    }
    return Int32Array.from(known)
  }
}
