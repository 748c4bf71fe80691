import Type, { type Static } from 'typebox'
import { CnResponseSchema } from './response.ts'
import { CnShortSchema } from './short-response.ts'

/**
 * The response of `POST /api/v1/check`: the schemas are the types and the documentation. That of a line with a problem
 * is in http/, where the table of problems is.
 */

const exact = { additionalProperties: false } as const
const ok = { id: Type.String(), status: Type.Literal('ok') }
const { disclaimer, scope, meta } = CnResponseSchema.properties

export const CheckedShortSchema = Type.Object({ ...ok, ...CnShortSchema.properties }, exact)
export const CheckedFullSchema = Type.Object({ ...ok, ...CnResponseSchema.properties }, exact)

/** Everything but the lines. */
export const BatchHeadSchema = Type.Object(
  {
    dataset: meta.properties.dataset,
    as_of: scope.properties.as_of,
    disclaimer,
    scope,
    meta: Type.Object(
      {
        source: meta.properties.source,
        items: Type.Integer({ description: 'lines answered' }),
        limit: Type.Integer({ description: 'matches shown of one line; `meta.total` of the line counts all' }),
      },
      exact,
    ),
  },
  exact,
)

/** The response to a batch that asks for answers in short. Of a problem, a person needs the detail and what to do. */
export interface ShortBatchResponse extends Static<typeof BatchHeadSchema> {
  items: (
    | Static<typeof CheckedShortSchema>
    | { id: string; status: 'error'; problem: { detail: string; suggestions?: string[] } }
  )[]
}
