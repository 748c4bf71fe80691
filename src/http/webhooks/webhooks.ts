import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { group } from '../../base/cn-code.ts'
import type { Store } from '../../store/store.ts'
import type { Delivery } from '../../store/webhooks/deliveries.ts'
import type { Webhook } from '../../store/webhooks/webhooks.ts'
import { asking } from '../kernel/body/route-input.ts'
import { admitKeyHolder } from '../kernel/limits/access.ts'
import { accepted, openStoreIn, Refusal } from '../kernel/problem/refusal.ts'
import { wrongParameters } from '../kernel/problem/wrong-parameters.ts'
import { sendUncached } from '../kernel/reply/send-body.ts'
import { readUrlParameters } from '../kernel/request/parameters.ts'
import type { Services } from '../kernel/service/services.ts'
import { cursorOf } from './webhook-cursor.ts'
import { DELIVERIES_PARAMETERS, WEBHOOKS_PARAMETERS } from './webhook-parameters.ts'
import type { DeliveriesSchema, DeliverySchema, WebhookSchema, WebhooksSchema } from './webhooks-description.ts'

/** What the holder of a key may see: its own webhooks and what was sent to them, never a secret. */
export function webhooksRoutes(app: FastifyInstance, services: Services): void {
  const askingWebhooks = asking('own', () => WEBHOOKS_PARAMETERS)
  app.get('/api/v1/webhooks', askingWebhooks, async (request, reply) => {
    const { key } = accepted(await admitKeyHolder(request, reply, services))
    const { limit, cursor } = readUrlParameters(request.url, WEBHOOKS_PARAMETERS)
    const store = openStoreIn(services)
    const found = await store.webhooks.list({ keyId: key.id, limit: limit + 1, ...(cursor && { after: cursor }) })
    const page = found.slice(0, limit)
    const body: Static<typeof WebhooksSchema> = {
      webhooks: await describeWebhooks(store, page),
      next: found.length > limit ? cursorOf(page.at(-1)!) : null,
    }
    return sendUncached(reply, body)
  })
  const askingDeliveries = asking('own', () => DELIVERIES_PARAMETERS)
  app.get('/api/v1/webhooks/deliveries', askingDeliveries, async (request, reply) => {
    const { key } = accepted(await admitKeyHolder(request, reply, services))
    const { limit, cursor, webhook, state } = readUrlParameters(request.url, DELIVERIES_PARAMETERS)
    const store = openStoreIn(services)
    if (webhook !== null && (await store.webhooks.find(webhook))?.keyId !== key.id) {
      const wrong = { code: 'webhook_unknown', parameter: 'webhook' } as const
      throw new Refusal('webhook_unknown', wrongParameters([wrong]))
    }
    const found = await store.deliveries.list({
      keyId: key.id,
      limit: limit + 1,
      ...(cursor && { before: cursor }),
      ...(webhook !== null && { webhookId: webhook }),
      ...(state && { state }),
    })
    const page = found.slice(0, limit)
    const body: Static<typeof DeliveriesSchema> = {
      deliveries: page.map(describeDelivery),
      next: found.length > limit ? cursorOf(page.at(-1)!) : null,
    }
    return sendUncached(reply, body)
  })
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
