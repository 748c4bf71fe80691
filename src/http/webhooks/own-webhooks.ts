import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Static } from 'typebox'
import type { Store } from '../../store/store.ts'
import type { Webhook } from '../../store/webhooks/webhooks.ts'
import { admitKeyHolder, callerOf, chargeMore } from '../kernel/limits/access.ts'
import { quote } from '../kernel/problem/problem.ts'
import { accepted, acceptedBody, openStoreIn, orRefuse, Refusal } from '../kernel/problem/refusal.ts'
import { UNCACHED } from '../kernel/reply/headers.ts'
import { sendUncached } from '../kernel/reply/send-body.ts'
import { idempotencyKeyOf } from '../kernel/request/idempotency-key.ts'
import { LANGUAGE_ONLY, readUrlParameters } from '../kernel/request/parameters.ts'
import type { Services } from '../kernel/service/services.ts'
import { POINTS } from '../lookup/costs.ts'
import { MAX_WEBHOOKS, WEBHOOK_BODY } from './limits.ts'
import type { NewWebhookSchema, ReplayedSchema, TestedSchema } from './own-webhooks-description.ts'
import { readNewWebhook, readReplay, readWebhookChange } from './read-webhook.ts'
import { cursorOf } from './webhook-cursor.ts'
import { describeWebhooks } from './webhooks.ts'

/** What the holder of a key may do with its own webhooks, never with another's. */
export function ownWebhooksRoutes(app: FastifyInstance, services: Services): void {
  const { ownWebhooks = true, webhooksToLoopback = false } = services.settings

  /** Admits the holder of a key before the body is read. Changes are counted in a bucket of their own besides. */
  const forHolder = (points: number, takesBody = true): RouteShorthandOptions => ({
    config: {
      limit: 'own',
      input: { query: () => LANGUAGE_ONLY, body: takesBody ? WEBHOOK_BODY : null },
      bodyProblems: { body_invalid: 'webhook_invalid', body_too_large: 'webhook_too_large' },
    },
    onRequest: async (request, reply) => {
      const { key } = accepted(await admitKeyHolder(request, reply, services))
      if (points === 0) return
      if (!ownWebhooks) throw new Refusal('own_webhooks_off')
      const caller = { bucket: `webhooks ${key.id}`, wider: [], hasKey: true }
      const counted = { caller, perMinute: services.settings.limits.keyWebhooks }
      const refused = await chargeMore(reply, counted, points, services, 'rate_limited')
      if (refused) throw new Refusal(refused)
    },
  })

  /** The store and the key of the holder that was admitted. */
  function holderOf(request: FastifyRequest): { readonly store: Store; readonly keyId: string } {
    readUrlParameters(request.url, LANGUAGE_ONLY)
    return { store: openStoreIn(services), keyId: callerOf(request, services) }
  }

  app.post('/api/v1/webhooks', forHolder(POINTS.webhookChange), async (request, reply) => {
    const { store, keyId } = holderOf(request)
    const idempotencyKey = idempotencyKeyOf(request)
    const { webhook } = acceptedBody(readNewWebhook(request.body, webhooksToLoopback))
    const added = await store.webhooks.addOwn({ ...webhook, keyId, at: services.now() }, MAX_WEBHOOKS, idempotencyKey)
    if (added === 'full') throw new Refusal(quote('webhooks_too_many', { max: MAX_WEBHOOKS }))
    if (added === 'conflict') throw new Refusal('idempotency_conflict')
    // The key ended while it was still cached here.
    if (added === 'key_ended') throw new Refusal('key_revoked')
    const body: Static<typeof NewWebhookSchema> = { ...(await describe(store, added.webhook)), secret: added.secret }
    return sendUncached(reply, body, 201)
  })

  app.get<ById>('/api/v1/webhooks/:id', forHolder(0, false), async (request, reply) => {
    const { store, keyId } = holderOf(request)
    return sendUncached(reply, await describe(store, await ownWebhook(store, keyId, request.params.id)))
  })

  app.patch<ById>('/api/v1/webhooks/:id', forHolder(POINTS.webhookChange), async (request, reply) => {
    const { store, keyId } = holderOf(request)
    const { change } = acceptedBody(readWebhookChange(request.body))
    const changed = await store.webhooks.change(request.params.id, keyId, change, services.now())
    return sendUncached(reply, await describe(store, orRefuse(changed, 'webhook_not_found')))
  })

  app.delete<ById>('/api/v1/webhooks/:id', forHolder(POINTS.webhookChange, false), async (request, reply) => {
    const { store, keyId } = holderOf(request)
    const { id } = await ownWebhook(store, keyId, request.params.id)
    await store.webhooks.remove(id)
    return reply.code(204).header('cache-control', UNCACHED).send()
  })

  app.post<ById>('/api/v1/webhooks/:id/replay', forHolder(POINTS.webhookMessages), async (request, reply) => {
    const { store, keyId } = holderOf(request)
    const { replay } = acceptedBody(readReplay(request.body))
    const { id } = await ownWebhook(store, keyId, request.params.id)
    const { count, next } = await store.deliveries.replay({ webhookId: id, ...replay }, services.now())
    const body: Static<typeof ReplayedSchema> = { replayed: count, next: next && cursorOf(next) }
    return sendUncached(reply, body)
  })

  const rotating = forHolder(POINTS.webhookChange, false)
  app.post<ById>('/api/v1/webhooks/:id/rotate-secret', rotating, async (request, reply) => {
    const { store, keyId } = holderOf(request)
    const idempotencyKey = idempotencyKeyOf(request)
    const { id } = await ownWebhook(store, keyId, request.params.id)
    const rotated = await store.webhooks.rotate(id, services.now(), idempotencyKey)
    const webhook = await store.webhooks.find(id)
    // Null when it was removed meanwhile.
    const secret = orRefuse(rotated, 'webhook_not_found')
    const body: Static<typeof NewWebhookSchema> = {
      ...(await describe(store, orRefuse(webhook, 'webhook_not_found'))),
      secret,
    }
    return sendUncached(reply, body)
  })

  app.post<ById>('/api/v1/webhooks/:id/test', forHolder(POINTS.webhookMessages, false), async (request, reply) => {
    const { store, keyId } = holderOf(request)
    const { id, url, language } = await ownWebhook(store, keyId, request.params.id)
    const [{ sendSigned, TIMEOUT_MS }, { testPayload }] = await Promise.all([
      import('../../webhooks/deliver.ts'),
      import('../../webhooks/payload.ts'),
    ])
    const at = services.now()
    const secrets = await store.webhooks.secrets(id, at)
    const settings = { toLoopback: webhooksToLoopback, build: services.build, timeoutMs: TIMEOUT_MS }
    const answer =
      secrets === null
        ? { error: 'secret_unreadable', ms: 0 }
        : await sendSigned(url, `msg_test_${randomUUID()}`, testPayload(id, language, at), secrets, at, settings)
    const status = 'status' in answer ? answer.status : null
    const body: Static<typeof TestedSchema> = {
      delivered: status !== null && status >= 200 && status < 300,
      status,
      error: 'error' in answer ? answer.error : null,
      ms: Math.round(answer.ms),
    }
    return sendUncached(reply, body)
  })
}

interface ById {
  Params: { readonly id: string }
}

async function ownWebhook(store: Store, keyId: string, id: string): Promise<Webhook> {
  const webhook = await store.webhooks.find(id)
  if (webhook?.keyId !== keyId) throw new Refusal('webhook_not_found')
  return webhook
}

const describe = async (store: Store, webhook: Webhook) => (await describeWebhooks(store, [webhook]))[0]!
