/**
 * A queue that resolves one waiting promise in each turn of the event loop, first come first served. However many
 * batches are being worked on, another request waits for one item at most.
 */
export function fairTurns(): () => Promise<void> {
  const waiting: (() => void)[] = []
  const runNext = () => {
    waiting.shift()?.()
    // An immediate that is set inside another runs in the next turn of the loop.
    if (waiting.length > 0) setImmediate(runNext)
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(runNext)
    })
}
