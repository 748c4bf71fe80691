/** Rows that fill up are kept whole: adding to a class is then one index. */
const DENSE_FROM = 200
const FIRST_POOL = 1 << 22

/**
 * The weights of every feature by class while they are learned, in one pool, because thousands of small arrays are scattered over
 * the memory. Most features have few classes: a row begins as a short list and moves to the end of the pool whenever it is full,
 * until it has a place for every class.
 */
export class WeightRows {
  readonly #width: number
  readonly #starts: Int32Array
  readonly #lengths: Int32Array
  readonly #sizes: Int32Array
  /** By class: its place in the row that is being changed, and one more; all zero between calls. */
  readonly #places: Int32Array
  #classes = new Uint16Array(FIRST_POOL)
  #weights = new Float32Array(FIRST_POOL)
  #used = 0

  constructor(features: number, classes: number) {
    this.#width = classes
    this.#starts = new Int32Array(features)
    this.#lengths = new Int32Array(features)
    this.#sizes = new Int32Array(features)
    this.#places = new Int32Array(classes)
  }

  /** Adds the row, times a value, to the scores. */
  addTo(scores: Float64Array, feature: number, value: number): void {
    const start = this.#starts[feature]!
    const length = this.#lengths[feature]!
    const weights = this.#weights
    if (length === this.#width) {
      for (let at = 0; at < length; at++) scores[at]! += weights[start + at]! * value
      return
    }
    const classes = this.#classes
    for (let at = start; at < start + length; at++) scores[classes[at]!]! += weights[at]! * value
  }

  /** Adds `steps[n] × factor` to the weight of the class `changed[n]`, for the first `count` of them. */
  add(feature: number, changed: Int32Array, steps: Float64Array, count: number, factor: number): void {
    let length = this.#lengths[feature]!
    if (length < this.#width && length + count > this.#sizes[feature]!) this.#move(feature, length + count)
    length = this.#lengths[feature]!
    const start = this.#starts[feature]!
    const weights = this.#weights
    if (length === this.#width) {
      for (let at = 0; at < count; at++) weights[start + changed[at]!]! += steps[at]! * factor
      return
    }
    const classes = this.#classes
    const places = this.#places
    for (let at = 0; at < length; at++) places[classes[start + at]!] = at + 1
    for (let at = 0; at < count; at++) {
      const one = changed[at]!
      let place = places[one]! - 1
      if (place < 0) {
        place = length++
        classes[start + place] = one
        weights[start + place] = 0
        places[one] = place + 1
      }
      weights[start + place]! += steps[at]! * factor
    }
    for (let at = 0; at < length; at++) places[classes[start + at]!] = 0
    this.#lengths[feature] = length
  }

  /** Calls `use` for every weight of a row that is not zero, in the order of the classes. */
  each(feature: number, use: (one: number, weight: number) => void): void {
    const start = this.#starts[feature]!
    const length = this.#lengths[feature]!
    const isWhole = length === this.#width
    const order = Array.from({ length }, (_, at) => start + at)
    if (!isWhole) order.sort((one, other) => this.#classes[one]! - this.#classes[other]!)
    for (const at of order)
      if (this.#weights[at] !== 0) use(isWhole ? at - start : this.#classes[at]!, this.#weights[at]!)
  }

  /** Moves a row to the end of the pool, where it has room for `needed` classes and more. */
  #move(feature: number, needed: number): void {
    const isWhole = needed > DENSE_FROM
    const size = isWhole ? this.#width : Math.max(4, needed * 2)
    while (this.#used + size > this.#weights.length) this.#grow()
    const from = this.#starts[feature]!
    const length = this.#lengths[feature]!
    const to = this.#used
    this.#used += size
    if (isWhole) {
      for (let at = 0; at < length; at++) this.#weights[to + this.#classes[from + at]!] = this.#weights[from + at]!
      this.#lengths[feature] = size
    } else {
      this.#classes.copyWithin(to, from, from + length)
      this.#weights.copyWithin(to, from, from + length)
    }
    this.#starts[feature] = to
    this.#sizes[feature] = size
  }

  #grow(): void {
    const classes = new Uint16Array(this.#classes.length * 2)
    classes.set(this.#classes)
    this.#classes = classes
    const weights = new Float32Array(this.#weights.length * 2)
    weights.set(this.#weights)
    this.#weights = weights
  }
}
