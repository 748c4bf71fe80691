import type { Answerer } from '../answer/answer.ts'
import { readQuestion } from '../answer/question.ts'
import { CnResponseSchema, CnResultSchema } from '../answer/response.ts'
import { CnMatchSchema } from '../answer/short.ts'
import { DIRECTIONS } from '../terms/law.ts'
import { MessageSchema } from '../webhooks/message.ts'
import { CheckRequestSchema, readBatch } from './batch.ts'
import {
  CheckedFullSchema,
  CheckedShortSchema,
  CheckFailedSchema,
  type Checking,
  CheckResponseSchema,
  checkLine,
  headOf,
} from './checked.ts'
import { PROBLEMS, type ProblemCode, ProblemSchema, problemOf } from './problems.ts'
import { ChangesSchema } from './routes/changes.ts'
import { DatasetSchema } from './routes/dataset.ts'
import { LeadSchema, LeadStoredSchema } from './routes/lead.ts'
import { HealthSchema, ReadySchema } from './routes/operations.ts'
import { SuggestionsSchema } from './routes/suggest.ts'
import { DeliveriesSchema, WebhooksSchema } from './routes/webhooks.ts'

/** The description of the API, made from the schemas that make and check its answers. */
export function describeApi(answerer: Answerer, build: string, publicUrl: string | null): object {
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'cn-sanctions',
      version: '1.0.0',
      summary: 'Is this customs code, or this product, covered by EU sanctions against Russia or Belarus?',
      description:
        'Every match with its article, annex, days, exemptions, wind-downs and derogations, in Polish and English. Information, not legal or customs advice: the regulation in the Official Journal and the decision of the customs authority are binding, and `no_match` never means that the trade is allowed. Source: EUR-Lex and the Combined Nomenclature, © European Union, reused under Commission Decision 2011/833/EU.',
      license: { name: 'Proprietary', url: 'https://eur-lex.europa.eu/content/legal-notice/legal-notice.html' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    tags: [
      { name: 'lookup', description: 'Codes and names' },
      { name: 'changes', description: 'What changed in the law' },
      { name: 'lead', description: 'Contacts' },
      { name: 'webhooks', description: 'For the holder of a key: where it is told of changes' },
      { name: 'operations', description: 'For those who run it' },
    ],
    security: [{}, { apiKey: [] }, { bearer: [] }],
    paths: paths(answerer, build),
    webhooks: { change: { post: TELL_OF_CHANGE } },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'Issued by the operator; raises the limit.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
      },
      headers: HEADERS,
      schemas: {
        CnResponse: CnResponseSchema,
        CnResult: CnResultSchema,
        Changes: ChangesSchema,
        Dataset: DatasetSchema,
        Lead: LeadSchema,
        WebhookMessage: MessageSchema,
        Problem: ProblemSchema,
        CheckRequest: CheckRequestSchema,
        CheckResponse: CheckResponseSchema,
        CheckedShort: CheckedShortSchema,
        CheckedFull: CheckedFullSchema,
        CheckFailed: CheckFailedSchema,
        CnMatch: CnMatchSchema,
      },
    },
  }
  return withReferences(document)
}

const HEADERS = {
  RateLimitLimit: { description: 'requests allowed a minute', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'requests left in this minute', schema: { type: 'integer' } },
  RateLimitReset: { description: 'seconds until the minute ends', schema: { type: 'integer' } },
  RateLimitPolicy: { description: 'limit and window', schema: { type: 'string', examples: ['300;w=60'] } },
  RetryAfter: { description: 'seconds to wait', schema: { type: 'integer' } },
  ETag: { description: 'strong; follows from the dataset and the question', schema: { type: 'string' } },
}

const LIMIT_HEADERS = {
  'RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
}

const TAG_HEADER = { ETag: { $ref: '#/components/headers/ETag' } }

/** What any limited route can answer besides its own. */
const ACCESS: readonly ProblemCode[] = [
  'key_ambiguous',
  'key_malformed',
  'key_unknown',
  'key_revoked',
  'key_expired',
  'rate_limited',
  'store_unavailable',
  'internal',
]

