/**
 * The work one name question may cause, in steps of about ten nanoseconds: a word of the vocabulary compared is one. The weights of other
 * work stand where it is done; `npm run bench:worst` measures whether they are right, and what the limit is in milliseconds.
 * The longest texts of the tariff, asked as they stand, need three quarters of it.
 */
export const WORK_PER_QUESTION = 360_000

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
