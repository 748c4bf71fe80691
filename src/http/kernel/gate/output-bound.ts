import type { ServerResponse } from 'node:http'

type Response = Pick<ServerResponse, 'destroyed' | 'writableEnded' | 'writableNeedDrain' | 'destroy' | 'on' | 'once'>

/** Answers made, compressed or sent at the same time. The largest, a receipt, has 2.5 MB. */
const MAX_BYTES = 16 * 1024 * 1024
/** What one caller may hold of it, and all callers of one network. */
const SHARES = { caller: MAX_BYTES / 4, network: (3 * MAX_BYTES) / 8 }
/** An answer whose reader has not taken it for so long is given up when there is no room for others. */
const PATIENCE_MS = 5_000

/** Who an answer is for: a bucket of the limits, and the network around it. */
export interface Receiver {
  readonly caller: string
  readonly network: string
}

interface Held extends Receiver {
  readonly response: Response
  bytes: number
  /** When it was first seen to wait for nothing but its reader. */
  readySince: number | null
}

/**
 * Bounds the bytes of all answers that are made for one caller, for one network and for all, and not read yet; bodies in a
 * cache are there anyway and are not counted. `onFreed` is called when some were sent or given up. What is over the bound is a single answer at most, since room is looked for right before one is made.
 */
export function outputBound(
  onFreed: () => void = () => {},
  maxBytes = MAX_BYTES,
  shares = SHARES,
  now: () => number = () => performance.now(),
) {
  const held = new Map<Response, Held>()
  const ofCaller = new Map<string, number>()
  const ofNetwork = new Map<string, number>()
  let all = 0
  let givenUp = 0

  function add({ caller, network }: Receiver, bytes: number): void {
    all += bytes
    addTo(ofCaller, caller, bytes)
    addTo(ofNetwork, network, bytes)
  }

  function forget(response: Response): void {
    const one = held.get(response)
    if (!one || !held.delete(response)) return
    add(one, -one.bytes)
    onFreed()
  }

  /** Gives up the answers that have waited long enough for their readers, until there is room. */
  function makeRoom(): void {
    const moment = now()
    for (const one of held.values())
      if (one.response.writableEnded || one.response.writableNeedDrain) one.readySince ??= moment
    const waiting = [...held.values()]
      .filter(({ readySince }) => readySince !== null && moment - readySince >= PATIENCE_MS)
      .toSorted((one, other) => one.readySince! - other.readySince!)
    for (const { response } of waiting) {
      if (all < maxBytes) return
      forget(response)
      givenUp++
      response.destroy()
    }
  }

  return {
    /** Whether neither this caller nor its network has more than its share. */
    hasShare: (caller: string, network: string) =>
      (ofCaller.get(caller) ?? 0) < shares.caller && (ofNetwork.get(network) ?? 0) < shares.network,
    /**
     * Whether another answer may be made. When the bound is reached, answers that their readers have left waiting are
     * given up, the oldest first.
     */
    hasRoom() {
      if (all >= maxBytes) makeRoom()
      return all < maxBytes
    },
    /** Counts bytes that were made for this response until it is sent or given up. */
    hold(response: Response, { caller, network }: Receiver, bytes: number) {
      // The connection is closed already, so `close` would never come.
      if (response.destroyed) return
      const known = held.get(response)
      if (known) known.bytes += bytes
      else {
        const one: Held = { response, caller, network, bytes, readySince: null }
        held.set(response, one)
        response.on('drain', () => {
          one.readySince = null
        })
        // The kernel has taken all of it, or nobody will.
        for (const end of ['finish', 'close']) response.once(end, () => forget(response))
      }
      add({ caller, network }, bytes)
    },
    heldBytes: () => all,
    /** Answers given up so far. */
    givenUp: () => givenUp,
  }
}

function addTo(counts: Map<string, number>, name: string, bytes: number): void {
  const sum = (counts.get(name) ?? 0) + bytes
  if (sum > 0) counts.set(name, sum)
  else counts.delete(name)
}
