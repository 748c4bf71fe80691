import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { StoreError } from '../store/sql/store-error.ts'
import { feedOf } from './changes/current-feed.ts'
import { CHANGE_ENDPOINTS } from './changes/endpoints.ts'
import { CONTACT_ENDPOINTS } from './contact/endpoints.ts'
import { ARRIVAL_BOUNDS } from './kernel/body/body-budget.ts'
import { readBodies } from './kernel/body/read-body.ts'
import { IGNORES_QUERY, PATH_VALUE_CHARACTERS, requireDeclaredInput } from './kernel/body/route-input.ts'
import { afterUnreadBody } from './kernel/body/unread-body.ts'
import { registerEndpoints } from './kernel/endpoint/register.ts'
import { admissionOf } from './kernel/gate/admission.ts'
import { admit, admitPage, type Counted, type Kind } from './kernel/limits/access.ts'
import type { QuotedProblem } from './kernel/problem/problem.ts'
import type { ProblemCode } from './kernel/problem/problems.ts'
import { detailsOfError, problemOfError } from './kernel/problem/refusal.ts'
import { logAnswer, routeOf } from './kernel/reply/access-log.ts'
import { endedWhenTaken } from './kernel/reply/end-when-taken.ts'
import { freshnessOf } from './kernel/reply/freshness.ts'
import { EVERY_ANSWER, PREFLIGHT } from './kernel/reply/headers.ts'
import { sendProblem, wantsPage } from './kernel/reply/send-problem.ts'
import { clientNetwork, trustIn, widestNetwork } from './kernel/request/client-address.ts'
import { pathOf } from './kernel/request/url.ts'
import { boundConnections, maxConnectionsFor } from './kernel/server/connections.ts'
import { closeInTime, serverBelow } from './kernel/server/server.ts'
import { connectionMetrics, outputMetrics } from './kernel/service/metrics.ts'
import type { Services } from './kernel/service/services.ts'
import { logStoreFailure } from './kernel/service/store-failures.ts'
import { LIST_ENDPOINTS } from './lists/endpoints.ts'
import { FILE_ENDPOINTS } from './lookup/dataset-files.ts'
import { LOOKUP_ENDPOINTS } from './lookup/endpoints.ts'
import { mcpRoute } from './mcp/mcp.ts'
import { operationsRoutes } from './ops/operations.ts'
import { securityTxtRoute } from './ops/security-txt.ts'
import { alertPageRoutes } from './pages/alert-routes.ts'
import { apiPageRoutes } from './pages/api-page-routes.ts'
import { assetRoutes } from './pages/assets.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { RECEIPT_ENDPOINTS } from './receipts/endpoints.ts'
import { verifierOf } from './receipts/verify-receipt.ts'
import { referenceRoutes } from './reference/reference.ts'
import { ONE_WEBHOOK_ENDPOINTS, WEBHOOK_ENDPOINTS } from './webhooks/endpoints.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The problems that a route reports instead of the general ones about a body. */
    bodyProblems?: Partial<Record<ProblemCode, ProblemCode | QuotedProblem>>
    /**
     * The limit that counts the route before its body is read; `pages` by default. `own`: the route counts its requests
     * itself. `none`: they are not counted.
     */
    limit?: Kind | 'own' | 'none'
  }
  interface FastifyReply {
    counted: Counted | null
    /** The problem that was sent, if any. */
    problem: ProblemCode | null
  }
}

/** Short and cheap, and unique over instances and restarts. */
const nextRequestId = (): string => `${PROCESS}-${(requests++).toString(36)}`
const PROCESS = randomBytes(4).toString('hex')
let requests = 0

