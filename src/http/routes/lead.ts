import type { FastifyInstance } from 'fastify'
import { IDEMPOTENCY_KEY_CHARACTERS, LEAD_BODY } from '../input/bounds.ts'
import { storeLead } from '../request/store-lead.ts'
import { UNCACHED } from '../response/headers.ts'
import { errorsOf } from '../response/problems.ts'
import { sendProblem } from '../response/send-problem.ts'
import type { Services } from '../services.ts'

export const IDEMPOTENCY_KEY = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_CHARACTERS}}$`)

const STORED = JSON.stringify({ ok: true })

export function leadRoute(app: FastifyInstance, services: Services): void {
  const input = { query: 'ignored', body: LEAD_BODY } as const
  app.post('/api/lead', { config: { limit: 'leads', input } }, async (request, reply) => {
    const idempotencyKey = request.headers['idempotency-key']
    if (idempotencyKey !== undefined && (typeof idempotencyKey !== 'string' || !IDEMPOTENCY_KEY.test(idempotencyKey))) {
      return sendProblem(request, reply, 'idempotency_key_invalid')
    }
    const { readLead } = await import('../request/lead.ts')
    const read = readLead(request.body)
    if ('problems' in read) {
      return sendProblem(request, reply, read.problems[0]?.code ?? 'body_invalid', errorsOf(read.problems))
    }
    const { email, source = null, utm = null } = read.lead
    const lead = { email, source, utm, idempotencyKey: idempotencyKey ?? null }
    const outcome = await storeLead(lead, request, reply, services)
    if (outcome === null) return sendProblem(request, reply, 'store_unavailable')
    if (outcome === 'conflict') return sendProblem(request, reply, 'idempotency_conflict')
    if (outcome === 'full') return sendProblem(request, reply, 'leads_full')
    return reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': UNCACHED }).send(STORED)
  })
}
