import type { Network } from '../lists/batch-client.ts'

/** The network of the browser. */
export const network: Network = {
  fetch: (address, init) => fetch(address, init),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, milliseconds)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    }),
}
