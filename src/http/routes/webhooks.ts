import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Parameters, Values } from '../../answer/parameters.ts'
import type { Delivery } from '../../store/deliveries.ts'
import type { Store } from '../../store/store.ts'
import type { Webhook } from '../../store/webhooks.ts'
import { group } from '../../terms/cn-code.ts'
import type { DeliveriesSchema, DeliverySchema, WebhookSchema, WebhooksSchema } from '../openapi/webhooks.ts'
import { admitKeyHolder } from '../request/access.ts'
import { cursorOf } from '../request/list-cursor.ts'
import {
  DELIVERIES_PARAMETERS,
  readUrlParameters,
  WEBHOOKS_PARAMETERS,
  wrongParameters,
} from '../request/parameters.ts'
import { UNCACHED } from '../response/headers.ts'
import { sendProblem } from '../response/send-problem.ts'
import type { Services } from '../services.ts'

/** What the holder of a key may see: its own webhooks and what was sent to them, never a secret. */
export function webhooksRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/v1/webhooks', taking(WEBHOOKS_PARAMETERS), (request, reply) =>
    sendPage(request, reply, services, WEBHOOKS_PARAMETERS, async (store, keyId, { limit, cursor }) => {
      const found = await store.webhooks.list({ keyId, limit: limit + 1, ...(cursor && { after: cursor }) })
      const page = found.slice(0, limit)
      return {
        webhooks: await describeWebhooks(store, page),
        next: found.length > limit ? cursorOf(page.at(-1)!) : null,
      }
    }),
  )
  app.get('/api/v1/webhooks/deliveries', taking(DELIVERIES_PARAMETERS), (request, reply) =>
    sendPage(request, reply, services, DELIVERIES_PARAMETERS, async (store, keyId, asked) => {
      const { limit, cursor, webhook, state } = asked
      if (webhook !== null && (await store.webhooks.find(webhook))?.keyId !== keyId) return 'webhook_unknown'
      const found = await store.deliveries.list({
        keyId,
        limit: limit + 1,
        ...(cursor && { before: cursor }),
        ...(webhook !== null && { webhookId: webhook }),
        ...(state && { state }),
      })
      const page = found.slice(0, limit)
      return { deliveries: page.map(describeDelivery), next: found.length > limit ? cursorOf(page.at(-1)!) : null }
    }),
  )
}

/** Counted by `admitKeyHolder`. */
const taking = (declared: Parameters) =>
  ({ config: { limit: 'own', input: { query: () => declared, body: null } } }) as const

type Page = Static<typeof WebhooksSchema> | Static<typeof DeliveriesSchema>

async function sendPage<Declared extends Parameters>(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  declared: Declared,
  pageOf: (store: Store, keyId: string, asked: Values<Declared>) => Promise<Page | 'webhook_unknown'>,
): Promise<FastifyReply> {
  const admitted = await admitKeyHolder(request, reply, services)
  if ('problem' in admitted) return sendProblem(request, reply, admitted.problem)
  const read = readUrlParameters(request.url, declared)
  if ('problem' in read) return sendProblem(request, reply, read.problem, read)
  const store = services.store()
  if (!store) return sendProblem(request, reply, 'store_unavailable')
  const page = await pageOf(store, admitted.key.id, read.values)
  if (page === 'webhook_unknown') {
    const wrong = wrongParameters([{ code: page, parameter: 'webhook' }], declared)
    return sendProblem(request, reply, wrong.problem, wrong)
  }
  return reply
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': UNCACHED })
    .send(JSON.stringify(page))
}

/** As the holder of the key sees them, with how many messages wait for each. */
export async function describeWebhooks(store: Store, webhooks: readonly Webhook[]) {
  const waiting = await store.deliveries.waiting(webhooks.map(({ id }) => id))
  return webhooks.map((webhook) => describeWebhook(webhook, waiting.get(webhook.id) ?? 0))
}

const describeWebhook = (of: Webhook, waiting: number): Static<typeof WebhookSchema> => ({
  id: of.id,
  url: of.url,
  cn_codes: of.codes.map(group),
  events: [...of.events],
  lang: of.language,
  state: of.state,
  reason: of.reason,
  state_since: of.stateSince,
  waiting,
  created_at: of.createdAt,
  old_secret_until: of.oldSecretUntil,
})

const describeDelivery = (of: Delivery): Static<typeof DeliverySchema> => ({
  id: of.id,
  webhook: of.webhookId,
  type: of.type,
  day: of.day,
  state: of.state,
  attempts: of.attempts,
  created_at: of.createdAt,
  next_attempt_at: of.dueAt,
  last_attempt_at: of.lastAt,
  last_status: of.lastStatus,
  last_error: of.lastError,
})
