import type { ArrivalBounds } from '../service/services.ts'

/** Three lists of 8 MiB and more. 8 KiB in 10 s is far below the slowest modem. */
export const ARRIVAL_BOUNDS: ArrivalBounds = Object.freeze({
  heldBytes: 32 * 1024 * 1024,
  windowMs: 10_000,
  leastBytes: 8 * 1024,
})

interface Counted {
  bytes: number
  giveWay(): void
}

/** Bounds what bodies that are still arriving take in memory, over all callers. */
export function bodyBudget(maxBytes: number) {
  /** The bodies of each caller of which bytes are held, oldest first, and their bytes together. */
  const callers = new Map<string, { readonly bodies: Set<Counted>; bytes: number }>()
  let held = 0

  function close(caller: string, body: Counted): void {
    const own = callers.get(caller)
    if (!own?.bodies.delete(body)) return
    own.bytes -= body.bytes
    held -= body.bytes
    if (own.bodies.size === 0) callers.delete(caller)
  }

  function count(caller: string, body: Counted, bytes: number): void {
    const own = callers.get(caller) ?? { bodies: new Set(), bytes: 0 }
    own.bodies.add(body)
    callers.set(caller, own)
    body.bytes += bytes
    own.bytes += bytes
    held += bytes
  }

  function makeRoom(): void {
    while (held > maxBytes) {
      let [largest, most] = ['', -1]
      for (const [caller, { bytes }] of callers) if (bytes > most) [largest, most] = [caller, bytes]
      const [oldest] = callers.get(largest)?.bodies ?? []
      if (!oldest) return
      close(largest, oldest)
      oldest.giveWay()
    }
  }

  return {
    /**
     * Counts a body from now on. When all bodies together take more than the budget, the caller that takes most gives way
     * with its oldest body: whoever sends many bodies and ends none makes room for the others. `giveWay` is called then.
     */
    open(caller: string, giveWay: () => void) {
      let isOpen = true
      const body: Counted = {
        bytes: 0,
        giveWay() {
          isOpen = false
          giveWay()
        },
      }
      return {
        /** Adds bytes that are held for this body. */
        add(bytes: number) {
          if (!isOpen) return
          count(caller, body, bytes)
          makeRoom()
        },
        /** Its bytes are no longer held. May be called more than once. */
        close() {
          isOpen = false
          close(caller, body)
        },
      }
    },
    heldBytes: () => held,
  }
}
