import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { lingeringClose } from './lingering-close.ts'

/** Bounds what one caller, and all callers together, can make the service hold in memory. */
export interface ConnectionBounds {
  /** Pipelined requests of one connection that may wait. The connection is closed after the last one that fits. */
  readonly waitingRequests: number
  /** While bytes are ready for a caller, it must read at least `leastBytes` in every window of this length. */
  readonly windowMs: number
  readonly leastBytes: number
  /** Bytes held over all connections; beyond it, the connections that have read nothing for longest are cut off. */
  readonly heldBytes: number
  /** How often the two rules above are checked. */
  readonly checkMs: number
  /** Milliseconds from any fixed moment. */
  readonly clock: () => number
}

/**
 * 8 KiB in 30 s is far below the slowest modem, and still ends a caller that reads a byte now and then. The window is
 * long because the kernel reports progress in steps of up to a third of its send buffer.
 */
const CONNECTION_BOUNDS: ConnectionBounds = Object.freeze({
  waitingRequests: 500,
  windowMs: 30_000,
  leastBytes: 8 * 1024,
  heldBytes: 64 * 1024 * 1024,
  checkMs: 250,
  clock: () => performance.now(),
})

/** The memory of a parsed request and its response object: 1.6 KB measured with one header, more with more headers. */
const PARSED_REQUEST_BYTES = 4 * 1024

export interface Connections {
  /** Runs `then` once every request of this connection is answered; at once when its last request never ended. */
  afterAnswers(socket: Socket, then: () => void): void
  /** Bytes of answers that were not read yet, and of requests that wait. */
  heldBytes(): number
  /** Connections cut off so far, by reason. */
  readonly cutOff: Readonly<Record<CutOffReason, number>>
}

type CutOffReason = 'stalled' | 'memory'

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

interface Connection {
  /** The request being answered, until the kernel has taken the whole answer. */
  current: IncomingMessage | null
  waiting: Exchange[]
  /** How many requests came beyond the bound; they are never handled. */
  dropped: number
  /** Reading is paused, even if Node resumes the socket meanwhile. */
  paused: boolean
  afterAnswers: (() => void) | null
  /** When the current window began, and how much had been sent by then. */
  window: { startedAt: number; sentBytes: number } | null
  sentBytes: number
  progressAt: number
}

/**
 * Handles the requests of each connection one after the other. Node emits every pipelined request as soon as it is
 * parsed, some 2,000 in one segment, and holds all their answers while nobody reads them: 18 KB of requests became
 * 400 MB of answers. Here the next request is handled when the kernel has taken the answer before it, so that a
 * connection holds one answer at most, and reading is paused while requests wait.
 *
 * It also replaces `closeIdleConnections`, so that a stop closes idle connections at once and the others as soon as they
 * are answered. Node's own method regards an answer as done when it is written, so it cuts off slow readers; and a
 * connection that is answered after the call would stay open for its whole keep-alive time.
 */
