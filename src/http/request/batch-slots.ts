export interface BatchSlots {
  /** Takes a slot for the caller; null when none is free. The function that releases it may be called more than once. */
  tryAcquire(caller: string): (() => void) | null
}

/** A semaphore: bounds how many batches are worked on at the same time, for one caller and in all. */
export function batchSlots(forCaller: number, inAll: number): BatchSlots {
  const taken = new Map<string, number>()
  let all = 0
  return {
    tryAcquire(caller) {
      const own = taken.get(caller) ?? 0
      if (own >= forCaller || all >= inAll) return null
      taken.set(caller, own + 1)
      all++
      let held = true
      return () => {
        if (!held) return
        held = false
        all--
        const left = (taken.get(caller) ?? 1) - 1
        if (left > 0) taken.set(caller, left)
        else taken.delete(caller)
      }
    },
  }
}
