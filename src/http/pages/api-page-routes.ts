import type { FastifyInstance } from 'fastify'
import { LANGUAGES } from '../../base/language.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import { LEAD_FORM } from '../contact/limits.ts'
import { IGNORES_QUERY } from '../kernel/body/route-input.ts'
import type { Services } from '../kernel/service/services.ts'

const TAKES_CONTACT = { config: { limit: 'own', input: { query: 'ignored', body: LEAD_FORM } } } as const

/** The page for developers, and its contact form for browsers without scripts; with scripts the form uses the API. */
export function apiPageRoutes(app: FastifyInstance, services: Services): void {
  for (const language of LANGUAGES) {
    const path = hrefOf('/api', language)
    app.get(path, { config: { input: IGNORES_QUERY } }, async (request, reply) => {
      const { showApiPage } = await import('./api-page.ts')
      return showApiPage({ request, reply, language, services })
    })
    app.post(path, TAKES_CONTACT, async (request, reply) => {
      const { submitContact } = await import('./api-page.ts')
      return submitContact({ request, reply, language, services })
    })
  }
}
