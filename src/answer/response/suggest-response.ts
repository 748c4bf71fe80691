import Type, { type Static } from 'typebox'
import { exactObject } from '../../base/exact.ts'

/** The response of `GET /api/v1/suggest`: the schema is the type and the documentation. */

export const SuggestionsSchema = exactObject({
  suggestions: Type.Array(
    exactObject({
      code: Type.String({ examples: ['8471 30 00'] }),
      name: Type.String(),
      restricted: Type.Boolean(),
    }),
    { maxItems: 10 },
  ),
})

export type SuggestResponse = Static<typeof SuggestionsSchema>
export type Suggestion = SuggestResponse['suggestions'][number]
