import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { IsEmail, IsIdnEmail } from 'typebox/format'
import { Settings } from 'typebox/system'
import { admit } from '../access.ts'
import { UNCACHED } from '../headers.ts'
import { errorsAt, escapePointer, type WrongPlace } from '../problems.ts'
import { sendProblem } from '../reply.ts'
import type { Services } from '../services.ts'

export const LEAD_BODY_BYTES = 16 * 1024

export const LeadSchema = Type.Object(
  {
    email: Type.String({ format: 'email', maxLength: 254, examples: ['anna@example.com'] }),
    source: Type.Optional(Type.String({ maxLength: 200, examples: ['landing'] })),
    utm: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 200 }), {
        // A Record drops the bounds of its keys, so they are said once more, the way JSON Schema has them.
        propertyNames: Type.String({ minLength: 1, maxLength: 64 }),
        maxProperties: 20,
        examples: [{ utm_source: 'newsletter' }],
      }),
    ),
  },
  { additionalProperties: false },
)

export const LeadStoredSchema = Type.Object({ ok: Type.Literal(true) }, { additionalProperties: false })

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

const STORED = JSON.stringify({ ok: true })

export function leadRoute(app: FastifyInstance, services: Services): void {
  /** Before the body is read: one that is too large or no JSON counts as well. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = await admit(request, reply, 'leads', services)
    if (refusal) return sendProblem(request, reply, refusal)
  }
  app.post('/api/lead', { bodyLimit: LEAD_BODY_BYTES, onRequest }, async (request, reply) => {
    const idempotencyKey = request.headers['idempotency-key']
    if (idempotencyKey !== undefined && (typeof idempotencyKey !== 'string' || !IDEMPOTENCY_KEY.test(idempotencyKey))) {
      return sendProblem(request, reply, 'idempotency_key_invalid')
    }
    const read = readLead(request.body)
    if ('wrong' in read) {
      return sendProblem(request, reply, read.wrong[0]?.code ?? 'body_invalid', errorsAt(read.wrong))
    }
    const store = services.store()
    if (!store) return sendProblem(request, reply, 'store_unavailable')
    const { email, source = null, utm = null } = read.lead
    const outcome = await store.leads.add({
      email,
      source,
      utm,
      idempotencyKey: idempotencyKey ?? null,
      at: services.now(),
    })
    if (outcome === 'conflict') return sendProblem(request, reply, 'idempotency_conflict')
    if (outcome === 'stored') services.metrics.leadStored()
    return reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': UNCACHED }).send(STORED)
  })
}

type Lead = Type.Static<typeof LeadSchema>
// Eight by default, and a lead can have more mistakes than that.
Settings.Set({ maxErrors: 1_000 })
const validator = Compile(LeadSchema)

/** The body as a lead, or every place where it is none; e-mails in any script are taken. */
export function readLead(body: unknown): { lead: Lead } | { wrong: readonly WrongPlace[] } {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    return { wrong: [{ code: 'body_invalid', pointer: '' }] }
  const { email } = body as { email?: unknown }
  const wrong: WrongPlace[] = isAddress(email) ? [] : [{ code: 'email_invalid', pointer: '/email' }]
  if (!validator.Check(body)) {
    for (const { keyword, instancePath, params } of validator.Errors(body)) {
      if (keyword === 'additionalProperties') {
        for (const name of (params as { additionalProperties: string[] }).additionalProperties) {
          wrong.push({ code: 'field_unknown', pointer: `${instancePath}/${escapePointer(name)}` })
        }
        // Of a key that is too long two things are said: `maxLength` names the key, `propertyNames` only utm.
      } else if (keyword !== 'propertyNames' && /^\/(source|utm)/.test(instancePath)) {
        wrong.push({ code: 'field_invalid', pointer: instancePath })
      }
    }
  }
  return wrong.length > 0 ? { wrong: once(wrong) } : { lead: body as Lead }
}

function isAddress(email: unknown): boolean {
  // Half a surrogate pair could not be stored as it was sent.
  if (typeof email !== 'string' || !email.isWellFormed() || [...email].length > 254) return false
  if (!(IsEmail(email) || IsIdnEmail(email))) return false
  const at = email.lastIndexOf('@')
  // Mail to a person outside goes to a domain whose last part is no number, and a mailbox has at most 64 characters.
  return at <= 64 && /^@[^[].*\.(?!\d+$)[^.]+$/.test(email.slice(at))
}

const once = (wrong: readonly WrongPlace[]): WrongPlace[] =>
  wrong.filter((one, at) => wrong.findIndex(({ pointer }) => pointer === one.pointer) === at)