/** The API, route by route. */
export async function createApp(services: Services, metricsText?: () => Promise<string>): Promise<FastifyInstance> {
  const { settings, metrics } = services
  const trust = trustIn(settings.trustProxy)
  const connections = boundConnections(settings.maxConnections ?? maxConnectionsFor(), (socket) =>
    trust !== false && trust(socket.remoteAddress ?? '', 0) ? null : widestNetwork(clientNetwork(socket.remoteAddress)),
  )
  connectionMetrics(metrics.registry, connections)
  const below = serverBelow(connections, services.stopping)
  const app = Fastify({
    ...below.options,
    // The access log has a line of its own for each request; Fastify's would name addresses.
    logger: false,
    trustProxy: trust,
    requestIdHeader: false,
    genReqId: nextRequestId,
    // Routes read the query themselves: repeated and broken parameters must be noticed.
    routerOptions: { querystringParser: () => ({}), maxParamLength: PATH_VALUE_CHARACTERS },
    // Requests that arrive while the service stops are answered; Fastify's 503 is not in the table of problems.
    return503OnClosing: false,
    frameworkErrors: async (_error, request, bare) => {
      const reply = bare as unknown as FastifyReply
      // No hooks run for these errors.
      reply.headers(EVERY_ANSWER)
      const problem = await admitPage(request, reply, services)
      const { windowMs } = { ...ARRIVAL_BOUNDS, ...settings.bodies }
      afterUnreadBody(request.raw, windowMs, () => sendProblem(request, reply, problem ?? 'url_invalid'))
    },
  })
  app.decorateReply('counted', null)
  app.decorateReply('problem', null)
  requireDeclaredInput(app)
  addHooks(app, services)
  const ending = closeInTime(app, below.answers)

  const admission = admissionOf(services, ending)
  readBodies(app, services, admission)
  outputMetrics(metrics.registry, admission.output)
  const feed = feedOf(services)
  const verifier = verifierOf(app, services, admission)
  mcpRoute(app, services, admission, feed, verifier)
  registerEndpoints(app, { services, admission }, [
    ...LOOKUP_ENDPOINTS,
    ...CHANGE_ENDPOINTS,
    ...RECEIPT_ENDPOINTS,
    ...FILE_ENDPOINTS,
    ...CONTACT_ENDPOINTS,
  ])
  registerEndpoints(app, { services, admission }, [...LIST_ENDPOINTS, ...WEBHOOK_ENDPOINTS, ...ONE_WEBHOOK_ENDPOINTS])
  operationsRoutes(app, services, metricsText ?? (() => services.metrics.registry.metrics()))
  securityTxtRoute(app, services)
  referenceRoutes(app, services)
  pageRoutes(app, services, admission, feed, verifier)
  apiPageRoutes(app, services)
  alertPageRoutes(app, services)
  assetRoutes(app, services)

  app.options('*', { config: { input: IGNORES_QUERY } }, (request, reply) =>
    reply
      .code(204)
      .headers({ ...PREFLIGHT, allow: methodsOf(app, request) })
      .send(),
  )
  app.setNotFoundHandler((request, reply) => sendUnrouted(app, request, reply, services))
  return app
}

function addHooks(app: FastifyInstance, services: Services): void {
  const freshness = freshnessOf(services)
  const everyAnswer = Object.entries(EVERY_ANSWER)
  app.addHook('onRequest', (request, reply, done) => {
    const limit = request.is404 ? 'pages' : (request.routeOptions.config.limit ?? 'pages')
    const goOn = (problem: ProblemCode | null) => {
      if (problem)
        return limit === 'pages' ? sendRefusal(request, reply, services, problem) : sendProblem(request, reply, problem)
      // Answered before the body is read, which no route would use.
      if (request.is404) return sendUnrouted(app, request, reply, services)
      done()
    }
    const problem =
      limit === 'own' || limit === 'none'
        ? null
        : limit === 'pages'
          ? admitPage(request, reply, services)
          : admit(request, reply, limit, services)
    if (problem === null && !request.is404) return done()
    Promise.resolve(problem).then(goOn).catch(done)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // A page has a Content-Security-Policy of its own.
    for (const [name, value] of everyAnswer) if (!reply.hasHeader(name)) reply.header(name, value)
    reply.header('x-request-id', request.id)
    const cacheControl = reply.getHeader('cache-control')
    if (typeof cacheControl === 'string') reply.header('cache-control', freshness(cacheControl))
    done(null, request.method === 'HEAD' ? payload : endedWhenTaken(reply, payload))
  })
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer(services, request, reply)
    done()
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // The caller has hung up, which ended the stream of its answer: there is nobody to answer and nothing to report.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed) return reply.hijack()
    const general = problemOfError(error)
    const own = request.routeOptions.config.bodyProblems?.[general] ?? general
    const { code, values = {} } = typeof own === 'string' ? { code: own } : own
    if (code === 'internal')
      services.log.error({ reqId: request.id, route: routeOf(request), err: error }, 'answer failed')
    else if (error instanceof StoreError) logStoreFailure(services, error, request.id)
    // Fastify closes the connection after every error of a body; but Node drops what is left of one that still arrives.
    const details = detailsOfError(error)
    if (!details.unread) reply.removeHeader('connection')
    return sendProblem(request, reply, code, { ...details, values: { ...details.values, ...values } })
  })
}

/** A page for a browser, a problem for a program. */
function sendRefusal(request: FastifyRequest, reply: FastifyReply, services: Services, problem: ProblemCode) {
  if (!wantsPage(request)) return sendProblem(request, reply, problem)
  return import('./pages/pages.ts').then(({ refusalPage, visitOf }) =>
    refusalPage(visitOf(request, reply, services), problem),
  )
}

function sendUnrouted(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, services: Services) {
  const allowed = methodsOf(app, request)
  if (allowed === 'OPTIONS') {
    if (wantsPage(request))
      return import('./pages/pages.ts').then(({ notFound, visitOf }) => notFound(visitOf(request, reply, services)))
    return sendProblem(request, reply, 'not_found')
  }
  return sendProblem(request, reply.header('allow', allowed), 'method_not_allowed')
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const methodsOf = (app: FastifyInstance, request: FastifyRequest): string =>
  [...METHODS.filter((method) => app.findRoute({ method, url: pathOf(request.url) }) !== null), 'OPTIONS'].join(', ')
