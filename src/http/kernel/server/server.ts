import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { problemOf, sizeText } from '../problem/problem.ts'
import { EVERY_ANSWER } from '../reply/headers.ts'
import { HEADER_BYTES } from '../request/url.ts'
import type { Connections } from './connections.ts'

/** A request must have arrived whole within this time, or a caller could hold connections by never ending its body. */
const REQUEST_MS = 120_000
/** How long a connection may be idle between two requests: longer than the minute that proxies usually wait. */
const KEEP_ALIVE_MS = 72_000
/** A connection on which nothing moves for so long is closed: its caller takes nothing of its answer. */
const STALLED_MS = 60_000
/**
 * After so many requests a connection is closed, as nginx does. Node takes all that a caller sends ahead for requests under
 * way: 20,000 in one piece took 150 MB.
 */
const REQUESTS_PER_CONNECTION = 1_000

/**
 * Fastify's options for the server below the routes, and the answers that it waits for. With a server of our own Fastify
 * binds one address only, so `localhost` must be resolved before. `stopping`: connections end with the answers they wait for.
 */
export function serverBelow(connections: Connections, stopping: () => boolean) {
  const answers = answersUnderWay(connections)
  const options = {
    serverFactory(routes: RequestListener): Server {
      const server = createServer({
        requestTimeout: REQUEST_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        // A request without a body, as every GET, arrives ended: setting up its stream would cost a tenth of a lookup.
        optimizeEmptyRequests: true,
      })
      server.timeout = STALLED_MS
      server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION
      // A client may close its side after its last request. Otherwise Node would end the connection at once, and lose every
      // answer that waits for its turn or for the store. Node's types leave this property out.
      Object.assign(server, { httpAllowHalfOpen: true })
      // Node would answer each further request with 503, and keep the connection.
      server.on('dropRequest', (_, socket) =>
        answers.afterAll(socket as Socket, () => (socket as Socket).destroySoon()),
      )
      server.on('connection', connections.add)
      const listener = withOneHost(routes)
      return server.on('request', (request, response) => {
        // Its connection gave way to others, but what was read of it before goes on to be parsed.
        if (request.socket.destroyed) return
        // The client learns by the header that its connection ends, or its next request would meet the end. Node sets this
        // for the last request that `maxRequestsPerSocket` allows: unlike `shouldKeepAlive` it loses no pipelined request.
        if (stopping()) Object.assign(response, { maxRequestsOnConnectionReached: true })
        answers.add(
          request.socket,
          response,
          () => listener(request, response),
          () => {
            if (stopping() || !server.listening) request.socket.destroySoon()
          },
        )
      })
    },
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) =>
      answers.afterAll(socket, () => refuseUnreadable(error, socket)),
    forceCloseConnections: 'idle',
  } as const
  return { options, answers }
}

interface UnderWay {
  readonly responses: Set<ServerResponse>
  /** Begins the answers to requests that were sent ahead, in their order. */
  readonly later: (() => void)[]
  onLast: () => void
}

/**
 * Which answers each connection waits for: one, or several when its caller sends requests ahead. Those are answered one after
 * the other: each answer that is begun holds far more than a request that waits, and none can be sent before the first.
 */
function answersUnderWay(connections: Connections) {
  const ofSocket = new WeakMap<Socket, UnderWay>()
  return {
    /** Whether further answers follow the one that has begun. */
    areMore: (socket: Socket): boolean => (ofSocket.get(socket)?.later.length ?? 0) > 0,
    /** `answer` runs when the answers before it were sent, `then` when the connection waits for nothing more. */
    add(socket: Socket, response: ServerResponse, answer: () => void, then: () => void): void {
      const known = ofSocket.get(socket)
      const waiting = known ?? { responses: new Set(), later: [], onLast: then }
      if (!known) ofSocket.set(socket, waiting)
      waiting.responses.add(response)
      connections.answering(socket, waiting.responses.size)
      response.once('close', () => {
        waiting.responses.delete(response)
        connections.answering(socket, waiting.responses.size)
        if (waiting.responses.size === 0) waiting.onLast()
        else if (!socket.destroyed) waiting.later.shift()?.()
      })
      if (waiting.responses.size === 1) answer()
      else waiting.later.push(answer)
    },
    /** The same for a connection whose last request may never end: that one gets no answer. */
    afterAll(socket: Socket, then: () => void): void {
      const waiting = ofSocket.get(socket)
      const last = [...(waiting?.responses ?? [])].at(-1)
      if (waiting && last && !last.req.complete && !last.headersSent) waiting.responses.delete(last)
      if (waiting && waiting.responses.size > 0) waiting.onLast = then
      else then()
    },
  }
}

/**
 * A request that names two hosts is refused (RFC 9112, section 3.2): a proxy in front may have gone by the other one. Node
 * keeps the first and drops the rest.
 */
const withOneHost =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    if (!namesTwoHosts(request.rawHeaders)) return listener(request, response)
    const body = JSON.stringify(problemOf('request_invalid', 'pl', '/'))
    response
      .writeHead(400, {
        ...EVERY_ANSWER,
        'content-type': 'application/problem+json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      })
      .end(body)
  }

/** `rawHeaders` has names and values in turn. */
function namesTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/** How long requests under way have to finish when the service stops. */
const CLOSING_MS = 5_000
/** What has not begun a moment before that is refused, and its caller may ask elsewhere: otherwise it would be cut off. */
const REFUSING_MS = 4_000

/**
 * Ends a stop in time: a single connection over which nothing is asked would otherwise delay it for ever. Returns the signal
 * that what has not begun must be refused.
 */
export function closeInTime(app: FastifyInstance, { areMore }: ReturnType<typeof serverBelow>['answers']): AbortSignal {
  const ending = new AbortController()
  app.addHook('onRequest', ({ raw }, reply, done) => {
    // Once it closes, Fastify ends the connection with the next answer, and what was sent ahead would be lost.
    if (areMore(raw.socket) && reply.raw.hasHeader('connection')) reply.raw.removeHeader('connection')
    done()
  })
  app.addHook('preClose', (done) => {
    const timers = [
      setTimeout(() => ending.abort(), REFUSING_MS).unref(),
      setTimeout(() => app.server.closeAllConnections(), CLOSING_MS).unref(),
    ]
    app.server.once('close', () => timers.forEach(clearTimeout))
    done()
  })
  return ending.signal
}

/** Node's parser refused the bytes, so there is no request: the problem is written to the socket itself. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (socket.destroyed || error.code === 'ECONNRESET') return void socket.destroy()
  // An answer that closes the connection was sent before; the rest of what the caller sends is dropped.
  if (!socket.writable) return
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'request_invalid'
  // The headers could not be read, so the caller's language is unknown.
  const problem = problemOf(code, 'pl', '/', { values: { size: sizeText(HEADER_BYTES) } })
  const body = JSON.stringify(problem)
  const reason = problem.status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'
  socket.write(
    [
      `HTTP/1.1 ${problem.status} ${reason}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...Object.entries(EVERY_ANSWER).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  socket.destroySoon()
}
