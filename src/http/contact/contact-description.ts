import Type from 'typebox'
import { exactObject } from '../../base/exact.ts'
import {
  ARRIVAL,
  answer,
  bodyProblems,
  idempotencyKey,
  jsonBody,
  LIMIT_HEADERS,
  operation,
} from '../kernel/describe/parts.ts'
import { AlertSchema } from './alert-body.ts'
import { LeadSchema } from './lead-body.ts'

const TAKEN = answer('Stored', exactObject({ ok: Type.Literal(true) }), LIMIT_HEADERS, {
  stored: { value: { ok: true } },
})

export const LEAD_PATHS = {
  '/api/lead': {
    post: operation({
      operationId: 'leaveContact',
      tags: ['lead'],
      summary: 'Store a contact, durably, before the answer',
      parameters: [
        idempotencyKey(
          'Repeating a request with the same key stores nothing twice, for 24 hours. A key belongs to its caller (API key, or address; of IPv6 the /64): with other content it is 409 for that caller alone.',
        ),
      ],
      requestBody: jsonBody(LeadSchema, { example: { email: 'anna@example.com', source: 'landing' } }),
      answers: { 200: TAKEN },
      refusals: [
        ...bodyProblems(LeadSchema),
        'utm_too_large',
        'idempotency_key_invalid',
        'idempotency_conflict',
        'leads_full',
        'body_too_large',
        ...ARRIVAL,
      ],
    }),
  },
  '/api/v1/alerts': {
    post: operation({
      operationId: 'askForAlerts',
      tags: ['changes'],
      summary: 'Changes by e-mail, once the owner of the address confirms',
      requestBody: jsonBody(AlertSchema),
      answers: { 202: TAKEN },
      refusals: [
        ...bodyProblems(AlertSchema),
        'regime_unknown',
        'alerts_off',
        'alerts_limited',
        'body_too_large',
        ...ARRIVAL,
      ],
    }),
  },
}
