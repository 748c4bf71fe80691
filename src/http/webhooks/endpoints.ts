import type { Static } from 'typebox'
import type { Store } from '../../store/store.ts'
import type { Webhook } from '../../store/webhooks/webhooks.ts'
import { answer, inPath, LIMIT_HEADERS } from '../kernel/describe/parts.ts'
import { type AfterKey, holderEndpoint, parameters } from '../kernel/endpoint/endpoint.ts'
import { chargeMore } from '../kernel/limits/access.ts'
import { quote, sizeText } from '../kernel/problem/problem.ts'
import { orRefuse, Refusal } from '../kernel/problem/refusal.ts'
import { wrongParameters } from '../kernel/problem/wrong-parameters.ts'
import { UNCACHED } from '../kernel/reply/headers.ts'
import { sendUncached } from '../kernel/reply/send-body.ts'
import { LANGUAGE_ONLY } from '../kernel/request/parameters.ts'
import { POINTS } from '../lookup/costs.ts'
import { cursorOf } from './cursor.ts'
import { describeDelivery, describeOne, describeWebhooks } from './describe-webhooks.ts'
import { MAX_WEBHOOKS, WEBHOOK_BODY } from './limits.ts'
import { DELIVERIES_PARAMETERS, WEBHOOKS_PARAMETERS } from './parameters.ts'
import { readNewWebhook, readReplay, readWebhookChange } from './read-webhook.ts'
import {
  DELIVERY_EXAMPLE,
  DeliveriesSchema,
  NewWebhookSchema,
  ReplayedSchema,
  SECRET_EXAMPLE,
  TestedSchema,
  WEBHOOK_EXAMPLE,
  WebhookSchema,
  WebhooksSchema,
} from './schemas.ts'
import { testWebhook } from './test-webhook.ts'
import { ReplaySchema, WebhookChangeSchema, WebhookRequestSchema } from './webhook-body.ts'

const PATH = '/api/v1/webhooks'
const ONE = `${PATH}/{id}`

const OF_ONE = {
  tag: 'webhooks',
  query: parameters(LANGUAGE_ONLY),
  parameters: [inPath('id', 'the webhook', { examples: ['we_4Zk2pQ9x'] })],
} as const

const BODY = {
  input: WEBHOOK_BODY,
  problems: {
    body_invalid: 'webhook_invalid',
    body_too_large: quote('webhook_too_large', { size: sizeText(WEBHOOK_BODY.bytes) }),
  },
} as const

const webhookAnswer = (description: string) =>
  answer(description, WebhookSchema, LIMIT_HEADERS, { one: { value: WEBHOOK_EXAMPLE } })

const newWebhookAnswer = (description: string, said: object) =>
  answer(description, NewWebhookSchema, LIMIT_HEADERS, {
    one: { value: { ...WEBHOOK_EXAMPLE, ...said, secret: SECRET_EXAMPLE } },
  })

/** Charges a change in a bucket of its own. The operator may have switched changes off. */
const changeFor =
  (points: number): AfterKey =>
  async ({ keyId, reply, services }) => {
    const { ownWebhooks = true, limits } = services.settings
    if (!ownWebhooks) throw new Refusal('own_webhooks_off')
    const caller = { bucket: `webhooks ${keyId}`, wider: [], hasKey: true }
    const counted = { caller, perMinute: limits.keyWebhooks }
    const refused = await chargeMore(reply, counted, points, services, 'rate_limited')
    if (refused) throw new Refusal(refused)
  }

const listWebhooks = holderEndpoint({
  method: 'GET',
  path: PATH,
  operationId: 'listWebhooks',
  tag: 'webhooks',
  summary: 'The webhooks of your key, oldest first',
  description:
    'Set up by you or by the operator. Messages follow Standard Webhooks 1.0.0: check `webhook-signature` with your secret, and take a `webhook-id` you have seen for a repetition.',
  query: parameters(WEBHOOKS_PARAMETERS),
  answers: {
    200: answer('Webhooks, never their secrets', WebhooksSchema, LIMIT_HEADERS, {
      one: { value: { webhooks: [WEBHOOK_EXAMPLE], next: null } },
    }),
  },
  problems: [],
  async handle({ query: { limit, cursor }, store, keyId, reply }) {
    const found = await store.webhooks.list({ keyId, limit: limit + 1, ...(cursor && { after: cursor }) })
    const page = found.slice(0, limit)
    const body: Static<typeof WebhooksSchema> = {
      webhooks: await describeWebhooks(store, page),
      next: found.length > limit ? cursorOf(page.at(-1)!) : null,
    }
    return sendUncached(reply, body)
  },
})