export function guardConnections(
  server: Server,
  handle: RequestListener,
  changedBounds: Partial<ConnectionBounds> = {},
): Connections {
  const bounds = { ...CONNECTION_BOUNDS, ...changedBounds }
  const { clock } = bounds
  const connections = new Map<Socket, Connection>()
  const cutOff = { stalled: 0, memory: 0 }
  let closing = false

  server.on('connection', (socket) => {
    const connection: Connection = {
      current: null,
      waiting: [],
      dropped: 0,
      paused: false,
      afterAnswers: null,
      window: null,
      sentBytes: 0,
      progressAt: clock(),
    }
    connections.set(socket, connection)
    // Node itself resumes a socket, for instance when it discards a body.
    socket.on('resume', () => {
      if (connection.paused) socket.pause()
    })
    // Node calls it after an answer that says `Connection: close`, and its own loses what a late reader has not read.
    socket.destroySoon = () => {
      connection.paused = false
      lingeringClose(socket)
    }
    socket.once('close', () => {
      connections.delete(socket)
      connection.waiting = []
    })
  })
  server.on('listening', () => {
    const checking = setInterval(check, bounds.checkMs).unref()
    server.once('close', () => clearInterval(checking))
  })
  server.closeIdleConnections = () => {
    closing = true
    for (const [socket, { current }] of connections) if (!current && !socket.writableEnded) socket.destroy()
  }

  function pause(socket: Socket, connection: Connection): void {
    if (connection.paused) return
    connection.paused = true
    socket.pause()
  }

  function resume(socket: Socket, connection: Connection): void {
    if (!connection.paused) return
    connection.paused = false
    socket.resume()
  }

  function begin(socket: Socket, connection: Connection, { request, response }: Exchange): void {
    connection.current = request
    response.once('finish', () => {
      connection.current = null
      proceed(socket, connection)
    })
    handle(request, response)
  }

  function proceed(socket: Socket, connection: Connection): void {
    // The answer said `Connection: close`, and Node closes the socket.
    if (!socket.writable) return
    const next = connection.waiting.shift()
    if (next) begin(socket, connection, next)
    if (connection.waiting.length > 0) return
    if (connection.afterAnswers) {
      if (!connection.current) connection.afterAnswers()
    } else if (closing && !connection.current) socket.destroySoon()
    else if (connection.dropped === 0) resume(socket, connection)
  }

  function wait(socket: Socket, connection: Connection, exchange: Exchange): void {
    if (connection.dropped > 0 || connection.waiting.length >= bounds.waitingRequests) {
      // A client that pipelines must expect this: https://www.rfc-editor.org/rfc/rfc9112#section-9.3.2
      const last = connection.waiting.at(-1)
      if (last) last.response.shouldKeepAlive = false
      connection.dropped++
    } else connection.waiting.push(exchange)
    pause(socket, connection)
  }

  function check(): void {
    const now = clock()
    let held = 0
    for (const [socket, connection] of connections) {
      if (!connection.current) continue
      if (isStalled(socket, connection, now)) end(socket, 'stalled')
      else held += heldBy(socket, connection)
    }
    if (held <= bounds.heldBytes) return
    const longestFirst = [...connections]
      .filter(([socket, connection]) => connection.current && !socket.destroyed)
      .toSorted(([, one], [, other]) => one.progressAt - other.progressAt)
    for (const [socket, connection] of longestFirst) {
      if (held <= bounds.heldBytes) return
      held -= heldBy(socket, connection)
      end(socket, 'memory')
    }
  }

  function isStalled(socket: Socket, connection: Connection, now: number): boolean {
    const sentBytes = sentBy(socket)
    if (sentBytes !== connection.sentBytes) {
      connection.sentBytes = sentBytes
      connection.progressAt = now
    }
    if (socket.writableLength === 0) {
      connection.window = null
      return false
    }
    connection.window ??= { startedAt: now, sentBytes }
    if (now - connection.window.startedAt < bounds.windowMs) return false
    const taken = sentBytes - connection.window.sentBytes
    connection.window = { startedAt: now, sentBytes }
    return taken < bounds.leastBytes
  }

  function end(socket: Socket, reason: CutOffReason): void {
    cutOff[reason]++
    socket.destroy()
  }

  server.on('request', (request, response) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (!connection) return handle(request, response)
    // The rest of what Node was parsing when an answer before ended the connection.
    if (socket.writableEnded) return
    const exchange = { request, response }
    if (connection.current) wait(socket, connection, exchange)
    else begin(socket, connection, exchange)
  })

  return {
    afterAnswers(socket, then) {
      const connection = connections.get(socket)
      if (!connection?.current) return then()
      if (connection.afterAnswers) return
      // If the end of the last request is missing, that request is the unreadable one and gets no other answer.
      if (connection.waiting.at(-1)?.request.complete === false) connection.waiting.pop()
      else if (connection.waiting.length === 0 && !connection.current.complete) return then()
      connection.afterAnswers = then
      pause(socket, connection)
    },
    heldBytes() {
      let held = 0
      for (const [socket, connection] of connections) held += heldBy(socket, connection)
      return held
    },
    cutOff,
  }
}

const heldBy = (socket: Socket, { waiting, dropped }: Connection): number =>
  // A connection that was cut off stays in the map until its `close` event.
  socket.destroyed ? 0 : socket.writableLength + (waiting.length + dropped) * PARSED_REQUEST_BYTES

/**
 * Bytes the kernel has taken. A large answer is a single write, of which the stream knows only whether it is done, so
 * the handle below the stream is asked, as Node does for its own socket timeout.
 */
function sentBy(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null }
  if (handle?.bytesWritten === undefined || handle.writeQueueSize === undefined)
    return socket.bytesWritten - socket.writableLength
  return handle.bytesWritten - handle.writeQueueSize
}