const QUESTION_CODES = (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) =>
  /^(q_|lang_|as_of_|contract_date_|direction_|regime_|limit_|offset_|include_|parameter_)/.test(code),
)

const CHANGES_EXAMPLE = {
  changes: [
    {
      id: 'chg_Zb0bB4nU1rC0r0mQ2p7x1g',
      type: 'listing.added',
      day: '2026-07-24',
      regime: 'EU-RU-833-2014',
      annex: 'XXI',
      article: '3i(1)',
      cn_codes: ['2603'],
      act: '32026R1848',
      text: '2603 added to Annex XXI (import ban, Article 3i(1)): Copper ores and concentrates. Council Regulation (EU) 2026/1848, from 2026-07-24.',
      recorded_at: null,
    },
  ],
  next: 'r0',
  more: false,
  complete: true,
}

function paths(answerer: Answerer, build: string): object {
  const day = newestDay(answerer)
  const example = exampleOf(answerer, day)
  return {
    '/api/v1/cn': {
      get: {
        operationId: 'lookUp',
        tags: ['lookup'],
        summary: 'Look up a CN code or a fragment of a product name',
        parameters: [
          query(
            'q',
            'a CN code (digits; spaces, dots, dashes and slashes are ignored) or a fragment of a product name',
            {
              type: 'string',
              maxLength: 200,
              examples: ['7304 11 00'],
            },
            true,
          ),
          query('lang', 'language of names and labels', { type: 'string', enum: ['pl', 'en'], default: 'pl' }),
          query('as_of', 'the day asked about; today in Brussels by default', { type: 'string', format: 'date' }),
          query('direction', 'only what concerns this direction', { type: 'string', enum: [...DIRECTIONS] }),
          query('regime', 'only this regime', {
            type: 'string',
            enum: answerer.dataset.regimes.map(({ data }) => data.code),
          }),
          query('contract_date', 'day of the contract, for wind-downs', { type: 'string', format: 'date' }),
          query('limit', 'results at most', { type: 'integer', minimum: 1, maximum: 500, default: 100 }),
          query('offset', 'results to skip', { type: 'integer', minimum: 0, default: 0 }),
          query('include', 'tree: also the place of the code in the tariff', { type: 'string', enum: ['tree'] }),
        ],
        responses: {
          200: tagged('The answer', CnResponseSchema, { code: { summary: '7401 00 00 in English', value: example } }),
          304: { description: 'The answer the caller has is still right', headers: TAG_HEADER },
          ...problems('/api/v1/cn', [...QUESTION_CODES, 'url_invalid', ...ACCESS, 'not_ready']),
          // Refused before it is known who asks, so nothing is counted.
          ...problems('/api/v1/cn', ['headers_too_large'], {}),
        },
      },
    },
    '/api/v1/check': {
      post: {
        operationId: 'check',
        tags: ['lookup'],
        summary: 'Check a list of codes and names, at most 500 at once',
        description:
          'One request counts once, against a limit of its own. A line that cannot be answered has `status: error` and its own problem, and spoils no other. `detail: full` gives every line all fields of the lookup, `short` (the default) a line for each match; either way at most 20 of them, and `meta.total` of a line counts them all.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: CheckRequestSchema,
              examples: {
                list: {
                  summary: 'two codes and a name',
                  value: {
                    lang: 'en',
                    items: [
                      { id: '1', q: '7304 11 00', contract_date: '2022-01-31' },
                      { id: '2', q: 'laptop', direction: 'export' },
                      { id: 'last', q: '8471.30.00' },
                    ],
                  },
                },
              },
            },
          },
        },
        responses: {
          200: answer('The answers, in the order asked', CheckResponseSchema, LIMIT_HEADERS, {
            short: { summary: 'one line answered, one that cannot be', value: checkedExample(answerer, build, day) },
          }),
          ...problems('/api/v1/check', [
            'batch_invalid',
            'batch_field_unknown',
            'lang_unknown',
            'as_of_invalid',
            'detail_unknown',
            'items_invalid',
            'items_too_many',
            'item_invalid',
            'item_id_invalid',
            'item_id_repeated',
            ...ACCESS,
            'batch_too_large',
            'media_type_unsupported',
            'not_ready',
          ]),
        },
      },
    },
    '/api/v1/suggest': {
      get: {
        operationId: 'suggest',
        tags: ['lookup'],
        summary: 'Codes and names while somebody types, at most ten',
        parameters: [
          query(
            'q',
            'the start of a code or of a name',
            { type: 'string', maxLength: 200, examples: ['mikrosk'] },
            true,
          ),
          query('lang', 'language of names', { type: 'string', enum: ['pl', 'en'], default: 'pl' }),
        ],
        responses: {
          200: tagged('Suggestions', SuggestionsSchema, {
            typing: {
              value: { suggestions: [{ code: '9011', name: 'Compound optical microscopes', restricted: false }] },
            },
          }),
          304: { description: 'Unchanged', headers: TAG_HEADER },
          ...problems('/api/v1/suggest', [
            'q_missing',
            'q_too_long',
            'lang_unknown',
            'parameter_unknown',
            'parameter_repeated',
            'url_invalid',
            ...ACCESS,
            'not_ready',
          ]),
        },
      },
    },
    '/api/v1/dataset': {
      get: {
        operationId: 'describeDataset',
        tags: ['lookup'],
        summary: 'Version, regimes, consolidated texts, pending acts and counts of the data served',
        responses: {
          200: tagged('The dataset', DatasetSchema),
          304: { description: 'Unchanged', headers: TAG_HEADER },
          ...problems('/api/v1/dataset', [...ACCESS, 'not_ready']),
        },
      },
    },
    '/api/v1/changes': {
      get: {
        operationId: 'listChanges',
        tags: ['changes'],
        summary: 'What changed in the law, oldest first',
        description:
          'First what the law tells of its own past, then what was recorded here, in the order it was recorded. The list only grows at its end: keep `next`, ask again with it as `cursor` and the same filters, and nothing is missed. `more` says whether to ask at once or later.',
        parameters: [
          query('since', 'changes in force, or recorded here, from this day on', { type: 'string', format: 'date' }),
          query('regime', 'only this regime', {
            type: 'string',
            enum: answerer.dataset.regimes.map(({ data }) => data.code),
          }),
          query(
            'code',
            'only what may concern this CN code: its own, shorter and longer codes, and what names no code',
            {
              type: 'string',
              examples: ['8471 30'],
            },
          ),
          query('lang', 'language of texts', { type: 'string', enum: ['pl', 'en'], default: 'pl' }),
          query('cursor', '`next` of an earlier answer', { type: 'string' }),
          query('limit', 'changes at most', { type: 'integer', minimum: 1, maximum: 500, default: 100 }),
        ],
        responses: {
          200: tagged('The changes', ChangesSchema, { listing: { summary: 'a code added', value: CHANGES_EXAMPLE } }),
          304: { description: 'Unchanged', headers: TAG_HEADER },
          ...problems('/api/v1/changes', [
            'since_invalid',
            'regime_unknown',
            'code_invalid',
            'lang_unknown',
            'cursor_invalid',
            'limit_invalid',
            'parameter_unknown',
            'parameter_repeated',
            'url_invalid',
            ...ACCESS,
            'not_ready',
          ]),
        },
      },
    },
    '/changes.atom': {
      get: {
        operationId: 'followChanges',
        tags: ['changes'],
        summary: 'The newest changes for feed readers',
        parameters: [query('lang', 'language of texts', { type: 'string', enum: ['pl', 'en'], default: 'pl' })],
        responses: {
          200: {
            description: 'Atom 1.0, newest first; the rows that one act adds to one annex are one entry',
            headers: { ...LIMIT_HEADERS, ...TAG_HEADER },
            content: {
              'application/atom+xml': {
                schema: { type: 'string' },
                example: '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">…</feed>',
              },
            },
          },
          304: { description: 'Unchanged', headers: TAG_HEADER },
          ...problems('/changes.atom', [
            'lang_unknown',
            'parameter_unknown',
            'parameter_repeated',
            'url_invalid',
            ...ACCESS,
            'not_ready',
          ]),
        },
      },
    },
    '/api/v1/webhooks': {
      get: {
        operationId: 'listWebhooks',
        tags: ['webhooks'],
        summary: 'The webhooks of your key, oldest first',
        description:
          'Set up by the operator. Messages follow Standard Webhooks 1.0.0: check `webhook-signature` with your secret, and take a `webhook-id` you have seen for a repetition.',
        security: KEY_NEEDED,
        parameters: PAGE,
        responses: {
          200: answer('Webhooks, never their secrets', WebhooksSchema, LIMIT_HEADERS, {
            one: { value: { webhooks: [WEBHOOK_EXAMPLE], next: null } },
          }),
          ...problems('/api/v1/webhooks', [...PAGE_CODES, 'key_missing', ...ACCESS]),
        },
      },
    },
    '/api/v1/webhooks/deliveries': {
      get: {
        operationId: 'listDeliveries',
        tags: ['webhooks'],
        summary: 'What was sent to your webhooks and what waits, newest first; kept for 30 days',
        security: KEY_NEEDED,
        parameters: [
          query('webhook', 'only of this webhook', { type: 'string' }),
          query('state', 'only in this state', { type: 'string', enum: ['pending', 'delivered', 'dead'] }),
          ...PAGE,
        ],
        responses: {
          200: answer('Deliveries', DeliveriesSchema, LIMIT_HEADERS, {
            one: { value: { deliveries: [DELIVERY_EXAMPLE], next: null } },
          }),
          ...problems('/api/v1/webhooks/deliveries', [
            ...PAGE_CODES,
            'state_unknown',
            'webhook_unknown',
            'key_missing',
            ...ACCESS,
          ]),
        },
      },
    },
    '/api/lead': {
      post: {
        operationId: 'leaveContact',
        tags: ['lead'],
        summary: 'Store a contact, durably, before the answer',
        parameters: [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            description: 'repeating a request with the same key stores nothing twice',
            schema: { type: 'string', minLength: 1, maxLength: 200 },
          },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: LeadSchema, example: { email: 'anna@example.com', source: 'landing' } },
          },
        },
        responses: {
          200: answer('Stored', LeadStoredSchema, LIMIT_HEADERS, { stored: { value: { ok: true } } }),
          ...problems('/api/lead', [
            'body_invalid',
            'email_invalid',
            'field_invalid',
            'field_unknown',
            'idempotency_key_invalid',
            ...ACCESS,
            'idempotency_conflict',
            'body_too_large',
            'media_type_unsupported',
          ]),
        },
      },
    },
    '/healthz': {
      get: operation('isAlive', 'Alive', { 200: plain('The process answers', HealthSchema, { status: 'ok' }) }),
    },
    '/readyz': {
      get: operation('isReady', 'Ready to answer', {
        200: plain('Law and store are ready', ReadySchema, ready('ready', 'ready', answerer.dataset.version)),
        503: plain('Law or store is not ready', ReadySchema, ready('ready', 'not_ready', answerer.dataset.version)),
      }),
    },
    '/metrics': {
      get: operation('measure', 'Prometheus metrics', {
        200: {
          description: 'Text exposition format',
          content: {
            'text/plain': {
              schema: { type: 'string' },
              example: `cn_dataset_info{version="${answerer.dataset.version}"} 1`,
            },
          },
        },
      }),
    },
    '/openapi.json': {
      get: operation('describe', 'This document', {
        200: {
          description: 'OpenAPI 3.1',
          headers: TAG_HEADER,
          content: {
            'application/json': { schema: { type: 'object' }, example: { openapi: '3.1.0', info: { title: build } } },
          },
        },
        304: { description: 'Unchanged', headers: TAG_HEADER },
        ...problems('/openapi.json', ['not_ready'], {}),
      }),
    },
  }
}

