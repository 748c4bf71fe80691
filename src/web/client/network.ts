import { type Network, RefusedError } from '../lists/batch-client.ts'

/** The network of the browser. */
export const network: Network = {
  fetch: (address, init) => fetch(address, init),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, milliseconds)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal?.reason)
      })
    }),
}

/** What the service said to a request that it refused; null when it did not answer. Anything else thrown is reported. */
export function detailOf(reason: unknown): string | null {
  if (reason instanceof RefusedError) return reason.detail
  reportError(reason)
  return null
}
