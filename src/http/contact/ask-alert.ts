import type { FastifyReply, FastifyRequest } from 'fastify'
import { readWatchlist } from '../../webhooks/watchlist.ts'
import { networkOf, refuseFor } from '../kernel/limits/access.ts'
import { errorsOf, type Refused } from '../kernel/problem/problem.ts'
import type { ProblemCode } from '../kernel/problem/problems.ts'
import { readBySchema } from '../kernel/problem/read-by-schema.ts'
import type { Services } from '../kernel/service/services.ts'
import { AlertSchema } from './alert-body.ts'
import { secondsToMidnight } from './store-lead.ts'

/**
 * Asks the owner of an address whether it wants alerts, from the API or from the form of a page; null when that was done.
 * The answer is the same whether the address is known or not.
 */
export async function askAlert(
  body: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<Refused | null> {
  const read = readBySchema(AlertSchema, body)
  if ('problems' in read) return { problem: read.problems[0].code, ...errorsOf(read.problems) }
  const { email, codes = [], regime = null, lang: language = 'pl' } = read.value
  const dataset = services.answerer()?.dataset
  // The law is loading, so that nobody can tell which regimes there are.
  if (regime !== null && !dataset) return { problem: 'not_ready' }
  if (regime !== null && !dataset?.regimes.some(({ data }) => data.code === regime))
    return { problem: 'regime_unknown', ...errorsOf([{ code: 'regime_unknown', pointer: '/regime' }]) }
  const store = services.store()
  if (!store) return { problem: 'not_ready' }
  const watch = { codes: readWatchlist(codes).codes, regime, listId: null }
  const { leadsPerDay } = services.settings
  const network = networkOf(request, services)
  const outcome = await store.alerts.ask({ email, language, ...watch, network, leadsPerDay, at: services.now() })
  return outcome === 'asked' ? null : { problem: alertsLimited(reply, services) }
}

export const alertsLimited = (reply: FastifyReply, services: Services): ProblemCode =>
  refuseFor(secondsToMidnight(services.now()), reply, services, 'alerts_limited')
