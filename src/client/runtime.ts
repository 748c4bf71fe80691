/** The clock, the timers and the dice of a client, which tests replace. */
export interface Runtime {
  /** Milliseconds since 1970. */
  now(): number
  /** At least 0, less than 1. */
  random(): number
  /** Calls `run` after that many milliseconds, unless the function that is returned was called before. */
  setTimer(milliseconds: number, run: () => void): () => void
}

export const RUNTIME: Runtime = {
  now: () => Date.now(),
  random: () => Math.random(),
  setTimer: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Resolves after that many milliseconds; rejects with the reason of the signal as soon as it is aborted. */
export function pause(runtime: Runtime, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = runtime.setTimer(milliseconds, () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** Calls `work` with a signal that is aborted when the caller's is, or after that many milliseconds. */
export async function withTimeout<T>(
  runtime: Runtime,
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  onTimeout: () => Error,
): Promise<T> {
  const own = new AbortController()
  const abort = () => own.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  const cancel = runtime.setTimer(milliseconds, () => own.abort(onTimeout()))
  try {
    return await work(own.signal)
  } catch (error) {
    // `fetch` may reject with an error of its own instead of the reason.
    throw own.signal.aborted ? own.signal.reason : error
  } finally {
    cancel()
    signal?.removeEventListener('abort', abort)
  }
}
