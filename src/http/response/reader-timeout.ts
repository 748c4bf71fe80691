export interface Patience {
  /** From now on the reader keeps us waiting. */
  wait(): void
  /** It has read on. */
  goOn(): void
}

/** Gives up on a reader that has kept us waiting for so long in all: a trickle ends as well as a standstill. */
export function patienceFor(milliseconds: number, giveUp: () => void): Patience {
  let left = milliseconds
  let since = 0
  let timer: NodeJS.Timeout | undefined
  return {
    wait() {
      since = Date.now()
      timer = setTimeout(giveUp, left).unref()
    },
    goOn() {
      clearTimeout(timer)
      left = Math.max(0, left - (Date.now() - since))
    },
  }
}
