import type { FastifyInstance } from 'fastify'
import { LANGUAGES } from '../../terms/language.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import type { Services } from '../services.ts'
import { LEAD_BODY_BYTES } from './lead.ts'

const FORM = 'application/x-www-form-urlencoded'

/** The page for developers, and its contact form for browsers without scripts; with scripts the form uses the API. */
export function apiPageRoutes(app: FastifyInstance, services: Services): void {
  // A scope of its own, because no other route accepts a form.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, body))
    for (const language of LANGUAGES) {
      const path = hrefOf('/api', language)
      scope.get(path, async (request, reply) => {
        const { showApiPage } = await import('../pages/api-page.ts')
        return showApiPage(request, reply, language, services)
      })
      scope.post(path, { bodyLimit: LEAD_BODY_BYTES, config: { limit: 'own' } }, async (request, reply) => {
        const { submitContact } = await import('../pages/api-page.ts')
        return submitContact(request, reply, language, services)
      })
    }
  })
}