const query = (name: string, description: string, schema: object, required = false) => ({
  name,
  in: 'query',
  required,
  description,
  schema,
})

const KEY_NEEDED = [{ apiKey: [] }, { bearer: [] }]

const PAGE = [
  query('limit', 'entries at most', { type: 'integer', minimum: 1, maximum: 500, default: 100 }),
  query('cursor', '`next` of the page before', { type: 'string' }),
]

const PAGE_CODES: readonly ProblemCode[] = [
  'limit_invalid',
  'cursor_invalid',
  'parameter_unknown',
  'parameter_repeated',
  'url_invalid',
]

const WEBHOOK_EXAMPLE = {
  id: 'we_4Zk2pQ9x',
  url: 'https://erp.example.com/hooks/sanctions',
  cn_codes: ['7304', '8471 30'],
  events: [],
  lang: 'en',
  state: 'active',
  reason: null,
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

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** What we ask of a receiver. */
const TELL_OF_CHANGE = {
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
  requestBody: { required: true, content: { 'application/json': { schema: MessageSchema } } },
  responses: {
    '2XX': { description: 'Taken' },
    410: { description: 'Switches the webhook off' },
  },
}

const answer = (description: string, schema: object, headers: object, examples?: object) => ({
  description,
  headers,
  content: { 'application/json': { schema, ...(examples && { examples }) } },
})

const tagged = (description: string, schema: object, examples?: object) =>
  answer(description, schema, { ...LIMIT_HEADERS, ...TAG_HEADER }, examples)

const plain = (description: string, schema: object, example: object) => ({
  description,
  content: { 'application/json': { schema, example } },
})

const operation = (operationId: string, summary: string, responses: object) => ({
  operationId,
  tags: ['operations'],
  summary,
  security: [],
  responses,
})

const ready = (status: string, store: string, version: string) => ({
  status: store === 'ready' ? status : 'not_ready',
  dataset: 'ready',
  store,
  version,
  refused: null,
})

/** Problems by status, each code with its own example. */
function problems(
  path: string,
  codes: readonly ProblemCode[],
  headers: object = LIMIT_HEADERS,
): Record<string, object> {
  const responses: Record<string, object> = {}
  for (const [status, group] of Map.groupBy(codes, (code) => PROBLEMS[code].status)) {
    const limited =
      status === 429 ? { ...headers, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : headers
    responses[status] = {
      description: group.map((code) => PROBLEMS[code].title.en).join(' · '),
      headers: limited,
      content: {
        'application/problem+json': {
          schema: ProblemSchema,
          examples: Object.fromEntries(group.map((code) => [code, { value: problemOf(code, 'en', path) }])),
        },
      },
    }
  }
  return responses
}

/** The day the newest law came into force: examples do not change with the calendar. */
const newestDay = ({ dataset }: Answerer): string =>
  dataset.regimes
    .map(({ data }) => data.state)
    .toSorted()
    .at(-1) ?? ''

function exampleOf(answerer: Answerer, day: string): object {
  const read = readQuestion(
    [
      ['q', '7401 00 00'],
      ['lang', 'en'],
    ],
    { today: day, regimes: [] },
  )
  return 'question' in read ? answerer.answer(read.question) : {}
}

function checkedExample(answerer: Answerer, build: string, asOf: string): object {
  const items = [
    { id: '1', q: '7401 00 00' },
    { id: '2', q: '7' },
  ]
  const read = readBatch({ lang: 'en', items })
  if ('wrong' in read) return {}
  const scope = answerer.scope(asOf, 'en')
  const checking: Checking = { answerer, batch: read.batch, asOf, language: 'en', scope, onFault: () => {} }
  return { ...headOf(checking, build), items: items.map((_, at) => checkLine(checking, at)) }
}

/** A schema that has a name is written once, and referred to elsewhere. */
function withReferences<D extends { components: { schemas: Record<string, object> } }>(document: D): object {
  const names = new Map(Object.entries(document.components.schemas).map(([name, schema]) => [schema, name]))
  const replace = (value: unknown, own: boolean): unknown => {
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map((member) => replace(member, false))
    const name = names.get(value)
    if (name !== undefined && !own) return { $ref: `#/components/schemas/${name}` }
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replace(member, false)]))
  }
  const { schemas, ...components } = document.components
  return {
    ...(replace({ ...document, components }, false) as object),
    components: {
      ...components,
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, replace(schema, true)])),
    },
  }
}
