/**
 * Lets one piece of work, of whatever list, run in a turn of the event loop, first come first served: however many
 * lists are under way, another request waits for one piece at most.
 */
export function oneATurn(): () => Promise<void> {
  const waiting: (() => void)[] = []
  const runNext = () => {
    waiting.shift()?.()
    // An immediate that is set by another runs in the next turn of the loop.
    if (waiting.length > 0) setImmediate(runNext)
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(runNext)
    })
}
