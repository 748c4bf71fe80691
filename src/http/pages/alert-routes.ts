import type { FastifyInstance } from 'fastify'
import { LANGUAGES } from '../../base/language.ts'
import { alertHref } from '../../web/shell/paths.ts'
import { LEAD_FORM } from '../contact/limits.ts'
import { asking, IGNORES_QUERY } from '../kernel/body/route-input.ts'
import type { Services } from '../kernel/service/services.ts'
import { ALERT_LINK } from './page-parameters.ts'

const TAKES_FORM = { config: { limit: 'own', input: { query: 'ignored', body: LEAD_FORM } } } as const
/** A link in a mail. What a mail program posts (RFC 8058) is not looked at: all that counts is in the address. */
const LINK = asking('pages', () => ALERT_LINK)

/** Alerts by e-mail: asked for with a form, confirmed, ended and refused on pages that links in mails lead to. */
export function alertPageRoutes(app: FastifyInstance, services: Services): void {
  for (const language of LANGUAGES) {
    app.get(alertHref('', language), { config: { input: IGNORES_QUERY } }, async (request, reply) => {
      const { showForm } = await import('./alerts-page.ts')
      return showForm({ request, reply, language, services })
    })
    app.post(alertHref('', language), TAKES_FORM, async (request, reply) => {
      const { submitForm } = await import('./alerts-page.ts')
      return submitForm({ request, reply, language, services })
    })
    for (const purpose of ['confirm', 'end', 'never'] as const) {
      app.get(alertHref(`/${purpose}`, language), LINK, async (request, reply) => {
        const { showLink } = await import('./alerts-page.ts')
        return showLink({ request, reply, language, services }, purpose)
      })
      app.post(alertHref(`/${purpose}`, language), LINK, async (request, reply) => {
        const { followLink } = await import('./alerts-page.ts')
        return followLink({ request, reply, language, services }, purpose)
      })
    }
  }
}
