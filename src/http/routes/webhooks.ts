import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { DELIVERY_STATES, type Delivery, type DeliveryState } from '../../store/deliveries.ts'
import type { Store } from '../../store/store.ts'
import type { Place, Webhook } from '../../store/webhooks.ts'
import { group } from '../../terms/cn-code.ts'
import { parseWholeNumber } from '../../terms/whole-number.ts'
import { cursorOf, placeOf } from '../feed/cursor.ts'
import type { DeliveriesSchema, DeliverySchema, WebhookSchema, WebhooksSchema } from '../openapi/webhooks.ts'
import { admitKeyHolder } from '../request/access.ts'
import { parametersOf, queryProblem } from '../request/query-string.ts'
import { UNCACHED } from '../response/headers.ts'
import { PROBLEMS, type ProblemCode } from '../response/problems.ts'
import { queryOf, sendProblem } from '../response/reply.ts'
import type { Services } from '../services.ts'

/** What the holder of a key may see: its own webhooks and what was sent to them, never a secret. */
export function webhooksRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/v1/webhooks', { config: { limit: 'lookups' } }, (request, reply) =>
    answerPage(request, reply, services, ['limit', 'cursor'], async (store, keyId, { limit, after }) => {
      const found = await store.webhooks.list({ keyId, limit: limit + 1, ...(after && { after }) })
      const page = found.slice(0, limit)
      return { webhooks: page.map(describeWebhook), next: found.length > limit ? cursorOf(page.at(-1)!) : null }
    }),
  )
  app.get('/api/v1/webhooks/deliveries', { config: { limit: 'lookups' } }, (request, reply) =>
    answerPage(
      request,
      reply,
      services,
      ['webhook', 'state', 'limit', 'cursor'],
      async (store, keyId, { limit, after, webhook, state }) => {
        if (webhook !== undefined && (await store.webhooks.find(webhook))?.keyId !== keyId) return 'webhook_unknown'
        const found = await store.deliveries.list({
          keyId,
          limit: limit + 1,
          ...(after && { before: after }),
          ...(webhook !== undefined && { webhookId: webhook }),
          ...(state && { state }),
        })
        const page = found.slice(0, limit)
        return { deliveries: page.map(describeDelivery), next: found.length > limit ? cursorOf(page.at(-1)!) : null }
      },
    ),
  )
}

interface Asked {
  readonly limit: number
  readonly after: Place | undefined
  readonly webhook: string | undefined
  readonly state: DeliveryState | undefined
}

type Page = Static<typeof WebhooksSchema> | Static<typeof DeliveriesSchema>

async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  parameters: readonly string[],
  page: (store: Store, keyId: string, asked: Asked) => Promise<Page | 'webhook_unknown'>,
): Promise<FastifyReply> {
  const admitted = await admitKeyHolder(request, reply, services)
  if ('refusal' in admitted) return sendProblem(request, reply, admitted.refusal)
  const refuse = (code: ProblemCode, parameter: string) =>
    sendProblem(request, reply, code, (language) => [{ parameter, detail: PROBLEMS[code].detail[language] }])
  const asked = readAsked(queryOf(request.url), parameters)
  if ('wrong' in asked) return refuse(asked.wrong, asked.parameter)
  const store = services.store()
  if (!store) return sendProblem(request, reply, 'store_unavailable')
  const found = await page(store, admitted.key.id, asked)
  if (found === 'webhook_unknown') return refuse(found, 'webhook')
  return reply
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': UNCACHED })
    .send(JSON.stringify(found))
}

const LIMIT_DEFAULT = 100
const LIMIT_MOST = 500

function readAsked(query: string, known: readonly string[]): Asked | { wrong: ProblemCode; parameter: string } {
  const parameters = parametersOf(query)
  if (!parameters) return { wrong: queryProblem(query), parameter: 'cursor' }
  const values = new Map<string, string>()
  for (const [name, value] of parameters) {
    if (!known.includes(name)) return { wrong: 'parameter_unknown', parameter: name }
    if (values.has(name)) return { wrong: 'parameter_repeated', parameter: name }
    values.set(name, value)
  }
  const given = values.get('limit')
  const limit = given === undefined ? LIMIT_DEFAULT : parseWholeNumber(given, 1, LIMIT_MOST)
  if (limit === undefined) return { wrong: 'limit_invalid', parameter: 'limit' }
  const state = DELIVERY_STATES.find((one) => one === values.get('state'))
  if (values.has('state') && !state) return { wrong: 'state_unknown', parameter: 'state' }
  const cursor = values.get('cursor')
  const after = cursor === undefined ? undefined : placeOf(cursor)
  if (after === null) return { wrong: 'cursor_invalid', parameter: 'cursor' }
  return { limit, after, webhook: values.get('webhook'), state }
}

const describeWebhook = (of: Webhook): Static<typeof WebhookSchema> => ({
  id: of.id,
  url: of.url,
  cn_codes: of.codes.map(group),
  events: [...of.events],
  lang: of.language,
  state: of.state,
  reason: of.reason,
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
