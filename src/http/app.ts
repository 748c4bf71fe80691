import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { StoreError } from '../store/store-error.ts'
import { keepAnswers } from './cache/answer-cache.ts'
import { type AnswersAhead, answerRepeated } from './cache/fast-path.ts'
import { feedOf } from './feed/current-feed.ts'
import { admitPage, type Counted, type Kind } from './request/access.ts'
import { addressReader, trustIn } from './request/client-address.ts'
import { type ConnectionBounds, type Connections, guardConnections } from './request/connections.ts'
import { record } from './response/access-log.ts'
import { EVERY_ANSWER, PREFLIGHT } from './response/headers.ts'
import { connectionMetrics } from './response/metrics.ts'
import { type ProblemCode, problemOf } from './response/problems.ts'
import { pathOf, sendProblem, wantsPage } from './response/reply.ts'
import { apiPageRoutes } from './routes/api-page.ts'
import { assetRoutes } from './routes/assets.ts'
import { checkRoute } from './routes/batch.ts'
import { changesRoute } from './routes/changes.ts'
import { changesAtomRoute } from './routes/changes-atom.ts'
import { datasetRoute } from './routes/dataset.ts'
import { leadRoute } from './routes/lead.ts'
import { LOOKUP_PATH, lookupRoute } from './routes/lookup.ts'
import { operationsRoutes } from './routes/operations.ts'
import { pageRoutes } from './routes/pages.ts'
import { referenceRoutes } from './routes/reference.ts'
import { suggestRoute } from './routes/suggest.ts'
import { webhooksRoutes } from './routes/webhooks.ts'
import type { Services } from './services.ts'
import { brusselsDay } from './today.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route says instead of the general refusal of a body. */
    refusals?: Partial<Record<ProblemCode, ProblemCode>>
    /**
     * Which limit counts the route. Without it `pages` does, before the route is asked; a route that names another
     * counts itself (see `admit`). `none` is for those who run the service.
     */
    limit?: Kind | 'none'
  }
  interface FastifyReply {
    /** Where the caller stands, as names and values in turn; kept apart, since the hot path writes its headers itself. */
    limitHeaders: readonly string[] | null
    counted: Counted | null
  }
}

/** The API, route by route. */
export async function createApp(services: Services, metricsText?: () => Promise<string>): Promise<FastifyInstance> {
  const trust = trustIn(services.settings.trustProxy)
  const nextId = requestIds()
  const app = Fastify({
    // Our own log line, at the end of a request, says all that may be said; Fastify's would name addresses.
    logger: false,
    // Nothing is checked or written by schemas of its own, so what compiles them need not be loaded.
    schemaController: { compilersFactory: { buildValidator: uncompiled, buildSerializer: uncompiled } },
    trustProxy: trust,
    requestIdHeader: false,
    genReqId: nextId,
    routerOptions: { querystringParser: unparsed },
    requestTimeout: REQUEST_MS,
    forceCloseConnections: 'idle',
    // Its refusal while stopping is no problem of our table; what still comes is answered.
    return503OnClosing: false,
    // What has no body, as every GET, comes ended: to set up a stream for it would cost a tenth of a lookup.
    http: { optimizeEmptyRequests: true },
    clientErrorHandler: (error, socket) => connections.afterAnswers(socket, () => refuseUnreadable(error, socket)),
    frameworkErrors: async (_error, request, bare) => {
      const reply = bare as unknown as FastifyReply
      reply.headers(EVERY_ANSWER)
      const refusal = await admitPage(request, reply, services)
      for (const [name, value] of limitPairs(reply)) reply.header(name, value)
      sendProblem(request, reply, refusal ?? 'url_invalid')
    },
  })
  app.decorateReply('limitHeaders', null)
  app.decorateReply('counted', null)
  app.addHook('onRequest', (request, reply, done) => {
    const goOn = (refusal: ProblemCode | null) => {
      if (refusal) return refuse(request, reply, services, refusal)
      // At once: a body sent to no route is not read, let alone judged.
      if (request.is404) return refuseUnrouted(app, request, reply, services)
      done()
    }
    const limit = request.is404 ? 'pages' : (request.routeOptions.config.limit ?? 'pages')
    const refusal = limit === 'pages' ? admitPage(request, reply, services) : null
    if (refusal === null && !request.is404) return done()
    Promise.resolve(refusal).then(goOn).catch(done)
  })
  // A parser would wait for ever for the end of what has already ended.
  app.addHook('onRoute', (route) => {
    if (route.method === 'POST')
      route.preParsing = (_request, _reply, payload, done) =>
        done(null, payload.readableEnded ? Readable.from([]) : payload)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // A page brings a policy of its own.
    for (const [name, value] of Object.entries(EVERY_ANSWER)) if (!reply.hasHeader(name)) reply.header(name, value)
    reply.header('x-request-id', request.id)
    for (const [name, value] of limitPairs(reply)) reply.header(name, value)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id: reqId } = request
    record(services, { reqId, method, route: routeOf(request), status: reply.statusCode }, reply.elapsedTime)
    done()
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const general = codeOf(error)
    const code = request.routeOptions.config.refusals?.[general] ?? general
    if (code === 'internal')
      services.log.error({ reqId: request.id, route: routeOf(request), err: error }, 'answer failed')
    else if (error instanceof StoreError)
      services.log.warn({ reqId: request.id, reason: error.message }, 'store failed')
    return sendProblem(request, reply, code)
  })

  readJsonOnly(app)
  closeInTime(app)

  const kept = keepAnswers()
  const today = brusselsDay(services.now)
  lookupRoute(app, services, kept, today)
  checkRoute(app, services)
  suggestRoute(app, services)
  const feed = feedOf(services)
  changesRoute(app, services, feed)
  changesAtomRoute(app, services, feed)
  leadRoute(app, services)
  datasetRoute(app, services)
  webhooksRoutes(app, services)
  operationsRoutes(app, services, metricsText ?? (() => services.metrics.registry.metrics()))
  referenceRoutes(app, services)
  pageRoutes(app, services)
  apiPageRoutes(app, services)
  assetRoutes(app)

  app.options('*', (request, reply) =>
    reply
      .code(204)
      .headers({ ...PREFLIGHT, allow: methodsOf(app, request) })
      .send(),
  )
  app.setNotFoundHandler((request, reply) => refuseUnrouted(app, request, reply, services))
  const front = { kept, today, nextId, addressOf: addressReader(services.settings), route: LOOKUP_PATH }
  const connections = askFirst(app.server, answerRepeated(services, front), services.settings.connections)
  connectionMetrics(services.metrics.registry, connections)
  return app
}

