import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface Connections {
  /** A request came in on this connection. */
  begin(socket: Socket): void
  /** Its answer has left. */
  end(socket: Socket): void
}

/**
 * Knows which connections carry a request, so that a stop closes the others at once and these as soon as they are
 * answered. Node's own closeIdleConnections takes an answer for done when it is written, so it cuts off a slow reader;
 * and a connection that is answered after it would stay open for its whole keep-alive time.
 */
export function watchConnections(server: Server): Connections {
  const requests = new Map<Socket, number>()
  let closing = false
  server.on('connection', (socket) => {
    requests.set(socket, 0)
    socket.once('close', () => requests.delete(socket))
  })
  server.closeIdleConnections = () => {
    closing = true
    for (const [socket, underWay] of requests) if (underWay === 0) socket.destroy()
  }
  return {
    begin(socket) {
      const underWay = requests.get(socket)
      if (underWay !== undefined) requests.set(socket, underWay + 1)
    },
    end(socket) {
      const underWay = requests.get(socket)
      if (underWay === undefined) return
      requests.set(socket, underWay - 1)
      if (closing && underWay === 1) socket.destroySoon()
    },
  }
}
