import type { IncomingMessage } from 'node:http'

/** A longer rest is not waited for. */
const SHORT_BYTES = 64 * 1024

/**
 * Goes on when the rest of a body that nobody reads has arrived, if it is short and comes in time. An answer that closes the
 * connection earlier makes TCP reset it, and the caller loses all that was sent and not yet taken.
 */
export function afterUnreadBody(request: IncomingMessage, milliseconds: number, then: () => void): void {
  if (request.complete || request.readableEnded || request.destroyed) return void then()
  let dropped = 0
  const onData = (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > SHORT_BYTES) goOn()
  }
  const timer = setTimeout(goOn, milliseconds).unref()
  request.on('data', onData).on('end', goOn).on('close', goOn).on('error', goOn)

  function goOn(): void {
    clearTimeout(timer)
    request.off('data', onData).off('end', goOn).off('close', goOn).off('error', goOn)
    // What still arrives is dropped; errors of an abandoned connection are ignored.
    request.on('error', () => {}).resume()
    then()
  }
}