/**
 * Puts the guard of connections and the fast path ahead of the routes. Not by a server of our own making, as Fastify
 * offers: it would then listen on one of localhost's addresses alone.
 */
function askFirst(server: Server, answers: AnswersAhead, bounds?: Partial<ConnectionBounds>): Connections {
  const [routes] = server.listeners('request') as RequestListener[]
  if (!routes) throw new Error('Fastify listens to no requests')
  server.off('request', routes)
  const handle: RequestListener = (request, response) => {
    if (!answers(request, response)) routes(request, response)
  }
  const connections = guardConnections(server, handle, bounds)
  server.on('request', connections.take)
  return connections
}

function* limitPairs({ limitHeaders }: FastifyReply): Generator<[string, string]> {
  for (let at = 0; limitHeaders && at < limitHeaders.length; at += 2) yield [limitHeaders[at]!, limitHeaders[at + 1]!]
}

/** In words for a browser, as a problem for programs. */
function refuse(request: FastifyRequest, reply: FastifyReply, services: Services, refusal: ProblemCode) {
  if (!wantsPage(request)) return sendProblem(request, reply, refusal)
  return import('./pages/pages.ts').then(({ refusalPage }) => refusalPage(request, reply, services, refusal))
}

function refuseUnrouted(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, services: Services) {
  const allowed = methodsOf(app, request)
  if (allowed === 'OPTIONS') {
    if (wantsPage(request)) return import('./pages/pages.ts').then(({ lostPage }) => lostPage(request, reply, services))
    return sendProblem(request, reply, 'not_found')
  }
  return sendProblem(request, reply.header('allow', allowed), 'method_not_allowed')
}

/** Fastify would also take text/plain, and turn bytes that are no UTF-8 into U+FFFD. */
function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (isUtf8(body)) parse(request, body.toString(), done)
    else done(Object.assign(new Error('not UTF-8'), { statusCode: 400 }))
  })
}

/** A request must be here whole within this time, or a caller could hold connections by never ending its body. */
const REQUEST_MS = 120_000

/** Requests under way have this long to finish. */
const CLOSING_MS = 5_000

/** Without it, a single connection over which nothing is asked would keep the service from ever stopping. */
function closeInTime(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    const deadline = setTimeout(() => app.server.closeAllConnections(), CLOSING_MS).unref()
    app.server.once('close', () => clearTimeout(deadline))
    done()
  })
}

/** Routes read the query themselves: repeated or broken parameters must be seen, and cached answers need no parsing. */
const unparsed = (): Record<string, never> => ({})

/** Short, unique over instances and restarts, and cheap. */
function requestIds(): () => string {
  const process = randomBytes(4).toString('hex')
  let count = 0
  return () => `${process}-${(count++).toString(36)}`
}

const METHODS = ['GET', 'HEAD', 'POST'] as const

const methodsOf = (app: FastifyInstance, request: FastifyRequest): string =>
  [...METHODS.filter((method) => app.findRoute({ method, url: pathOf(request.url) }) !== null), 'OPTIONS'].join(', ')

function codeOf(error: FastifyError): ProblemCode {
  if (error instanceof StoreError) return 'store_unavailable'
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return 'body_too_large'
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'media_type_unsupported'
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return 'body_invalid'
    default:
      // What Fastify's parsers throw without a code of their own is a body that is no JSON.
      return error.statusCode === 400 ? 'body_invalid' : 'internal'
  }
}

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown'

const LINGER_MS = 1_000

/** What Node's parser itself refuses never becomes a request: answered on the bare socket. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (socket.destroyed || error.code === 'ECONNRESET') return void socket.destroy()
  // Answered before; the rest of what it sent is not read.
  if (!socket.writable) return
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'request_invalid'
  // Its headers were not read, so the caller's language is unknown.
  const problem = problemOf(code, 'pl', '/')
  const body = JSON.stringify(problem)
  const reason = problem.status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'
  socket.end(
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
  // The caller hangs up when it has the answer; one who does not is cut off.
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(lingering))
}

function uncompiled(): never {
  throw new Error('routes have no schemas')
}
