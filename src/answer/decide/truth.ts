/** Whether a condition is met: Kleene's strong logic of three values. */
export type Truth = 'yes' | 'no' | 'unknown'

export function every(truths: readonly Truth[]): Truth {
  if (truths.includes('no')) return 'no'
  return truths.includes('unknown') ? 'unknown' : 'yes'
}

export function some(truths: readonly Truth[]): Truth {
  if (truths.includes('yes')) return 'yes'
  return truths.includes('unknown') ? 'unknown' : 'no'
}
