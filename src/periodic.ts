/** How often it is asked whether the work is due; what failed is tried again after this time. */
const ASK_MS = 60_000

export interface Periodic {
  /** Runs the work if it is due and not under way. */
  check(): void
  stop(): void
}

/**
 * Runs work once in so many milliseconds, by a clock that nobody sets. `work` resolves to false when it could not begin, and
 * is then still due.
 */
export function startPeriodic(
  { everyMs, firstMs }: { readonly everyMs: number; readonly firstMs: number },
  work: () => Promise<boolean>,
  failed: (error: unknown) => void,
): Periodic {
  let due = performance.now() + firstMs
  let running = false
  const run = async () => {
    const at = performance.now()
    if (running || at < due) return
    running = true
    try {
      if (await work()) due = at + everyMs
    } catch (error) {
      failed(error)
    } finally {
      running = false
    }
  }
  const check = () => void run()
  const asking = setInterval(check, ASK_MS).unref()
  return { check, stop: () => clearInterval(asking) }
}
