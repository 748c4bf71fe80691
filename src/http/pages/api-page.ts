import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { StoreError } from '../../store/store-error.ts'
import { dayInBrussels } from '../../terms/day.ts'
import type { Language } from '../../terms/language.ts'
import { apiPage } from '../../web/pages/api-page.ts'
import { ABOUT, type Contact, utmOf } from '../../web/pages/contact-form.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import { admit } from '../request/access.ts'
import { storeLead } from '../request/store-lead.ts'
import { parametersOf } from '../request/url.ts'
import { PROBLEMS } from '../response/problems.ts'
import { queryOf } from '../response/reply.ts'
import { originOf, sendKeptPage, sendPage } from '../response/send-page.ts'
import type { Services } from '../services.ts'

export function showApiPage(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  services: Services,
  changes: boolean,
): FastifyReply | Promise<FastifyReply> {
  const asked = parametersOf(queryOf(request.url)) ?? []
  const sent = asked.some(([name]) => name === 'sent')
  const utm = utmOf(asked)
  const contact: Contact = { ...EMPTY, utm, state: { is: sent ? 'sent' : 'open' } }
  if (Object.keys(utm).length > 0) return send(request, reply, language, services, changes, contact, 200)
  const { settings, now } = services
  const { limits, leadRetentionDays } = settings
  const served = { origin: originOf(request, settings), limits, leadRetentionDays, changes }
  const about = { name: `api ${served.origin} ${changes} ${sent}`, language, day: dayInBrussels(now()) }
  return sendKeptPage(request, reply, services, about, () => apiPage(language, served, contact))
}

/** A contact from the form itself. It needs no token against forgery: the API takes the same from any page, and no cookie is read. */
export async function takeContact(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  services: Services,
  changes: boolean,
): Promise<FastifyReply> {
  const contact = readContact(String(request.body ?? ''), dayInBrussels(services.now()))
  const show = (state: Contact['state'], status: number) =>
    send(request, reply, language, services, changes, { ...contact, state }, status)
  // Counted like a lead that comes through the API: the form is no way around its limit.
  const refusal = await admit(request, reply, 'leads', services)
  if (refusal) return show({ is: refusal === 'rate_limited' ? 'limited' : 'failed' }, PROBLEMS[refusal].status)
  const state = await store(contact, request, reply, services)
  if (state.is === 'sent') return reply.redirect(`${hrefOf('/api', language)}?sent=1#contact`, 303)
  return show(state, state.is === 'wrong' ? 400 : state.is === 'full' ? 429 : 500)
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  { settings }: Services,
  changes: boolean,
  contact: Contact,
  status: number,
): Promise<FastifyReply> {
  const { limits, leadRetentionDays } = settings
  const served = { origin: originOf(request, settings), limits, leadRetentionDays, changes }
  return sendPage(request, reply, apiPage(language, served, contact), settings, status)
}

/** The page is the same for everybody, so its form has no token: scripts make their own, and without them the day is one. */
const EMPTY = { email: '', about: ABOUT[0], consent: false, token: '' }

function readContact(body: string, day: string): Omit<Contact, 'state'> {
  const fields = new URLSearchParams(body)
  const token = fields.get('token') ?? ''
  return {
    email: fields.get('email')?.trim() ?? '',
    about: ABOUT.find((one) => one === fields.get('about')) ?? ABOUT[0],
    consent: fields.get('consent') === 'yes',
    utm: utmOf(fields),
    token: /^[\w-]{1,64}$/.test(token) ? token : day,
  }
}

/** Through the same reader and store as a lead of the API. */
async function store(
  contact: Omit<Contact, 'state'>,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<Contact['state']> {
  const { email, about, consent, utm, token } = contact
  const source = `api: ${about}`
  const { readLead } = await import('../request/lead.ts')
  const read = readLead({ email, source, utm })
  if ('wrong' in read || !consent) return { is: 'wrong', email: 'wrong' in read, consent: !consent }
  const digest = createHash('sha256')
    .update(JSON.stringify([email, source, utm]))
    .digest('hex')
    .slice(0, 16)
  try {
    const marks = Object.keys(utm).length > 0 ? utm : null
    const lead = { email, source, utm: marks, idempotencyKey: `${token}-${digest}` }
    const outcome = await storeLead(lead, request, reply, services)
    if (outcome === 'full') return { is: 'full' }
    return { is: outcome === 'stored' || outcome === 'repeated' ? 'sent' : 'failed' }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    services.log.warn({ reason: error.message }, 'store failed')
    return { is: 'failed' }
  }
}
