import type { FastifyInstance } from 'fastify'
import { LANGUAGES } from '../../terms/language.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import type { Services } from '../services.ts'

/** The site for people, each page in both languages. Its many small modules are loaded when the first reader comes. */
export function pageRoutes(app: FastifyInstance, services: Services): void {
  for (const language of LANGUAGES) {
    app.get(hrefOf('/', language), { config: { limit: 'lookups' } }, async (request, reply) => {
      const { answerPage } = await import('../pages/pages.ts')
      return answerPage(request, reply, language, services)
    })
    app.get(hrefOf('/list', language), async (request, reply) => {
      const { listsPage } = await import('../pages/pages.ts')
      return listsPage(request, reply, language, services)
    })
    app.get(hrefOf('/methodology', language), async (request, reply) => {
      const { explainPage } = await import('../pages/pages.ts')
      return explainPage(request, reply, language, services)
    })
    app.get(hrefOf('/legal', language), async (request, reply) => {
      const { noticePage } = await import('../pages/pages.ts')
      return noticePage(request, reply, language, services)
    })
  }
}
