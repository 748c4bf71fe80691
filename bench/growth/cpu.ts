/** CPU time of this process, in milliseconds, and what the work gave. */
export function cpuMs<T>(work: () => T): { ms: number; value: T } {
  const before = process.cpuUsage()
  const value = work()
  const { user, system } = process.cpuUsage(before)
  return { ms: (user + system) / 1_000, value }
}

/** Heap and buffers in use. */
export function heapMb(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

/** What some work costs, in milliseconds. */
export interface Cost {
  /** CPU time of this process. */
  readonly ms: number
  /** By the clock, which also counts what a database server does. */
  readonly clockMs: number
}

export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [cpu, clock] = [process.cpuUsage(), performance.now()]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return { ms: (user + system) / 1_000, clockMs: performance.now() - clock }
}

/** The mean of several times, after one that is not counted. */
export async function costOfMany(times: number, work: () => Promise<unknown>): Promise<Cost> {
  await work()
  const { ms, clockMs } = await costOf(async () => {
    for (let at = 0; at < times; at++) await work()
  })
  return { ms: ms / times, clockMs: clockMs / times }
}
