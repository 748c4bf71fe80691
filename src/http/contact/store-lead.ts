import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { UTM_BYTES, utmBytes } from '../../base/utm.ts'
import type { NewLead, Outcome } from '../../store/leads/leads.ts'
import { callerOf, networkOf } from '../kernel/limits/access.ts'
import type { WrongBody } from '../kernel/problem/problem.ts'
import { quote } from '../kernel/problem/problem.ts'
import { firstAt, readBySchema } from '../kernel/problem/read-by-schema.ts'
import { openStoreIn } from '../kernel/problem/refusal.ts'
import type { Services } from '../kernel/service/services.ts'
import { LeadSchema } from './lead-body.ts'

type Lead = Static<typeof LeadSchema>

/** The body as a lead, or every problem in it, what is wrong with the address first. */
export function readLead(body: unknown): { lead: Lead } | WrongBody {
  const read = readBySchema(LeadSchema, body)
  if ('problems' in read) return { problems: firstAt('/email', read.problems) }
  const { utm = {} } = read.value
  return utmBytes(utm) > UTM_BYTES
    ? { problems: [{ ...quote('utm_too_large', { bytes: UTM_BYTES }), pointer: '/utm' }] }
    : { lead: read.value }
}

const DAY_MS = 86_400_000

/** Whatever has a daily bound is counted by days of UTC. */
export const secondsToMidnight = (at: Date): number => Math.ceil((DAY_MS - (at.getTime() % DAY_MS)) / 1000)

/** The day on which the log last warned that no more leads are taken: one warning a day. */
const warnedOn = new WeakMap<Services, string>()

/** Stores a lead, from the API or from the form of the page; refuses while the store is not open. */
export async function storeLead(
  lead: Pick<NewLead, 'email' | 'source' | 'utm' | 'idempotencyKey'>,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<Outcome> {
  const store = openStoreIn(services)
  const { leadsPerDay } = services.settings
  const at = services.now()
  const by = { caller: callerOf(request, services), network: networkOf(request, services) }
  const outcome = await store.leads.add({ ...lead, ...by, at }, leadsPerDay)
  if (outcome === 'stored') services.metrics.leadStored()
  if (outcome === 'full' || outcome === 'share_spent') reply.header('retry-after', secondsToMidnight(at))
  if (outcome === 'full') {
    const day = at.toISOString().slice(0, 10)
    if (warnedOn.get(services) !== day) {
      warnedOn.set(services, day)
      services.log.warn({ leadsPerDay }, 'no more leads are taken today: LEADS_PER_DAY is reached')
    }
  }
  return outcome
}
