import Type from 'typebox'
import { exactObject } from '../../terms/exact.ts'
import { IDEMPOTENCY_KEY_CHARACTERS, MAX_WEBHOOKS } from '../input/bounds.ts'
import { ReplaySchema, WebhookChangeSchema, WebhookRequestSchema } from '../input/webhook-body.ts'
import { LANGUAGE_ONLY } from '../request/parameters.ts'
import type { ProblemCode } from '../response/problems.ts'
import { ACCESS, ARRIVAL, answer, LIMIT_HEADERS, parameterProblems, problems } from './parts.ts'
import { KEY_NEEDED, WEBHOOK_EXAMPLE, WebhookSchema } from './webhooks.ts'

const SECRET_EXAMPLE = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw2q0rV5mQn3s='

/** A webhook that was added, with its secret. */
export const NewWebhookSchema = exactObject({
  ...WebhookSchema.properties,
  secret: Type.String({ description: 'signs every message; shown only here', examples: [SECRET_EXAMPLE] }),
})

export const TestedSchema = exactObject({
  delivered: Type.Boolean({ description: 'the receiver answered 2xx' }),
  status: Type.Union([Type.Integer(), Type.Null()]),
  error: Type.Union([Type.String({ examples: ['timeout'] }), Type.Null()]),
  ms: Type.Integer(),
})

export const ReplayedSchema = exactObject({
  replayed: Type.Integer({
    description: 'messages that will be sent again; those that wait already are not counted',
  }),
  next: Type.Union([Type.String({ description: 'the cursor for the rest, beyond 1,000' }), Type.Null()]),
})

const ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'the webhook',
  schema: { type: 'string', examples: ['we_4Zk2pQ9x'] },
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A repeated request with the same key adds nothing and gets the same webhook and secret, for 24 hours; with other content it is 409.',
  schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_CHARACTERS },
}

const FIELDS: readonly ProblemCode[] = [
  'webhook_invalid',
  'webhook_field_unknown',
  'webhook_codes_invalid',
  'webhook_events_invalid',
  'webhook_field_invalid',
]
const BODY: readonly ProblemCode[] = ['webhook_too_large', ...ARRIVAL]
/** The problems of every request that changes something. */
const HOLDER: readonly ProblemCode[] = [
  ...parameterProblems(LANGUAGE_ONLY),
  'key_missing',
  ...ACCESS,
  'own_webhooks_off',
]

const operation = (operationId: string, summary: string, rest: object) => ({
  parameters: [ID],
  operationId,
  tags: ['webhooks'],
  summary,
  security: KEY_NEEDED,
  ...rest,
})
const ROTATION_KEY = {
  ...IDEMPOTENCY_KEY,
  description: 'A repeated request with the same key rotates nothing and gets the same secret, for 24 hours.',
}
const json = (schema: object, example: object) => ({
  required: true,
  content: { 'application/json': { schema, example } },
})
const webhook = (description: string) =>
  answer(description, WebhookSchema, LIMIT_HEADERS, { one: { value: WEBHOOK_EXAMPLE } })

/** Added to the operation that lists webhooks. */
export const ADD_WEBHOOK = operation('addWebhook', 'Add a webhook to your key; the answer shows its secret, once', {
  description: `At most ${MAX_WEBHOOKS} webhooks a key, and 30 changes a minute (a test or a replay counts as six). The operator can switch this off. Revoking the key ends its webhooks.`,
  parameters: [IDEMPOTENCY_KEY],
  requestBody: json(WebhookRequestSchema, {
    url: 'https://erp.example.com/hooks/sanctions',
    cn_codes: ['7304', '8471 30'],
    lang: 'en',
  }),
  responses: {
    201: answer('Added', NewWebhookSchema, LIMIT_HEADERS, {
      one: { value: { ...WEBHOOK_EXAMPLE, secret: SECRET_EXAMPLE } },
    }),
    ...problems([
      ...FIELDS,
      'webhook_url_invalid',
      'idempotency_key_invalid',
      ...HOLDER,
      'webhooks_too_many',
      'idempotency_conflict',
      ...BODY,
    ]),
  },
})

const _PATH = '/api/v1/webhooks/{id}'
const NOT_FOUND = 'webhook_not_found' satisfies ProblemCode

export const OWN_WEBHOOK_PATHS = {
  '/api/v1/webhooks/{id}': {
    get: operation('getWebhook', 'One of your webhooks', {
      responses: {
        200: webhook('The webhook, never its secret'),
        ...problems([...HOLDER.filter((code) => code !== 'own_webhooks_off'), NOT_FOUND]),
      },
    }),
    patch: operation('changeWebhook', 'Pause, resume or change one of your webhooks', {
      requestBody: json(WebhookChangeSchema, { paused: true }),
      responses: {
        200: webhook('The webhook as it is now'),
        ...problems([...FIELDS, ...HOLDER, NOT_FOUND, ...BODY]),
      },
    }),
    delete: operation('removeWebhook', 'Remove one of your webhooks, its secret and its deliveries', {
      responses: {
        204: { description: 'Removed', headers: LIMIT_HEADERS },
        ...problems([...HOLDER, NOT_FOUND]),
      },
    }),
  },
  '/api/v1/webhooks/{id}/replay': {
    post: operation('replayWebhook', 'Send messages of the last 30 days again, under the same ids', {
      description:
        'Counts as six changes. To a webhook that is paused or off they are sent once it is resumed. At most 1,000 messages a request, the oldest first.',
      requestBody: json(ReplaySchema, { since: '2026-11-01', state: 'dead' }),
      responses: {
        200: answer('How many', ReplayedSchema, LIMIT_HEADERS, { some: { value: { replayed: 12, next: null } } }),
        ...problems(['webhook_invalid', 'webhook_replay_invalid', ...HOLDER, NOT_FOUND, ...BODY]),
      },
    }),
  },
  '/api/v1/webhooks/{id}/rotate-secret': {
    post: operation('rotateWebhookSecret', 'A new secret, shown once; the old one signs beside it for 24 hours', {
      description: 'Rotated twice within 24 hours, only the last two secrets sign.',
      parameters: [ID, ROTATION_KEY],
      responses: {
        200: answer('The webhook with its new secret', NewWebhookSchema, LIMIT_HEADERS, {
          one: { value: { ...WEBHOOK_EXAMPLE, old_secret_until: '2026-11-18T10:00:00.000Z', secret: SECRET_EXAMPLE } },
        }),
        ...problems(['idempotency_key_invalid', ...HOLDER, NOT_FOUND]),
      },
    }),
  },
  '/api/v1/webhooks/{id}/test': {
    post: operation('testWebhook', 'Send a signed `webhook.test` to one of your webhooks now', {
      responses: {
        200: answer('How the receiver answered', TestedSchema, LIMIT_HEADERS, {
          taken: { value: { delivered: true, status: 204, error: null, ms: 87 } },
          silent: { value: { delivered: false, status: null, error: 'timeout', ms: 20_000 } },
        }),
        ...problems([...HOLDER, NOT_FOUND]),
      },
    }),
  },
}
