import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { StoreError } from '../../store/sql/store-error.ts'
import { apiPage } from '../../web/pages/api-page.ts'
import { ABOUT, type Contact, utmOf } from '../../web/pages/contact-form.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import { readLead, storeLead } from '../contact/store-lead.ts'
import { admit } from '../kernel/limits/access.ts'
import { PASSING, PROBLEMS } from '../kernel/problem/problems.ts'
import { RETRY_SECONDS } from '../kernel/reply/send-problem.ts'
import { parametersOf, queryOf } from '../kernel/request/url.ts'
import { logStoreFailure } from '../kernel/service/store-failures.ts'
import { originOf, sendCachedPage, sendPage, type Visit } from './send-page.ts'

export function showApiPage(visit: Visit): FastifyReply | Promise<FastifyReply> {
  const asked = parametersOf(queryOf(visit.request.url)) ?? []
  const sent = asked.some(([name]) => name === 'sent')
  const utm = utmOf(asked)
  const contact: Contact = { ...EMPTY, utm, state: { is: sent ? 'sent' : 'open' } }
  if (Object.keys(utm).length > 0) return send(visit, contact, 200)
  const served = servedTo(visit)
  return sendCachedPage(visit, { name: `api ${served.origin} ${sent}` }, () => apiPage(visit.language, served, contact))
}

/** Stores a contact from the form. It needs no token against forgery: there are no cookies, and the API takes the same from any page. */
export async function submitContact(visit: Visit): Promise<FastifyReply> {
  const { request, reply, language, services } = visit
  const contact = readContact(String(request.body ?? ''), services.today())
  const show = (state: Contact['state'], status: number) => send(visit, { ...contact, state }, status)
  // Counted like a lead through the API, so that the form is no way around its limit.
  const problem = (await admit(request, reply, 'leads', services)) ?? (services.store() ? null : 'not_ready')
  if (problem) {
    if (PASSING.has(problem)) reply.header('retry-after', RETRY_SECONDS)
    return show({ is: problem === 'rate_limited' ? 'limited' : 'failed' }, PROBLEMS[problem].status)
  }
  const state = await store(visit, contact)
  if (state.is === 'sent') return reply.redirect(`${hrefOf('/api', language)}?sent=1#contact`, 303)
  return show(state, state.is === 'wrong' ? 400 : state.is === 'full' ? 429 : 500)
}

const send = (visit: Visit, contact: Contact, status: number): Promise<FastifyReply> =>
  sendPage(visit, apiPage(visit.language, servedTo(visit), contact), status)

function servedTo({ request, services: { settings } }: Visit) {
  const { limits, leadRetentionDays } = settings
  return { origin: originOf(request, settings), limits, leadRetentionDays }
}

/** The page is cached for everybody, so its form has no idempotency token: scripts make one, and otherwise it is the day. */
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

/** Uses the same reader and store as a lead through the API. */
async function store(
  { request, reply, services }: Visit,
  { email, about, consent, utm, token }: Omit<Contact, 'state'>,
): Promise<Contact['state']> {
  const source = `api: ${about}`
  const read = readLead({ email, source, utm })
  if ('problems' in read || !consent) return { is: 'wrong', email: 'problems' in read, consent: !consent }
  const digest = hash('sha256', JSON.stringify([email, source, utm]), 'hex').slice(0, 16)
  try {
    const marks = Object.keys(utm).length > 0 ? utm : null
    const lead = { email, source, utm: marks, idempotencyKey: `${token}-${digest}` }
    const outcome = await storeLead(lead, request, reply, services)
    if (outcome === 'full' || outcome === 'share_spent') return { is: 'full' }
    return { is: outcome === 'stored' || outcome === 'repeated' ? 'sent' : 'failed' }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    logStoreFailure(services, error, request.id)
    return { is: 'failed' }
  }
}
