/**
 * The work that one name question may cause, in steps of ten to fifteen nanoseconds: comparing one word of the vocabulary is one step.
 * The cost of other work is a constant (`…_STEPS`) beside the code that does it. `npm run bench:worst` checks these costs and
 * measures the limit in milliseconds. The longest texts of the tariff, asked as they are, need four fifths of it.
 */
export const WORK_PER_QUESTION = 340_000

/** Shared by all searches of one question. It counts steps and not time, so that the same question always has the same answer. */
export interface Budget {
  /** Reserves work. False when too little is left; every later call is then false too. */
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
