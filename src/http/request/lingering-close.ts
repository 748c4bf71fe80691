import type { Socket } from 'node:net'

/** A caller that has sent nothing for this long has stopped sending. */
const SILENCE_MS = 1_000
/** And this is all the time it has to stop: enough for the body of a request that was refused as too large. */
const LONGEST_MS = 30_000

/**
 * Ends the connection after what is written to it; until the caller ends its side too, all that it sends is read and
 * dropped. Closing a socket with unread bytes resets the connection, and then what the caller has not read of its
 * answers is lost: https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
export function lingeringClose(socket: Socket): void {
  if (socket.destroyed || socket.writableEnded) return
  const close = () => void socket.destroy()
  const silence = setTimeout(close, SILENCE_MS)
  const longest = setTimeout(close, LONGEST_MS)
  socket.once('close', () => {
    clearTimeout(silence)
    clearTimeout(longest)
  })
  socket.end()
  // A listener for data takes the socket from Node's parser, which would go on to make requests of what it reads. Node
  // starts reading for its parser at `resume`. Without the parser nothing would start it, so the listener comes after that.
  socket.once('resume', () => {
    socket.removeAllListeners('data')
    socket.on('data', () => void silence.refresh())
  })
  socket.pause().resume()
}
