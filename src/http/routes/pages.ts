import type { FastifyInstance } from 'fastify'
import { LANGUAGES } from '../../terms/language.ts'
import { html } from '../../web/html.ts'
import { hrefOf } from '../../web/paths.ts'
import { sendPage } from '../send-page.ts'
import type { Services } from '../services.ts'

/** The site for people: the search page and what explains it. */
export function pageRoutes(app: FastifyInstance, services: Services): void {
  for (const language of LANGUAGES) {
    app.get(hrefOf('/', language), (request, reply) =>
      sendPage(
        request,
        reply,
        { language, path: '/', search: '', title: 'x', description: 'x', script: 'search', main: html`<h1>x</h1>` },
        services.settings,
      ),
    )
  }
}
