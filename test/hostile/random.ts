/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** From 0 up to, not including, `below`. */
  below(below: number): number
  chance(probability: number): boolean
  pick<T>(of: readonly T[]): T
}

/** The generator mulberry32, which is good enough for tests: https://github.com/cprosche/mulberry32 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (of) => {
      const picked = of[below(of.length)]
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
  }
}
