import Type from 'typebox'
import { ACCESS, answer, LIMIT_HEADERS, problems } from './parts.ts'

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

const LeadStoredSchema = Type.Object({ ok: Type.Literal(true) }, { additionalProperties: false })

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
          description: 'repeating a request with the same key stores nothing twice',
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
          'field_unknown',
          'idempotency_key_invalid',
          ...ACCESS,
          'idempotency_conflict',
          'body_too_large',
          'media_type_unsupported',
        ]),
      },
    },
  },
}