const addWebhook = holderEndpoint({
  method: 'POST',
  path: PATH,
  operationId: 'addWebhook',
  tag: 'webhooks',
  summary: 'Add a webhook to your key; the answer shows its secret, once',
  description: `At most ${MAX_WEBHOOKS} webhooks a key, and 30 changes a minute (a test or a replay counts as six). The operator can switch this off. Revoking the key ends its webhooks.`,
  query: parameters(LANGUAGE_ONLY),
  idempotency:
    'A repeated request with the same key adds nothing and gets the same webhook and secret, for 24 hours; with other content it is 409.',
  body: {
    ...BODY,
    schema: WebhookRequestSchema,
    said: { example: { url: 'https://erp.example.com/hooks/sanctions', cn_codes: ['7304', '8471 30'], lang: 'en' } },
    read: (body, { settings: { webhooksToLoopback = false } }) => readNewWebhook(body, webhooksToLoopback),
  },
  answers: { 201: newWebhookAnswer('Added', {}) },
  problems: ['webhook_url_invalid', 'own_webhooks_off', 'webhooks_too_many', 'idempotency_conflict'],
  afterKey: changeFor(POINTS.webhookChange),
  async handle({ body: { webhook }, idempotencyKey, store, keyId, services, reply }) {
    const added = await store.webhooks.addOwn({ ...webhook, keyId, at: services.now() }, MAX_WEBHOOKS, idempotencyKey)
    if (added === 'full') throw new Refusal(quote('webhooks_too_many', { max: MAX_WEBHOOKS }))
    if (added === 'conflict') throw new Refusal('idempotency_conflict')
    // The key ended while it was still cached here.
    if (added === 'key_ended') throw new Refusal('key_revoked')
    const body: Static<typeof NewWebhookSchema> = { ...(await describeOne(store, added.webhook)), secret: added.secret }
    return sendUncached(reply, body, 201)
  },
})

