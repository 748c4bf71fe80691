/** How long one piece of work may go on before others get their turn. A single line may add some milliseconds to it. */
const SLICE_MS = 5

/** Awaited between two steps of a piece of work. Undefined: the slice is not used up, go on. */
export type NextTurn = () => Promise<void> | undefined

/**
 * Shares the event loop between long pieces of work. In each turn of the loop one of them runs, first come first served,
 * until its slice of time is used up. However many there are, another request waits for one slice at most.
 * Returns a function that adds a piece of work. `now` is a clock in milliseconds.
 */
export function fairTurns(now: () => number = () => performance.now()): () => NextTurn {
  type Work = { resume(): void }
  const waiting: Work[] = []
  let running: Work | null = null
  let since = 0
  let scheduled = false
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    // An immediate that is set inside another runs in the next turn of the loop.
    setImmediate(runNext)
  }
  const runNext = () => {
    scheduled = false
    running = waiting.shift() ?? null
    since = now()
    running?.resume()
    if (waiting.length > 0) schedule()
  }
  return () => {
    const work: Work = { resume: () => {} }
    return () => {
      if (running === work && now() - since < SLICE_MS) return undefined
      if (running === work) running = null
      return new Promise((resolve) => {
        work.resume = resolve
        waiting.push(work)
        schedule()
      })
    }
  }
}
