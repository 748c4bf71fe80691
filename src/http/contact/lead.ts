import type { FastifyInstance, FastifyRequest } from 'fastify'
import { IDEMPOTENCY_KEY_CHARACTERS, LEAD_BODY } from '../kernel/limits/bounds.ts'
import { acceptedBody, Refusal } from '../kernel/problem/refusal.ts'
import { sendUncached } from '../kernel/reply/send-body.ts'
import type { Services } from '../kernel/service/services.ts'
import { readLead, storeLead } from './store-lead.ts'

const IDEMPOTENCY_KEY = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_CHARACTERS}}$`)

/** The key under which a request is done once; null when it has none. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) throw new Refusal('idempotency_key_invalid')
  return key
}

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
