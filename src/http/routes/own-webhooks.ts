import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Static } from 'typebox'
import type { Store } from '../../store/store.ts'
import type { Webhook } from '../../store/webhooks.ts'
import type { Language, Text } from '../../terms/language.ts'
import { MAX_WEBHOOKS, WEBHOOK_BODY } from '../input/bounds.ts'
import type { NewWebhookSchema, ReplayedSchema, TestedSchema } from '../openapi/own-webhooks.ts'
import { admitKeyHolder, callerOf, chargeMore } from '../request/access.ts'
import { POINTS } from '../request/costs.ts'
import { cursorOf } from '../request/list-cursor.ts'
import { readNewWebhook, readReplay, readWebhookChange } from '../request/own-webhook.ts'
import { LANGUAGE_ONLY, readUrlParameters } from '../request/parameters.ts'
import { UNCACHED } from '../response/headers.ts'
import { type BodyProblem, errorsOf, PROBLEMS, type ProblemDetails } from '../response/problems.ts'
import { sendProblem } from '../response/send-problem.ts'
import type { Services } from '../services.ts'
import { IDEMPOTENCY_KEY } from './lead.ts'
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
      const admitted = await admitKeyHolder(request, reply, services)
      if ('problem' in admitted) return sendProblem(request, reply, admitted.problem)
      if (points === 0) return
      if (!ownWebhooks) return sendProblem(request, reply, 'own_webhooks_off')
      const caller = { bucket: `webhooks ${admitted.key.id}`, wider: [] }
      const counted = { caller, perMinute: services.settings.limits.keyWebhooks }
      const refused = await chargeMore(reply, counted, points, services, 'rate_limited')
      if (refused) return sendProblem(request, reply, refused)
    },
  })

  /** Runs the work for the holder of the key that was admitted. */
  async function asHolder(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (store: Store, keyId: string, id: string) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const read = readUrlParameters(request.url, LANGUAGE_ONLY)
    if ('problem' in read) return sendProblem(request, reply, read.problem, read)
    const store = services.store()
    if (!store) return sendProblem(request, reply, 'store_unavailable')
    return work(store, callerOf(request, services), (request.params as { readonly id?: string }).id ?? '')
  }

  const send = (reply: FastifyReply, status: number, body: object) =>
    reply
      .code(status)
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': UNCACHED })
      .send(JSON.stringify(body))

  app.post('/api/v1/webhooks', forHolder(POINTS.webhookChange), (request, reply) =>
    asHolder(request, reply, async (store, keyId) => {
      const idempotencyKey = readIdempotencyKey(request)
      if (idempotencyKey === undefined) return sendProblem(request, reply, 'idempotency_key_invalid')
      const read = readNewWebhook(request.body, webhooksToLoopback)
      if ('problems' in read)
        return sendProblem(request, reply, read.problems[0]!.code, withAdvice(read.problems, read.advice))
      const asked = { ...read.webhook, keyId, at: services.now() }
      const added = await store.webhooks.addOwn(asked, MAX_WEBHOOKS, idempotencyKey)
      if (added === 'full') return sendProblem(request, reply, 'webhooks_too_many')
      if (added === 'conflict') return sendProblem(request, reply, 'idempotency_conflict')
      // The key ended while it was still cached here.
      if (added === 'key_ended') return sendProblem(request, reply, 'key_revoked')
      const body: Static<typeof NewWebhookSchema> = { ...(await describe(store, added.webhook)), secret: added.secret }
      return send(reply, 201, body)
    }),
  )

  app.get('/api/v1/webhooks/:id', forHolder(0, false), (request, reply) =>
    asHolder(request, reply, async (store, keyId, id) => {
      const webhook = await store.webhooks.find(id)
      if (webhook?.keyId !== keyId) return sendProblem(request, reply, 'webhook_not_found')
      return send(reply, 200, await describe(store, webhook))
    }),
  )

  app.patch('/api/v1/webhooks/:id', forHolder(POINTS.webhookChange), (request, reply) =>
    asHolder(request, reply, async (store, keyId, id) => {
      const read = readWebhookChange(request.body)
      if ('problems' in read) return sendProblem(request, reply, read.problems[0]!.code, errorsOf(read.problems))
      const webhook = await store.webhooks.change(id, keyId, read.change, services.now())
      if (!webhook) return sendProblem(request, reply, 'webhook_not_found')
      return send(reply, 200, await describe(store, webhook))
    }),
  )

  app.delete('/api/v1/webhooks/:id', forHolder(POINTS.webhookChange, false), (request, reply) =>
    asHolder(request, reply, async (store, keyId, id) => {
      if ((await store.webhooks.find(id))?.keyId !== keyId) return sendProblem(request, reply, 'webhook_not_found')
      await store.webhooks.remove(id)
      return reply.code(204).header('cache-control', UNCACHED).send()
    }),
  )

  app.post('/api/v1/webhooks/:id/replay', forHolder(POINTS.webhookMessages), (request, reply) =>
    asHolder(request, reply, async (store, keyId, id) => {
      const read = readReplay(request.body)
      if ('problems' in read) return sendProblem(request, reply, read.problems[0]!.code, errorsOf(read.problems))
      if ((await store.webhooks.find(id))?.keyId !== keyId) return sendProblem(request, reply, 'webhook_not_found')
      const { count, next } = await store.deliveries.replay({ webhookId: id, ...read.replay }, services.now())
      const body: Static<typeof ReplayedSchema> = { replayed: count, next: next && cursorOf(next) }
      return send(reply, 200, body)
    }),
  )

  app.post('/api/v1/webhooks/:id/rotate-secret', forHolder(POINTS.webhookChange, false), (request, reply) =>
    asHolder(request, reply, async (store, keyId, id) => {
      const idempotencyKey = readIdempotencyKey(request)
      if (idempotencyKey === undefined) return sendProblem(request, reply, 'idempotency_key_invalid')
      if ((await store.webhooks.find(id))?.keyId !== keyId) return sendProblem(request, reply, 'webhook_not_found')
      const secret = await store.webhooks.rotate(id, services.now(), idempotencyKey)
      const webhook = await store.webhooks.find(id)
      // It was removed meanwhile.
      if (secret === null || !webhook) return sendProblem(request, reply, 'webhook_not_found')
      const body: Static<typeof NewWebhookSchema> = { ...(await describe(store, webhook)), secret }
      return send(reply, 200, body)
    }),
  )

  app.post('/api/v1/webhooks/:id/test', forHolder(POINTS.webhookMessages, false), (request, reply) =>
    asHolder(request, reply, async (store, keyId, id) => {
      const webhook = await store.webhooks.find(id)
      if (webhook?.keyId !== keyId) return sendProblem(request, reply, 'webhook_not_found')
      const [{ sendSigned, TIMEOUT_MS }, { testPayload }] = await Promise.all([
        import('../../webhooks/deliver.ts'),
        import('../../webhooks/payload.ts'),
      ])
      const at = services.now()
      const secrets = await store.webhooks.secrets(id, at)
      const answer =
        secrets === null
          ? { error: 'secret_unreadable', ms: 0 }
          : await sendSigned(
              webhook.url,
              `msg_test_${randomUUID()}`,
              testPayload(id, webhook.language, at),
              secrets,
              at,
              {
                toLoopback: webhooksToLoopback,
                build: services.build,
                timeoutMs: TIMEOUT_MS,
              },
            )
      const status = 'status' in answer ? answer.status : null
      const body: Static<typeof TestedSchema> = {
        delivered: status !== null && status >= 200 && status < 300,
        status,
        error: 'error' in answer ? answer.error : null,
        ms: Math.round(answer.ms),
      }
      return send(reply, 200, body)
    }),
  )
}

const describe = async (store: Store, webhook: Webhook) => (await describeWebhooks(store, [webhook]))[0]!

/** Null when there is none, undefined when it is not valid. */
function readIdempotencyKey({ headers }: FastifyRequest): string | null | undefined {
  const key = headers['idempotency-key'] ?? null
  if (key === null) return null
  return typeof key === 'string' && IDEMPOTENCY_KEY.test(key) ? key : undefined
}

/** What exactly is wrong with the first of the problems is said in the detail and at its place. */
function withAdvice(problems: readonly BodyProblem[], advice: Text | undefined): ProblemDetails {
  if (!advice) return errorsOf(problems)
  const errors = (language: Language) =>
    problems.map(({ code, pointer }, at) => ({
      pointer,
      detail: [PROBLEMS[code].detail[language], ...(at === 0 ? [advice[language]] : [])].join(' '),
    }))
  return { errors, advice }
}