const listDeliveries = holderEndpoint({
  method: 'GET',
  path: `${PATH}/deliveries`,
  operationId: 'listDeliveries',
  tag: 'webhooks',
  summary: 'What was sent to your webhooks and what waits, newest first; kept for 30 days',
  query: parameters(DELIVERIES_PARAMETERS),
  answers: {
    200: answer('Deliveries', DeliveriesSchema, LIMIT_HEADERS, {
      one: { value: { deliveries: [DELIVERY_EXAMPLE], next: null } },
    }),
  },
  problems: [],
  async handle({ query: { limit, cursor, webhook, state }, store, keyId, reply }) {
    if (webhook !== null && (await store.webhooks.find(webhook))?.keyId !== keyId)
      throw new Refusal('webhook_unknown', wrongParameters([{ code: 'webhook_unknown', parameter: 'webhook' }]))
    const found = await store.deliveries.list({
      keyId,
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
  },
})

const getWebhook = holderEndpoint({
  ...OF_ONE,
  method: 'GET',
  path: ONE,
  operationId: 'getWebhook',
  summary: 'One of your webhooks',
  answers: { 200: webhookAnswer('The webhook, never its secret') },
  problems: ['webhook_not_found'],
  async handle({ store, keyId, params, reply }) {
    return sendUncached(reply, await describeOne(store, await ownWebhook(store, keyId, params)))
  },
})

const changeWebhook = holderEndpoint({
  ...OF_ONE,
  method: 'PATCH',
  path: ONE,
  operationId: 'changeWebhook',
  summary: 'Pause, resume or change one of your webhooks',
  body: { ...BODY, schema: WebhookChangeSchema, said: { example: { paused: true } }, read: readWebhookChange },
  answers: { 200: webhookAnswer('The webhook as it is now') },
  problems: ['webhook_not_found', 'own_webhooks_off'],
  afterKey: changeFor(POINTS.webhookChange),
  async handle({ body: { change }, store, keyId, params, services, reply }) {
    const changed = await store.webhooks.change(params.id, keyId, change, services.now())
    return sendUncached(reply, await describeOne(store, orRefuse(changed, 'webhook_not_found')))
  },
})

const removeWebhook = holderEndpoint({
  ...OF_ONE,
  method: 'DELETE',
  path: ONE,
  operationId: 'removeWebhook',
  summary: 'Remove one of your webhooks, its secret and its deliveries',
  answers: { 204: { description: 'Removed', headers: LIMIT_HEADERS } },
  problems: ['webhook_not_found', 'own_webhooks_off'],
  afterKey: changeFor(POINTS.webhookChange),
  async handle({ store, keyId, params, reply }) {
    const { id } = await ownWebhook(store, keyId, params)
    await store.webhooks.remove(id)
    return reply.code(204).header('cache-control', UNCACHED).send()
  },
})

const replayWebhook = holderEndpoint({
  ...OF_ONE,
  method: 'POST',
  path: `${ONE}/replay`,
  operationId: 'replayWebhook',
  summary: 'Send messages of the last 30 days again, under the same ids',
  description:
    'Counts as six changes. To a webhook that is paused or off they are sent once it is resumed. At most 1,000 messages a request, the oldest first.',
  body: {
    ...BODY,
    schema: ReplaySchema,
    said: { example: { since: '2026-11-01', state: 'dead' } },
    read: readReplay,
  },
  answers: {
    200: answer('How many', ReplayedSchema, LIMIT_HEADERS, { some: { value: { replayed: 12, next: null } } }),
  },
  problems: ['webhook_not_found', 'own_webhooks_off'],
  afterKey: changeFor(POINTS.webhookMessages),
  async handle({ body: { replay }, store, keyId, params, services, reply }) {
    const { id } = await ownWebhook(store, keyId, params)
    const { count, next } = await store.deliveries.replay({ webhookId: id, ...replay }, services.now())
    const body: Static<typeof ReplayedSchema> = { replayed: count, next: next && cursorOf(next) }
    return sendUncached(reply, body)
  },
})

const rotateSecret = holderEndpoint({
  ...OF_ONE,
  method: 'POST',
  path: `${ONE}/rotate-secret`,
  operationId: 'rotateWebhookSecret',
  summary: 'A new secret, shown once; the old one signs beside it for 24 hours',
  description: 'Rotated twice within 24 hours, only the last two secrets sign.',
  idempotency: 'A repeated request with the same key rotates nothing and gets the same secret, for 24 hours.',
  answers: {
    200: newWebhookAnswer('The webhook with its new secret', { old_secret_until: '2026-11-18T10:00:00.000Z' }),
  },
  problems: ['webhook_not_found', 'own_webhooks_off'],
  afterKey: changeFor(POINTS.webhookChange),
  async handle({ idempotencyKey, store, keyId, params, services, reply }) {
    const { id } = await ownWebhook(store, keyId, params)
    const rotated = await store.webhooks.rotate(id, services.now(), idempotencyKey)
    const webhook = await store.webhooks.find(id)
    // Null when it was removed meanwhile.
    const secret = orRefuse(rotated, 'webhook_not_found')
    const described = await describeOne(store, orRefuse(webhook, 'webhook_not_found'))
    const body: Static<typeof NewWebhookSchema> = { ...described, secret }
    return sendUncached(reply, body)
  },
})

const sendTest = holderEndpoint({
  ...OF_ONE,
  method: 'POST',
  path: `${ONE}/test`,
  operationId: 'testWebhook',
  summary: 'Send a signed `webhook.test` to one of your webhooks now',
  answers: {
    200: answer('How the receiver answered', TestedSchema, LIMIT_HEADERS, {
      taken: { value: { delivered: true, status: 204, error: null, ms: 87 } },
      silent: { value: { delivered: false, status: null, error: 'timeout', ms: 20_000 } },
    }),
  },
  problems: ['webhook_not_found', 'own_webhooks_off'],
  afterKey: changeFor(POINTS.webhookMessages),
  async handle({ store, keyId, params, services, reply }) {
    const webhook = await ownWebhook(store, keyId, params)
    return sendUncached(reply, await testWebhook(webhook, store, services))
  },
})

async function ownWebhook(store: Store, keyId: string, { id }: { readonly id: string }): Promise<Webhook> {
  const webhook = await store.webhooks.find(id)
  if (webhook?.keyId !== keyId) throw new Refusal('webhook_not_found')
  return webhook
}

/** What the holder of a key may see and do with its own webhooks, never with another's. */
export const WEBHOOK_ENDPOINTS = [listWebhooks, addWebhook, listDeliveries]
export const ONE_WEBHOOK_ENDPOINTS = [getWebhook, changeWebhook, removeWebhook, replayWebhook, rotateSecret, sendTest]
