import Type, { type Static } from 'typebox'
import { exactObject } from '../../base/exact.ts'
import { CnResponseSchema } from './response.ts'
import { CnShortSchema } from './short-response.ts'

/**
 * The response of `POST /api/v1/check`: the schemas are the types and the documentation. That of a line with a problem
 * is in http/, where the table of problems is.
 */

const ok = { id: Type.String(), status: Type.Literal('ok') }
const { disclaimer, scope, meta } = CnResponseSchema.properties

export const CheckedShortSchema = exactObject({ ...ok, ...CnShortSchema.properties })
export const CheckedFullSchema = exactObject({ ...ok, ...CnResponseSchema.properties })

/** Everything but the lines. */
export const BatchHeadSchema = exactObject({
  dataset: meta.properties.dataset,
  as_of: scope.properties.as_of,
  disclaimer,
  scope,
  meta: exactObject({
    source: meta.properties.source,
    items: Type.Integer({ description: 'lines answered' }),
    limit: Type.Integer({ description: 'matches shown of one line; `meta.total` of the line counts all' }),
  }),
})

/** The response to a batch that asks for answers in short. Of a problem, a person needs the detail and what to do. */
export interface ShortBatchResponse extends Static<typeof BatchHeadSchema> {
  items: (
    | Static<typeof CheckedShortSchema>
    | { id: string; status: 'error'; problem: { detail: string; suggestions?: string[] } }
  )[]
}
