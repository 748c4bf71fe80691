/**
 * The work one name question may cause, in steps of a few nanoseconds: a place of a word read, a word of the vocabulary compared.
 * `npm run bench:worst` measures how many milliseconds that is, and that no question costs more.
 */
export const WORK_PER_QUESTION = 300_000

/** Shared by all searches of one question. Steps are counted, not time, so that the same question always has the same answer. */
export interface Budget {
  /** Reserves that much work; false, and nothing is reserved from then on, when it is more than what is left. */
  take(steps: number): boolean
  spent(): number
  isExhausted(): boolean
}

export function newBudget(limit: number = WORK_PER_QUESTION): Budget {
  let spent = 0
  let exhausted = false
  return {
    take: (steps) => {
      exhausted ||= spent + steps > limit
      if (!exhausted) spent += steps
      return !exhausted
    },
    spent: () => spent,
    isExhausted: () => exhausted,
  }
}
