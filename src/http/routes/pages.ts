import type { FastifyInstance } from 'fastify'
import { LANGUAGES } from '../../terms/language.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import type { feedOf } from '../feed/current-feed.ts'
import { IGNORES_QUERY, type RouteInput } from '../input/route-input.ts'
import type { Admission } from '../request/admission.ts'
import { changesPageParameters, pageQuery } from '../request/parameters.ts'
import type { Services } from '../services.ts'

const PLAIN = { config: { input: IGNORES_QUERY } }
/** Counted by the page, as a lookup or as a page. */
const asking = (query: RouteInput['query']) => ({ config: { limit: 'own', input: { query, body: null } } }) as const

/** The site for people, each page in both languages. Its many small modules are loaded when the first page is asked for. */
export function pageRoutes(
  app: FastifyInstance,
  services: Services,
  admission: Admission,
  current: ReturnType<typeof feedOf>,
): void {
  for (const language of LANGUAGES) {
    app.get(hrefOf('/', language), asking(pageQuery), async (request, reply) => {
      const { answerPage } = await import('../pages/pages.ts')
      return answerPage(request, reply, language, services, admission)
    })
    app.get(hrefOf('/list', language), PLAIN, async (request, reply) => {
      const { listUpload } = await import('../pages/pages.ts')
      return listUpload(request, reply, language, services)
    })
    app.get(hrefOf('/lists', language), PLAIN, async (request, reply) => {
      const { keptLists } = await import('../pages/pages.ts')
      return keptLists(request, reply, language, services)
    })
    app.get(hrefOf('/changes', language), asking(changesPageParameters), async (request, reply) => {
      const { changesForPeople } = await import('../pages/changes-page.ts')
      return changesForPeople(request, reply, language, services, admission, current)
    })
    app.get(hrefOf('/methodology', language), PLAIN, async (request, reply) => {
      const { methodology } = await import('../pages/pages.ts')
      return methodology(request, reply, language, services)
    })
    app.get(hrefOf('/legal', language), PLAIN, async (request, reply) => {
      const { legalNotice } = await import('../pages/pages.ts')
      return legalNotice(request, reply, language, services)
    })
  }
}
