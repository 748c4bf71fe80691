import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Fastify from 'fastify'
import { type Encoded, encode } from '../encoded.ts'
import { pathOf, sendProblem } from '../reply.ts'
import { sendEncoded } from '../send-encoded.ts'
import type { Services } from '../services.ts'

/** The page runs its own script and styles, and asks this service alone. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'"

/** The description for machines, and a page to try requests in. */
export async function referenceRoutes(app: FastifyInstance, services: Services): Promise<void> {
  let described: { version: string; encoded: Encoded } | null = null
  app.get('/openapi.json', async (request, reply) => {
    const answerer = services.answerer()
    if (!answerer) return sendProblem(request, reply, 'not_ready')
    if (described?.version !== answerer.dataset.version) {
      // The schemas are only for readers of this description: no other request waits for them.
      const { describeApi } = await import('../openapi/document.ts')
      const text = JSON.stringify(describeApi(answerer, services.build, services.settings.publicUrl))
      described = { version: answerer.dataset.version, encoded: encode(text, text) }
    }
    return sendEncoded(request, reply, described.encoded)
  })

  let pages: Promise<FastifyInstance> | null = null
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    // The reference weighs 40 MB in memory: it is loaded when the first reader comes, not with every start.
    pages ??= referencePages()
    const rendered = await (await pages).inject({ method: 'GET', url: pathOf(request.url) })
    const { location, 'content-type': type } = rendered.headers
    if (location) return reply.redirect(new URL(String(location), 'http://localhost').pathname, 301)
    if (rendered.statusCode !== 200) return sendProblem(request, reply, 'not_found')
    reply.headers({ 'content-security-policy': PAGE_POLICY, 'content-type': type ?? 'text/html; charset=utf-8' })
    return reply.header('cache-control', 'public, max-age=3600').send(rendered.rawPayload)
  }
  app.get('/docs', page)
  app.get('/docs/*', page)
}

async function referencePages(): Promise<FastifyInstance> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const pages = Fastify()
  await pages.register(apiReference, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'cn-sanctions API',
      // Nothing on the page speaks to anybody but this service.
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return pages
}
