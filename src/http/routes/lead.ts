import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { IsEmail, IsIdnEmail } from 'typebox/format'
import { admit } from '../access.ts'
import { UNCACHED } from '../headers.ts'
import type { ProblemCode } from '../problems.ts'
import { PROBLEMS } from '../problems.ts'
import { sendProblem } from '../reply.ts'
import type { Services } from '../services.ts'

export const LEAD_BODY_BYTES = 16 * 1024

export const LeadSchema = Type.Object(
  {
    email: Type.String({ format: 'email', maxLength: 254, examples: ['anna@example.com'] }),
    source: Type.Optional(Type.String({ maxLength: 200, examples: ['landing'] })),
    utm: Type.Optional(
      Type.Record(Type.String({ minLength: 1, maxLength: 64 }), Type.String({ maxLength: 200 }), {
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

/** One wrong place in the body. */
interface Wrong {
  readonly code: ProblemCode
  readonly pointer: string
}

export function leadRoute(app: FastifyInstance, services: Services): void {
  app.post('/api/lead', { bodyLimit: LEAD_BODY_BYTES }, async (request, reply) => {
    const refusal = await admit(request, reply, 'leads', services)
    if (refusal) return sendProblem(request, reply, refusal)
    const idempotencyKey = request.headers['idempotency-key']
    if (idempotencyKey !== undefined && (typeof idempotencyKey !== 'string' || !IDEMPOTENCY_KEY.test(idempotencyKey))) {
      return sendProblem(request, reply, 'idempotency_key_invalid')
    }
    const read = readLead(request.body)
    if ('wrong' in read) {
      return sendProblem(request, reply, read.wrong[0]?.code ?? 'body_invalid', (language) =>
        read.wrong.map(({ code, pointer }) => ({ pointer, detail: PROBLEMS[code].detail[language] })),
      )
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
const validator = Compile(LeadSchema)

/** The body as a lead, or every place where it is none; e-mails in any script are taken. */
export function readLead(body: unknown): { lead: Lead } | { wrong: readonly Wrong[] } {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    return { wrong: [{ code: 'body_invalid', pointer: '' }] }
  const { email } = body as { email?: unknown }
  const wrong: Wrong[] = isAddress(email) ? [] : [{ code: 'email_invalid', pointer: '/email' }]
  if (!validator.Check(body)) {
    for (const { keyword, instancePath, params } of validator.Errors(body)) {
      if (keyword === 'additionalProperties') {
        for (const name of (params as { additionalProperties: string[] }).additionalProperties) {
          wrong.push({ code: 'field_unknown', pointer: `${instancePath}/${escapePointer(name)}` })
        }
      } else if (/^\/(source|utm)/.test(instancePath)) wrong.push({ code: 'field_invalid', pointer: instancePath })
    }
  }
  return wrong.length > 0 ? { wrong: once(wrong) } : { lead: body as Lead }
}

function isAddress(email: unknown): boolean {
  if (typeof email !== 'string' || [...email].length > 254 || !(IsEmail(email) || IsIdnEmail(email))) return false
  const at = email.lastIndexOf('@')
  // Mail to a person outside goes to a domain with a dot, and a mailbox has at most 64 characters.
  return at <= 64 && email.slice(at).includes('.') && !email.slice(at).startsWith('@[')
}

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

const once = (wrong: readonly Wrong[]): Wrong[] =>
  wrong.filter((one, at) => wrong.findIndex(({ pointer }) => pointer === one.pointer) === at)
