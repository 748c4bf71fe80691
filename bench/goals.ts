import { type Measured, median, ratiosOf } from './rounds.ts'
import type { Use } from './server.ts'

export interface Goal {
  readonly goal: string
  readonly figures: string
  /** Null when it could not be measured here. */
  readonly met: boolean | null
}

/** From the start of the process to the first 200 of /readyz. */
export interface Ready {
  readonly ms: number
  readonly onOneCoreMs: number
}

const seconds = (ms: number): string => (ms / 1000).toFixed(2)
const ratio = (value: number): string => value.toFixed(2)

/** At least so many times the other, both in requests a second and in requests a second of CPU time. */
function times(goal: string, ours: Measured | undefined, other: Measured | undefined, least: number): Goal {
  if (!ours || !other) return { goal, figures: 'not measured', met: null }
  const throughput = median(ratiosOf(ours, other, 'perSecond'))
  const cpu = median(ratiosOf(other, ours, 'cpuMicroseconds'))
  return {
    goal,
    figures: `throughput ${ratio(throughput)}, CPU time ${ratio(cpu)}`,
    met: throughput >= least && cpu >= least,
  }
}

export function goalsOf(
  measured: { ours: Measured; bare: Measured; stock: Measured; postgres: Measured | undefined },
  use: Use,
  ready: Ready,
): Goal[] {
  const { ours, bare, stock, postgres } = measured
  const p99 = median(ratiosOf(ours, bare, 'p99Ms'))
  const memory = use.peakRssBytes / 1e6
  return [
    times('at least 0.8 of bare node:http', ours, bare, 0.8),
    times('at least 2 × the stock stack', ours, stock, 2),
    times('at least 5 × PostgreSQL', ours, postgres, 5),
    { goal: 'p99 within 2 × that of bare', figures: ratio(p99), met: p99 <= 2 },
    {
      goal: 'memory under 250 MB',
      figures: `${(use.rssBytes / 1e6).toFixed(0)} MB at the end, ${memory.toFixed(0)} MB at most`,
      met: memory < 250,
    },
    {
      goal: 'ready in under 1.5 s',
      figures: `${seconds(ready.ms)} s, on one core ${seconds(ready.onOneCoreMs)} s`,
      met: ready.ms < 1500,
    },
  ]
}

/** Two workers are judged by CPU time: with the load on the second core of two, they have one core only. */
export function goalsOfModes(embedded: Measured, twoWorkers: Measured, onPostgres: Measured | undefined): Goal[] {
  const speedUp = 2 * median(ratiosOf(embedded, twoWorkers, 'cpuMicroseconds'))
  return [
    times('on PostgreSQL at least 0.9 of embedded', onPostgres, embedded, 0.9),
    {
      goal: 'two workers at least 1.7 × one',
      figures: `${ratio(speedUp)} by CPU time per request`,
      met: speedUp >= 1.7,
    },
  ]
}
