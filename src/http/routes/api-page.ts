import type { FastifyInstance } from 'fastify'
import { LANGUAGES } from '../../terms/language.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import type { Services } from '../services.ts'
import { LEAD_BODY_BYTES } from './lead.ts'

const FORM = 'application/x-www-form-urlencoded'

/** The developers' page, and its contact form for browsers that run no scripts; those that do ask the API. */
export function apiPageRoutes(app: FastifyInstance, services: Services): void {
  const tellsChanges = () => app.hasRoute({ method: 'GET', url: '/api/v1/changes' })
  // A scope of its own: nowhere else is a form taken.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, body))
    for (const language of LANGUAGES) {
      const path = hrefOf('/api', language)
      scope.get(path, async (request, reply) => {
        const { showApiPage } = await import('../pages/api-page.ts')
        return showApiPage(request, reply, language, services, tellsChanges())
      })
      scope.post(path, { bodyLimit: LEAD_BODY_BYTES, config: { limit: 'leads' } }, async (request, reply) => {
        const { takeContact } = await import('../pages/api-page.ts')
        return takeContact(request, reply, language, services, tellsChanges())
      })
    }
  })
}
