import type { FastifyInstance } from 'fastify'
import { LANGUAGES } from '../../terms/language.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import { LEAD_BODY } from '../input/bounds.ts'
import { IGNORES_QUERY, type RouteInput } from '../input/route-input.ts'
import type { Services } from '../services.ts'

/** The form has six fields; trackers add some. */
const CONTACT_FORM: RouteInput = {
  query: 'ignored',
  body: {
    type: 'application/x-www-form-urlencoded',
    bytes: LEAD_BODY.bytes,
    parts: 100,
    depth: 1,
    textBytes: LEAD_BODY.textBytes,
  },
}

/** The page for developers, and its contact form for browsers without scripts; with scripts the form uses the API. */
export function apiPageRoutes(app: FastifyInstance, services: Services): void {
  for (const language of LANGUAGES) {
    const path = hrefOf('/api', language)
    app.get(path, { config: { input: IGNORES_QUERY } }, async (request, reply) => {
      const { showApiPage } = await import('../pages/api-page.ts')
      return showApiPage({ request, reply, language, services })
    })
    app.post(path, { config: { limit: 'own', input: CONTACT_FORM } }, async (request, reply) => {
      const { submitContact } = await import('../pages/api-page.ts')
      return submitContact({ request, reply, language, services })
    })
  }
}
