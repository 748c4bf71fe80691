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
