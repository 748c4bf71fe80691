import type { Static } from 'typebox'
import { group } from '../../base/cn-code.ts'
import type { Store } from '../../store/store.ts'
import type { Delivery } from '../../store/webhooks/deliveries.ts'
import type { Webhook } from '../../store/webhooks/webhooks.ts'
import type { DeliverySchema, WebhookSchema } from './schemas.ts'

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

export const describeDelivery = (of: Delivery): Static<typeof DeliverySchema> => ({
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

/** The same of one. */
export const describeOne = async (store: Store, webhook: Webhook) => (await describeWebhooks(store, [webhook]))[0]!
