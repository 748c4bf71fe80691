import type { ServerResponse } from 'node:http'

export type OutputBound = ReturnType<typeof outputBound>

type Response = Pick<ServerResponse, 'destroyed' | 'writableEnded' | 'writableNeedDrain' | 'destroy' | 'on' | 'once'>

/** Answers made, compressed or sent at the same time. The largest, a receipt, has 2.5 MB. */
const MAX_BYTES = 16 * 1024 * 1024
/** What one caller may hold of it. */
const BYTES_OF_CALLER = MAX_BYTES / 4
/** An answer whose reader has not taken it for so long is given up when there is no room for others. */
const PATIENCE_MS = 5_000

interface Held {
  readonly response: Response
  readonly caller: string
  bytes: number
  /** When it was first seen to wait for nothing but its reader. */
  readySince: number | null
}

/**
 * Bounds the bytes of all answers that are made for one caller and not read yet; bodies in a cache are there anyway and
 * are not counted. `onFreed` is called when some were sent or given up. What is over the bound is a single answer at most, since room is looked for right before one is made.
 */
export function outputBound(
  onFreed: () => void = () => {},
  maxBytes = MAX_BYTES,
  bytesOfCaller = BYTES_OF_CALLER,
  now: () => number = () => performance.now(),
) {
  const held = new Map<Response, Held>()
  const ofCaller = new Map<string, number>()
  let all = 0
  let givenUp = 0

  function add(caller: string, bytes: number): void {
    all += bytes
    const own = (ofCaller.get(caller) ?? 0) + bytes
    if (own > 0) ofCaller.set(caller, own)
    else ofCaller.delete(caller)
  }

  function forget(response: Response): void {
    const one = held.get(response)
    if (!one || !held.delete(response)) return
    add(one.caller, -one.bytes)
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
    /** Whether this caller has not more than its share. */
    hasShare: (caller: string) => (ofCaller.get(caller) ?? 0) < bytesOfCaller,
    /**
     * Whether another answer may be made. When the bound is reached, answers that their readers have left waiting are
     * given up, the oldest first.
     */
    hasRoom() {
      if (all >= maxBytes) makeRoom()
      return all < maxBytes
    },
    /** Counts bytes that were made for this response until it is sent or given up. */
    hold(response: Response, caller: string, bytes: number) {
      // The connection is closed already, so `close` would never come.
      if (response.destroyed) return
      const known = held.get(response)
      if (known) known.bytes += bytes
      else {
        const one: Held = { response, caller, bytes, readySince: null }
        held.set(response, one)
        response.on('drain', () => {
          one.readySince = null
        })
        // The kernel has taken all of it, or nobody will.
        for (const end of ['finish', 'close']) response.once(end, () => forget(response))
      }
      add(caller, bytes)
    },
    heldBytes: () => all,
    /** Answers given up so far. */
    givenUp: () => givenUp,
  }
}
