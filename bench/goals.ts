import { type Measured, median, ratiosOf } from './rounds.ts'

export interface Goal {
  readonly goal: string
  readonly figures: string
  /** Null when it could not be measured here. */
  readonly met: boolean | null
}

/** The service and the stock stack, asked the same in the same rounds. */
export interface Pair {
  readonly ours: Measured
  readonly stock: Measured
}

/** At least so many times the other, both in requests a second and in requests a second of CPU time. */
function times(goal: string, ours: Measured | undefined, other: Measured, least: number): Goal {
  if (!ours) return { goal, figures: 'not measured', met: null }
  const throughput = median(ratiosOf(ours, other, 'perSecond'))
  const cpu = median(ratiosOf(other, ours, 'cpuMicroseconds'))
  return {
    goal,
    figures: `throughput ${throughput.toFixed(2)}, CPU time ${cpu.toFixed(2)}`,
    met: throughput >= least && cpu >= least,
  }
}

/** What a user notices. Lists, batches, names and memory have benchmarks of their own (README.md). */
export function goalsOf(known: Pair, fresh: Pair, twoWorkers: Pair, onPostgres: Measured | undefined): Goal[] {
  const cpu = median(ratiosOf(twoWorkers.stock, twoWorkers.ours, 'cpuMicroseconds'))
  return [
    times('a question asked before: at least 5 × the stock stack', known.ours, known.stock, 5),
    times('– on PostgreSQL', onPostgres, twoWorkers.stock, 5),
    // By CPU time alone: with the load on the second core of two, they have one core only.
    { goal: '– with two workers', figures: `CPU time ${cpu.toFixed(2)}`, met: cpu >= 5 },
    times('a new question: not slower than the stock stack', fresh.ours, fresh.stock, 1),
  ]
}
