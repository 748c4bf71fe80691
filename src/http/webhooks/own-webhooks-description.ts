import Type from 'typebox'
import { exactObject, orNull } from '../../base/exact.ts'
import {
  ARRIVAL,
  answer,
  bodyProblems,
  idempotencyKey,
  inPath,
  jsonBody,
  KEY_NEEDED,
  LANGUAGE_PROBLEMS,
  LIMIT_HEADERS,
  type Operation,
  operation,
} from '../kernel/describe/parts.ts'
import type { ProblemCode } from '../kernel/problem/problems.ts'
import { MAX_WEBHOOKS } from './limits.ts'
import { ReplaySchema, WebhookChangeSchema, WebhookRequestSchema } from './webhook-body.ts'
import { WEBHOOK_EXAMPLE, WebhookSchema } from './webhooks-description.ts'

const SECRET_EXAMPLE = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw2q0rV5mQn3s='

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

const ID = inPath('id', 'the webhook', { examples: ['we_4Zk2pQ9x'] })

const BODY: readonly ProblemCode[] = ['webhook_too_large', ...ARRIVAL]
/** The problems of every request that changes a webhook. */
const CHANGE: readonly ProblemCode[] = ['webhook_not_found', 'own_webhooks_off']

const holderOperation = (
  operationId: string,
  summary: string,
  rest: Operation & { readonly description?: string; readonly requestBody?: object },
) =>
  operation({
    parameters: [ID],
    operationId,
    tags: ['webhooks'],
    summary,
    security: KEY_NEEDED,
    ...rest,
    refusals: [...LANGUAGE_PROBLEMS, 'key_missing', ...rest.refusals],
  })
const webhook = (description: string) =>
  answer(description, WebhookSchema, LIMIT_HEADERS, { one: { value: WEBHOOK_EXAMPLE } })

/** Added to the operation that lists webhooks. */
export const ADD_WEBHOOK = holderOperation(
  'addWebhook',
  'Add a webhook to your key; the answer shows its secret, once',
  {
    description: `At most ${MAX_WEBHOOKS} webhooks a key, and 30 changes a minute (a test or a replay counts as six). The operator can switch this off. Revoking the key ends its webhooks.`,
    parameters: [
      idempotencyKey(
        'A repeated request with the same key adds nothing and gets the same webhook and secret, for 24 hours; with other content it is 409.',
      ),
    ],
    requestBody: jsonBody(WebhookRequestSchema, {
      example: { url: 'https://erp.example.com/hooks/sanctions', cn_codes: ['7304', '8471 30'], lang: 'en' },
    }),
    answers: {
      201: answer('Added', NewWebhookSchema, LIMIT_HEADERS, {
        one: { value: { ...WEBHOOK_EXAMPLE, secret: SECRET_EXAMPLE } },
      }),
    },
    refusals: [
      ...bodyProblems(WebhookRequestSchema),
      'webhook_url_invalid',
      'idempotency_key_invalid',
      'own_webhooks_off',
      'webhooks_too_many',
      'idempotency_conflict',
      ...BODY,
    ],
  },
)

export const OWN_WEBHOOK_PATHS = {
  '/api/v1/webhooks/{id}': {
    get: holderOperation('getWebhook', 'One of your webhooks', {
      answers: { 200: webhook('The webhook, never its secret') },
      refusals: ['webhook_not_found'],
    }),
    patch: holderOperation('changeWebhook', 'Pause, resume or change one of your webhooks', {
      requestBody: jsonBody(WebhookChangeSchema, { example: { paused: true } }),
      answers: { 200: webhook('The webhook as it is now') },
      refusals: [...bodyProblems(WebhookChangeSchema), ...CHANGE, ...BODY],
    }),
    delete: holderOperation('removeWebhook', 'Remove one of your webhooks, its secret and its deliveries', {
      answers: { 204: { description: 'Removed', headers: LIMIT_HEADERS } },
      refusals: CHANGE,
    }),
  },
  '/api/v1/webhooks/{id}/replay': {
    post: holderOperation('replayWebhook', 'Send messages of the last 30 days again, under the same ids', {
      description:
        'Counts as six changes. To a webhook that is paused or off they are sent once it is resumed. At most 1,000 messages a request, the oldest first.',
      requestBody: jsonBody(ReplaySchema, { example: { since: '2026-11-01', state: 'dead' } }),
      answers: {
        200: answer('How many', ReplayedSchema, LIMIT_HEADERS, { some: { value: { replayed: 12, next: null } } }),
      },
      refusals: ['webhook_invalid', ...bodyProblems(ReplaySchema), ...CHANGE, ...BODY],
    }),
  },
  '/api/v1/webhooks/{id}/rotate-secret': {
    post: holderOperation('rotateWebhookSecret', 'A new secret, shown once; the old one signs beside it for 24 hours', {
      description: 'Rotated twice within 24 hours, only the last two secrets sign.',
      parameters: [
        ID,
        idempotencyKey('A repeated request with the same key rotates nothing and gets the same secret, for 24 hours.'),
      ],
      answers: {
        200: answer('The webhook with its new secret', NewWebhookSchema, LIMIT_HEADERS, {
          one: { value: { ...WEBHOOK_EXAMPLE, old_secret_until: '2026-11-18T10:00:00.000Z', secret: SECRET_EXAMPLE } },
        }),
      },
      refusals: ['idempotency_key_invalid', ...CHANGE],
    }),
  },
  '/api/v1/webhooks/{id}/test': {
    post: holderOperation('testWebhook', 'Send a signed `webhook.test` to one of your webhooks now', {
      answers: {
        200: answer('How the receiver answered', TestedSchema, LIMIT_HEADERS, {
          taken: { value: { delivered: true, status: 204, error: null, ms: 87 } },
          silent: { value: { delivered: false, status: null, error: 'timeout', ms: 20_000 } },
        }),
      },
      refusals: CHANGE,
    }),
  },
}
