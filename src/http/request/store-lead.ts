import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NewLead, Outcome } from '../../store/leads.ts'
import type { Services } from '../services.ts'
import { callerOf } from './access.ts'

const DAY_MS = 86_400_000

/** The day on which the log last warned that no more leads are taken: one warning a day. */
const warnedOn = new WeakMap<Services, string>()

/** Stores a lead, from the API or from the form of the page; null while the store is not open. */
export async function storeLead(
  lead: Pick<NewLead, 'email' | 'source' | 'utm' | 'idempotencyKey'>,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<Outcome | null> {
  const store = services.store()
  if (!store) return null
  const { leadsPerDay } = services.settings
  const at = services.now()
  const outcome = await store.leads.add({ ...lead, caller: callerOf(request, services), at }, leadsPerDay)
  if (outcome === 'stored') services.metrics.leadStored()
  if (outcome === 'full') {
    reply.header('retry-after', Math.ceil((DAY_MS - (at.getTime() % DAY_MS)) / 1000)) // leads are counted by days of UTC
    const day = at.toISOString().slice(0, 10)
    if (warnedOn.get(services) !== day) {
      warnedOn.set(services, day)
      services.log.warn({ leadsPerDay }, 'no more leads are taken today: LEADS_PER_DAY is reached')
    }
  }
  return outcome
}
