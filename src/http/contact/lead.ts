import type { FastifyInstance } from 'fastify'
import { acceptedBody, Refusal } from '../kernel/problem/refusal.ts'
import { sendUncached } from '../kernel/reply/send-body.ts'
import { idempotencyKeyOf } from '../kernel/request/idempotency-key.ts'
import type { Services } from '../kernel/service/services.ts'
import { LEAD_BODY } from './limits.ts'
import { readLead, storeLead } from './store-lead.ts'

export function leadRoute(app: FastifyInstance, services: Services): void {
  const input = { query: 'ignored', body: LEAD_BODY } as const
  app.post('/api/lead', { config: { limit: 'leads', input } }, async (request, reply) => {
    const idempotencyKey = idempotencyKeyOf(request)
    const { email, source = null, utm = null } = acceptedBody(readLead(request.body)).lead
    const outcome = await storeLead({ email, source, utm, idempotencyKey }, request, reply, services)
    if (outcome === 'conflict') throw new Refusal('idempotency_conflict')
    if (outcome === 'full' || outcome === 'share_spent') throw new Refusal('leads_full')
    return sendUncached(reply, { ok: true })
  })
}
