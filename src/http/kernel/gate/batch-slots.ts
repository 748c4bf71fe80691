/** Who takes a slot. */
export interface SlotTaker {
  /** Its key, or its address (IPv6: the /64). */
  readonly caller: string
  /** The networks around its address; none for the holder of a key. */
  readonly networks: readonly string[]
  readonly hasKey: boolean
  /** Ends its work, when it has waited for its reader too long and another one needs the slot. */
  evict(): void
}

export interface Slot {
  /** May be called more than once. */
  release(): void
  /** The work waits for its reader from now on. */
  waits(): void
  /** The reader has read on. */
  goesOn(): void
}

export interface SlotBounds {
  readonly perCaller: number
  /** For each network around an address. */
  readonly perNetwork: number
  readonly inAll: number
  /** Of all, how many only holders of keys may take. */
  readonly forKeys: number
}

/** A reader that has kept its batch waiting for so long may lose its slot to another. */
const PATIENCE_MS = 2_000

interface Held {
  readonly taker: SlotTaker
  /** Since when it waits for its reader; null while it works. */
  waitsSince: number | null
}

/**
 * A semaphore: bounds how many batches are worked on at the same time, for one caller, for the networks around it and in
 * all. Slots are for work: when none is free, the batch that has waited longest for its reader is ended.
 */
export function batchSlots(bounds: SlotBounds, now: () => number = () => performance.now()) {
  const held = new Set<Held>()

  const ownOf = (caller: string): number => [...held].filter(({ taker }) => taker.caller === caller).length

  /** The slots of others that stand in the way of this taker: those of the first bound that is reached. */
  function inTheWay({ networks, hasKey }: SlotTaker): readonly Held[] {
    const all = [...held]
    for (const network of networks) {
      const near = all.filter(({ taker }) => taker.networks.includes(network))
      if (near.length >= bounds.perNetwork) return near
    }
    if (all.length >= bounds.inAll) return all
    const anonymous = all.filter(({ taker }) => !taker.hasKey)
    return !hasKey && anonymous.length >= bounds.inAll - bounds.forKeys ? anonymous : []
  }

  function evictOneOf(candidates: readonly Held[]): boolean {
    const waitedFor = ({ waitsSince }: Held) => (waitsSince === null ? 0 : now() - waitsSince)
    const [longest] = candidates.toSorted((one, other) => waitedFor(other) - waitedFor(one))
    if (!longest || waitedFor(longest) < PATIENCE_MS) return false
    held.delete(longest)
    longest.taker.evict()
    return true
  }

  return {
    /** Takes a slot; null when none is free. */
    tryAcquire(taker: SlotTaker): Slot | null {
      if (ownOf(taker.caller) >= bounds.perCaller) return null
      // Each pass ends one batch.
      for (let others = inTheWay(taker); others.length > 0; others = inTheWay(taker)) {
        if (!evictOneOf(others)) return null
      }
      const own: Held = { taker, waitsSince: null }
      held.add(own)
      return {
        release: () => void held.delete(own),
        waits: () => {
          own.waitsSince ??= now()
        },
        goesOn: () => {
          own.waitsSince = null
        },
      }
    },
  }
}
