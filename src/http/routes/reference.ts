import type { FastifyInstance } from 'fastify'
import { PERMISSIONS } from '../response/headers.ts'
import { pathOf, sendProblem } from '../response/reply.ts'
import { type Encoded, encode } from '../response/response-body.ts'
import { headersFor, sendEncoded } from '../response/send-body.ts'
import type { Services } from '../services.ts'

/**
 * The page runs its own script, and asks this service alone. Styles are the exception: the reference writes them into
 * the page when it starts.
 */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const PAGE_HEADERS = {
  'content-security-policy': PAGE_POLICY,
  'permissions-policy': PERMISSIONS,
  'cache-control': 'public, max-age=3600',
}

/** The description for machines, and a page to try requests in. */
export function referenceRoutes(app: FastifyInstance, services: Services): void {
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

  // Read when the first reader comes and then shared by all: a copy for each would be 4 MB.
  const files = new Map<string, Promise<Encoded>>()
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 301))
  app.get('/docs/*', async (request, reply) => {
    const path = pathOf(request.url)
    const { readReference, REFERENCE_FILES } = await import('../pages/reference.ts')
    const file = REFERENCE_FILES.get(path)
    if (!file) return sendProblem(request, reply, 'not_found')
    let encoded = files.get(path)
    if (!encoded) {
      encoded = readReference(file).then((body) => encode(body, body))
      files.set(path, encoded)
      // A file that could not be read is tried again for the next reader.
      encoded.catch(() => files.delete(path))
    }
    return sendEncoded(request, reply, await encoded, headersFor(file.type, PAGE_HEADERS))
  })
}
