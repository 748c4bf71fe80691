import Type, { type Static } from 'typebox'

/** The response of `GET /api/v1/suggest`: the schema is the type and the documentation. */

const exact = { additionalProperties: false } as const

export const SuggestionsSchema = Type.Object(
  {
    suggestions: Type.Array(
      Type.Object(
        {
          code: Type.String({ examples: ['8471 30 00'] }),
          name: Type.String(),
          restricted: Type.Boolean(),
        },
        exact,
      ),
      { maxItems: 10 },
    ),
  },
  exact,
)

export type SuggestResponse = Static<typeof SuggestionsSchema>
export type Suggestion = SuggestResponse['suggestions'][number]
