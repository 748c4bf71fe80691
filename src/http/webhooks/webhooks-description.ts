import Type from 'typebox'
import { exactObject, orNull } from '../../base/exact.ts'
import { LANGUAGES } from '../../base/language.ts'
import { DELIVERY_STATES } from '../../store/webhooks/deliveries.ts'
import { MessageSchema } from '../../webhooks/message.ts'
import { answer, inHeader, jsonBody, KEY_NEEDED, LIMIT_HEADERS, operation } from '../kernel/describe/parts.ts'
import { DELIVERIES_PARAMETERS, WEBHOOKS_PARAMETERS } from './webhook-parameters.ts'

const Moment = Type.String({ format: 'date-time' })
const Next = Type.Object({ next: orNull(Type.String({ description: 'the cursor of the next page' })) })

export const WebhookSchema = exactObject({
  id: Type.String({ examples: ['we_4Zk2pQ9x'] }),
  url: Type.String({ format: 'uri' }),
  cn_codes: Type.Array(Type.String(), { description: 'what it watches; empty: all goods', examples: [['8471 30']] }),
  events: Type.Array(Type.String(), { description: 'what it is told of; empty: everything' }),
  lang: Type.Enum(LANGUAGES),
  state: Type.Enum(['active', 'paused', 'off'], {
    description: 'off: its receiver answered 410. While paused or off, messages wait; `paused: false` sends them',
  }),
  reason: orNull(Type.String({ description: 'why it is paused or off, in English', examples: ['answered 410 Gone'] })),
  state_since: Type.String({ format: 'date-time' }),
  waiting: Type.Integer({
    description: 'messages that wait to be sent; after 30 days without an attempt they are given up',
  }),
  created_at: Moment,
  old_secret_until: orNull(Type.String({ format: 'date-time', description: 'until then two secrets sign' })),
})

export const DeliverySchema = exactObject({
  id: Type.String({ description: 'the webhook-id', examples: ['msg_9hT2kQ0ZsW4nLx7VbC1dRf3G'] }),
  webhook: Type.String(),
  type: Type.String({ examples: ['listing.added'] }),
  day: Type.String({ format: 'date' }),
  state: Type.Enum(DELIVERY_STATES, { description: 'dead: given up; it can be replayed' }),
  attempts: Type.Integer(),
  created_at: Moment,
  next_attempt_at: orNull(Moment),
  last_attempt_at: orNull(Moment),
  last_status: orNull(Type.Integer()),
  last_error: orNull(Type.String({ examples: ['timeout'] })),
})

export const WebhooksSchema = exactObject({ webhooks: Type.Array(WebhookSchema), ...Next.properties })
export const DeliveriesSchema = exactObject({ deliveries: Type.Array(DeliverySchema), ...Next.properties })

export const WEBHOOK_EXAMPLE = {
  id: 'we_4Zk2pQ9x',
  url: 'https://erp.example.com/hooks/sanctions',
  cn_codes: ['7304', '8471 30'],
  events: [],
  lang: 'en',
  state: 'active',
  reason: null,
  state_since: '2026-11-15T09:30:00.000Z',
  waiting: 0,
  created_at: '2026-11-15T09:30:00.000Z',
  old_secret_until: null,
}

const DELIVERY_EXAMPLE = {
  id: 'msg_9hT2kQ0ZsW4nLx7VbC1dRf3G',
  webhook: 'we_4Zk2pQ9x',
  type: 'listing.added',
  day: '2026-07-24',
  state: 'pending',
  attempts: 1,
  created_at: '2026-11-15T09:30:00.000Z',
  next_attempt_at: '2026-11-15T09:30:05.210Z',
  last_attempt_at: '2026-11-15T09:30:00.180Z',
  last_status: 503,
  last_error: null,
}

const header = (name: string, description: string) => inHeader(name, description, {}, true)

/** The request that the service sends to a webhook. */
export const TELL_OF_CHANGE = {
  operationId: 'tellOfChange',
  tags: ['webhooks'],
  summary: 'Sent to a webhook when the law changes',
  description:
    'Standard Webhooks 1.0.0, below 20 kB. All changes of one kind to one annex and article by one act on one day, as far as the webhook watches their codes. Any 2xx within 20 seconds is success; anything else, redirects too, is tried again over three days.',
  security: [],
  parameters: [
    header('webhook-id', 'the same for every attempt: a message whose id was seen before is a repetition'),
    header('webhook-timestamp', 'seconds since 1970 at this attempt'),
    header(
      'webhook-signature',
      '`v1,` and the HMAC-SHA256 of id, timestamp and body joined by dots; two while a secret is rotated',
    ),
  ],
  requestBody: jsonBody(MessageSchema),
  responses: {
    '2XX': { description: 'Taken' },
    410: { description: 'Switches the webhook off; its messages wait until it is resumed' },
  },
}

export const WEBHOOK_PATHS = {
  '/api/v1/webhooks': {
    get: operation({
      operationId: 'listWebhooks',
      tags: ['webhooks'],
      summary: 'The webhooks of your key, oldest first',
      description:
        'Set up by you or by the operator. Messages follow Standard Webhooks 1.0.0: check `webhook-signature` with your secret, and take a `webhook-id` you have seen for a repetition.',
      security: KEY_NEEDED,
      query: WEBHOOKS_PARAMETERS,
      answers: {
        200: answer('Webhooks, never their secrets', WebhooksSchema, LIMIT_HEADERS, {
          one: { value: { webhooks: [WEBHOOK_EXAMPLE], next: null } },
        }),
      },
      refusals: ['key_missing'],
    }),
  },
  '/api/v1/webhooks/deliveries': {
    get: operation({
      operationId: 'listDeliveries',
      tags: ['webhooks'],
      summary: 'What was sent to your webhooks and what waits, newest first; kept for 30 days',
      security: KEY_NEEDED,
      query: DELIVERIES_PARAMETERS,
      answers: {
        200: answer('Deliveries', DeliveriesSchema, LIMIT_HEADERS, {
          one: { value: { deliveries: [DELIVERY_EXAMPLE], next: null } },
        }),
      },
      refusals: ['key_missing'],
    }),
  },
}
