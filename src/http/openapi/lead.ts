import Type from 'typebox'
import { exactObject } from '../../terms/exact.ts'
import { IDEMPOTENCY_KEY_CHARACTERS } from '../input/bounds.ts'
import { LeadSchema } from '../input/lead-body.ts'
import { ACCESS, ARRIVAL, answer, LIMIT_HEADERS, problems } from './parts.ts'

/** What a lead and a request for alerts are answered with. */
export const TAKEN = answer('Stored', exactObject({ ok: Type.Literal(true) }), LIMIT_HEADERS, {
  stored: { value: { ok: true } },
})

export const LEAD_PATHS = {
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
          description:
            'Repeating a request with the same key stores nothing twice, for 24 hours. A key belongs to its caller (API key, or address; of IPv6 the /64): with other content it is 409 for that caller alone.',
          schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_CHARACTERS },
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: LeadSchema, example: { email: 'anna@example.com', source: 'landing' } },
        },
      },
      responses: {
        200: TAKEN,
        ...problems([
          'body_invalid',
          'email_invalid',
          'field_invalid',
          'field_characters',
          'utm_too_large',
          'field_unknown',
          'idempotency_key_invalid',
          ...ACCESS,
          'idempotency_conflict',
          'leads_full',
          'body_too_large',
          ...ARRIVAL,
        ]),
      },
    },
  },
}
