import { endpoint } from '../kernel/endpoint/endpoint.ts'
import { Refusal } from '../kernel/problem/refusal.ts'
import { sendUncached } from '../kernel/reply/send-body.ts'
import { ALERT_INVALID, AlertSchema } from './alert-body.ts'
import { LeadSchema } from './lead-body.ts'
import { LEAD_BODY } from './limits.ts'
import { readLead, storeLead } from './store-lead.ts'
import { TAKEN } from './taken.ts'

const createLead = endpoint({
  method: 'POST',
  path: '/api/lead',
  operationId: 'createLead',
  tag: 'lead',
  summary: 'Store a contact, durably, before the answer',
  limit: 'leads',
  idempotency:
    'Repeating a request with the same key stores nothing twice, for 24 hours. A key belongs to its caller (API key, or address; of IPv6 the /64): with other content it is 409 for that caller alone.',
  body: {
    input: LEAD_BODY,
    schema: LeadSchema,
    said: { example: { email: 'anna@example.com', source: 'landing' } },
    read: readLead,
  },
  answers: { 200: TAKEN },
  problems: ['utm_too_large', 'idempotency_conflict', 'leads_full'],
  async handle({ body: { lead }, idempotencyKey, services, request, reply }) {
    const { email, source = null, utm = null } = lead
    const outcome = await storeLead({ email, source, utm, idempotencyKey }, request, reply, services)
    if (outcome === 'conflict') throw new Refusal('idempotency_conflict')
    if (outcome === 'full' || outcome === 'share_spent') throw new Refusal('leads_full')
    return sendUncached(reply, { ok: true })
  },
})

/** Alerts by e-mail, asked for by a program; the pages have forms of their own. */
const subscribeAlerts = endpoint({
  method: 'POST',
  path: '/api/v1/alerts',
  operationId: 'subscribeAlerts',
  tag: 'changes',
  summary: 'Changes by e-mail, once the owner of the address confirms',
  limit: 'leads',
  body: {
    input: LEAD_BODY,
    problems: { body_invalid: ALERT_INVALID },
    schema: AlertSchema,
    // Where alerts are off, a body is not even looked at.
    read: (body) => ({ given: body }),
  },
  answers: { 202: TAKEN },
  problems: ['regime_unknown', 'alerts_off', 'alerts_limited'],
  async handle({ body: { given }, services, request, reply }) {
    if (!services.settings.alerts) throw new Refusal('alerts_off')
    const { askAlert } = await import('./ask-alert.ts')
    const refused = await askAlert(given, request, reply, services)
    if (refused) throw new Refusal(refused.problem, refused)
    return sendUncached(reply, { ok: true }, 202)
  },
})

export const CONTACT_ENDPOINTS = [createLead, subscribeAlerts]
