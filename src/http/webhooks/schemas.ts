import Type from 'typebox'
import { exactObject, orNull } from '../../base/exact.ts'
import { LANGUAGES } from '../../base/language.ts'
import { DELIVERY_STATES } from '../../store/webhooks/deliveries.ts'

/** The answers, with an example of each. */

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

export const DELIVERY_EXAMPLE = {
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

export const SECRET_EXAMPLE = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw2q0rV5mQn3s='

/** A webhook that was added, with its secret. */
export const NewWebhookSchema = exactObject({
  ...WebhookSchema.properties,
  secret: Type.String({ description: 'signs every message; shown only here', examples: [SECRET_EXAMPLE] }),
})

export const TestedSchema = exactObject({
  delivered: Type.Boolean({ description: 'the receiver answered 2xx' }),
  status: orNull(Type.Integer()),
  error: orNull(Type.String({ examples: ['timeout'] })),
  ms: Type.Integer(),
})

export const ReplayedSchema = exactObject({
  replayed: Type.Integer({
    description: 'messages that will be sent again; those that wait already are not counted',
  }),
  next: orNull(Type.String({ description: 'the cursor for the rest, beyond 1,000' })),
})
