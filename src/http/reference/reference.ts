import type { FastifyInstance } from 'fastify'
import { IGNORES_QUERY } from '../kernel/body/route-input.ts'
import { orRefuse } from '../kernel/problem/refusal.ts'
import { PERMISSIONS } from '../kernel/reply/headers.ts'
import { type ResponseBody, responseBody } from '../kernel/reply/response-body.ts'
import { CACHED_JSON, sendBody } from '../kernel/reply/send-body.ts'
import { pathOf } from '../kernel/request/url.ts'
import type { Services } from '../kernel/service/services.ts'

/** The page runs its own scripts and asks this service alone. Its styles must be allowed inline: its script adds them. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const PAGE_HEADERS = {
  ...CACHED_JSON,
  'content-security-policy': PAGE_POLICY,
  'permissions-policy': PERMISSIONS,
  'cache-control': 'public, max-age=3600',
}

/** The API description for machines, and a page to try requests in. */
export function referenceRoutes(app: FastifyInstance, services: Services): void {
  let described: { version: string; body: ResponseBody } | null = null
  app.get('/openapi.json', { config: { input: IGNORES_QUERY } }, async (request, reply) => {
    const answerer = orRefuse(services.answerer(), 'not_ready')
    if (described?.version !== answerer.dataset.version) {
      // The schemas are loaded when the description is first asked for, so that no other request waits for them.
      const { describeApi } = await import('./document.ts')
      const text = JSON.stringify(describeApi(answerer, services, services.settings.publicUrl))
      described = { version: answerer.dataset.version, body: responseBody(text) }
    }
    return sendBody(request, reply, described.body)
  })

  // Read once for all callers: a copy for each would be 4 MB.
  const files = new Map<string, Promise<ResponseBody>>()
  app.get('/docs', { config: { input: IGNORES_QUERY } }, (_request, reply) => reply.redirect('/docs/', 301))
  app.get('/docs/*', { config: { input: IGNORES_QUERY } }, async (request, reply) => {
    const path = pathOf(request.url)
    const { REFERENCE_FILES } = await import('./scalar.ts')
    const file = orRefuse(REFERENCE_FILES.get(path), 'not_found')
    let body = files.get(path)
    if (!body) {
      body = file.read().then(responseBody)
      files.set(path, body)
      // A file that could not be read is tried again for the next caller.
      body.catch(() => files.delete(path))
    }
    return sendBody(request, reply, await body, { ...PAGE_HEADERS, 'content-type': file.type })
  })
}
