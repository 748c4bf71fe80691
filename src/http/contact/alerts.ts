import type { FastifyInstance } from 'fastify'
import { LANGUAGES } from '../../base/language.ts'
import { alertHref } from '../../web/shell/paths.ts'
import { asking, IGNORES_QUERY } from '../kernel/body/route-input.ts'
import { LEAD_BODY, LEAD_FORM } from '../kernel/limits/bounds.ts'
import { Refusal } from '../kernel/problem/refusal.ts'
import { sendUncached } from '../kernel/reply/send-body.ts'
import { ALERT_LINK } from '../kernel/request/parameters.ts'
import type { Services } from '../kernel/service/services.ts'

const TAKES_FORM = { config: { limit: 'own', input: { query: 'ignored', body: LEAD_FORM } } } as const
/** A link in a mail. What a mail program posts (RFC 8058) is not looked at: all that counts is in the address. */
const LINK = asking('pages', () => ALERT_LINK)

/** Alerts by e-mail: asked for by the API or a form, confirmed, ended and refused on pages that links in mails lead to. */
export function alertsRoutes(app: FastifyInstance, services: Services): void {
  const isOn = services.settings.alerts ?? false
  const input = { query: 'ignored', body: LEAD_BODY } as const
  const bodyProblems = { body_invalid: 'alert_invalid' } as const
  app.post('/api/v1/alerts', { config: { limit: 'leads', input, bodyProblems } }, async (request, reply) => {
    if (!isOn) throw new Refusal('alerts_off')
    const { askAlert } = await import('./ask-alert.ts')
    const refused = await askAlert(request.body, request, reply, services)
    if (refused) throw new Refusal(refused.problem, refused)
    return sendUncached(reply, { ok: true }, 202)
  })
  for (const language of LANGUAGES) {
    app.get(alertHref('', language), { config: { input: IGNORES_QUERY } }, async (request, reply) => {
      const { showForm } = await import('../pages/alerts-page.ts')
      return showForm({ request, reply, language, services })
    })
    app.post(alertHref('', language), TAKES_FORM, async (request, reply) => {
      const { submitForm } = await import('../pages/alerts-page.ts')
      return submitForm({ request, reply, language, services })
    })
    for (const purpose of ['confirm', 'end', 'never'] as const) {
      app.get(alertHref(`/${purpose}`, language), LINK, async (request, reply) => {
        const { showLink } = await import('../pages/alerts-page.ts')
        return showLink({ request, reply, language, services }, purpose)
      })
      app.post(alertHref(`/${purpose}`, language), LINK, async (request, reply) => {
        const { followLink } = await import('../pages/alerts-page.ts')
        return followLink({ request, reply, language, services }, purpose)
      })
    }
  }
}
