import type { FastifyInstance } from 'fastify'
import { Refusal } from '../kernel/problem/refusal.ts'
import { sendUncached } from '../kernel/reply/send-body.ts'
import type { Services } from '../kernel/service/services.ts'
import { ALERT_INVALID } from './alert-body.ts'
import { LEAD_BODY } from './limits.ts'

/** Alerts by e-mail, asked for by a program; the pages have forms of their own. */
export function alertsRoute(app: FastifyInstance, services: Services): void {
  const isOn = services.settings.alerts ?? false
  const input = { query: 'ignored', body: LEAD_BODY } as const
  const bodyProblems = { body_invalid: ALERT_INVALID }
  app.post('/api/v1/alerts', { config: { limit: 'leads', input, bodyProblems } }, async (request, reply) => {
    if (!isOn) throw new Refusal('alerts_off')
    const { askAlert } = await import('./ask-alert.ts')
    const refused = await askAlert(request.body, request, reply, services)
    if (refused) throw new Refusal(refused.problem, refused)
    return sendUncached(reply, { ok: true }, 202)
  })
}
