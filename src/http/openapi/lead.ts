import Type from 'typebox'
import { exact } from '../../terms/exact.ts'
import { UTM_BYTES, UTM_ENTRIES } from '../../terms/utm.ts'
import { ACCESS, ARRIVAL, answer, LIMIT_HEADERS, problems } from './parts.ts'

export const LeadSchema = Type.Object(
  {
    email: Type.String({
      format: 'email',
      maxLength: 254,
      description: 'in any script; without quotes, spaces, control and invisible characters, and full-width letters',
      examples: ['anna@example.com'],
    }),
    source: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'one line: no control characters, tabs, line breaks or marks that change the direction of writing',
        examples: ['landing'],
      }),
    ),
    utm: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 200 }), {
        // A Record drops the bounds of its keys, so they are said once more, the way JSON Schema has them.
        propertyNames: Type.String({ minLength: 1, maxLength: 64 }),
        maxProperties: UTM_ENTRIES,
        description: `keys and values have at most ${UTM_BYTES} bytes of UTF-8 together; each is one line, like source`,
        examples: [{ utm_source: 'newsletter' }],
      }),
    ),
  },
  exact,
)

const LeadStoredSchema = Type.Object({ ok: Type.Literal(true) }, exact)

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
            'Repeating a request with the same key stores nothing twice. A key belongs to its caller (API key, or address; of IPv6 the /64): the same key with other content is 409 for that caller alone. It is remembered for 24 hours.',
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
