import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedBody } from '../problem/refusal.ts'
import { idempotencyKeyOf } from '../request/idempotency-key.ts'
import type { Asked, Endpoint, Kernel } from './endpoint.ts'

/** Makes routes of endpoints: what they declare is read and refused here, so that handlers work with values. */
export function registerEndpoints(app: FastifyInstance, kernel: Kernel, endpoints: readonly Endpoint[]): void {
  for (const endpoint of endpoints) {
    const { method, path, limit, query, body } = endpoint
    app.route({
      // HEAD is named too: the HEAD that Fastify adds to a GET sends `Content-Length: 0` with a 304 (RFC 9110, section 8.6).
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      config: {
        limit,
        input: { query: query?.parameters ?? 'ignored', body: body?.input ?? null },
        ...(body?.problems && { bodyProblems: body.problems }),
      },
      ...(endpoint.beforeBody && {
        onRequest: (request, reply) => endpoint.beforeBody?.({ ...kernel, request, reply }) ?? Promise.resolve(),
      }),
      handler: (request, reply) => handle(endpoint, kernel, request, reply),
    })
  }
}

/** Reads a request as its endpoint declares it: the query first, then the headers, then the body. */
function handle(endpoint: Endpoint, { services, admission }: Kernel, request: FastifyRequest, reply: FastifyReply) {
  const { query, body, idempotency } = endpoint
  return endpoint.handle({
    services,
    admission,
    request,
    reply,
    params: request.params as Asked<unknown, unknown>['params'],
    query: query?.read(request.url, services) ?? null,
    idempotencyKey: idempotency === undefined ? null : idempotencyKeyOf(request),
    body: body ? acceptedBody(body.read(request.body, services) as object) : null,
  })
}
