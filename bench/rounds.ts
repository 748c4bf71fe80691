import { load } from './load.ts'
import { seeded, shuffle } from './questions.ts'
import type { Server } from './server.ts'
import { stolenMs } from './stolen-time.ts'

/** One server in one round. */
export interface Round {
  readonly perSecond: number
  readonly cpuMicroseconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly bytes: number
  readonly loadBusy: number
  /** The time that the host took from this machine, as a share of the round. */
  readonly stolen: number
}
type Figure = keyof Round

export interface Measured {
  readonly name: string
  readonly rounds: readonly Round[]
  /** Rounds that were made again because the host took too much of their time. */
  readonly repeated: number
}

/**
 * A round from which the host took more is made again. While the load stands still, a quick server runs out of questions
 * and a slow one does not: with 40 ms taken here and there, 4.8 × as many requests as the stock stack; without, 7.9 ×.
 */
export const MAX_STOLEN = 0.01
/** On a machine whose host is always busy, the last attempt counts. */
const MAX_ATTEMPTS = 4

export interface Plan {
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly connections: number
  readonly paths: readonly string[]
  /** Makes a path one that was never asked for. */
  readonly renew?: (path: string) => string
}

/** A server, and the CPU time of what works for it outside its process. */
export interface Contestant {
  readonly server: Server
  readonly besides?: () => number
}

/** A B C D A B C D …: what disturbs the machine for a while disturbs them all. */
export async function measure(contestants: readonly Contestant[], plan: Plan): Promise<Measured[]> {
  for (const contestant of contestants) await oneRound(contestant, plan, plan.warmUpSeconds, 0)
  const measured = contestants.map(({ server: { name } }) => ({ name, rounds: [] as Round[], repeated: 0 }))
  for (let round = 1; round <= plan.rounds; round++) {
    for (const [at, contestant] of contestants.entries()) {
      const { seen, repeated } = await undisturbedRound(contestant, plan, round)
      measured[at]!.rounds.push(seen)
      measured[at]!.repeated += repeated
    }
  }
  return measured
}

async function undisturbedRound(contestant: Contestant, plan: Plan, round: number) {
  for (let repeated = 0; ; repeated++) {
    const seen = await oneRound(contestant, plan, plan.seconds, round)
    if (seen.stolen <= MAX_STOLEN || repeated + 1 === MAX_ATTEMPTS) return { seen, repeated }
  }
}

async function oneRound(contestant: Contestant, plan: Plan, seconds: number, round: number): Promise<Round> {
  const { server } = contestant
  const { renew = (path) => path } = plan
  // Every connection has an order of its own, the same for all servers, so that no question stays hot.
  const orders = Array.from({ length: plan.connections }, (_, connection) =>
    shuffle(plan.paths, seeded(round * 1000 + connection)),
  )
  const asked = new Array<number>(plan.connections).fill(0)
  const next = (connection: number): string => {
    const order = orders[connection]!
    return renew(order[asked[connection]!++ % order.length]!)
  }
  const before = await cpuOf(contestant)
  const stolenBefore = stolenMs()
  const seen = await load({ port: server.port, connections: plan.connections, seconds, next })
  const stolen = (stolenMs() - stolenBefore) / 1000 / seen.seconds
  const cpu = (await cpuOf(contestant)) - before
  return {
    perSecond: seen.requests / seen.seconds,
    cpuMicroseconds: cpu / seen.requests,
    p50Ms: seen.p50Ms,
    p99Ms: seen.p99Ms,
    bytes: seen.bytes / seen.requests,
    loadBusy: seen.busy,
    stolen,
  }
}

const cpuOf = async ({ server, besides }: Contestant): Promise<number> =>
  (await server.use()).cpuMicroseconds + (besides?.() ?? 0)

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const medianOf = ({ rounds }: Measured, figure: Figure): number => median(rounds.map((round) => round[figure]))

/** Each round is compared with the same round of the other: they ran seconds apart, on the same kind of moment. */
export const ratiosOf = (one: Measured, other: Measured, figure: Figure): number[] =>
  one.rounds.map((round, at) => round[figure] / other.rounds[at]![figure])
