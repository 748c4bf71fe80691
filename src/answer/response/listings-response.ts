import Type, { type Static } from 'typebox'
import { exactObject } from '../../base/exact.ts'
import { CnResponseSchema, CnResultSchema } from './response.ts'

/** The response of `GET /api/v1/listings`: the schema is the type and the documentation. */

/** A result, of no question about goods: there is nothing that it could cover. */
const ListingSchema = exactObject({
  ...Type.Omit(CnResultSchema, ['covers_query']).properties,
  cn_code: Type.String({
    examples: ['8471 30 00'],
    description: 'CN code, grouped 4+2+2; `*` for a ban of all goods of an origin',
  }),
})

const { scope, winddowns, derogations, disclaimer } = CnResponseSchema.properties
const { controls: _controls, ...scopeOfListings } = scope.properties

const ListingsSchema = exactObject({
  as_of: scope.properties.as_of,
  listings: Type.Array(ListingSchema, { description: 'in the order of the law: regime, annex, row, measure' }),
  winddowns: { ...winddowns, description: 'of the listings on this page' },
  derogations: { ...derogations, description: 'of the listings on this page, open ones first' },
  scope: exactObject(scopeOfListings),
  meta: exactObject({
    total: Type.Integer({ description: 'listings that the filters want' }),
    returned: Type.Integer(),
    limit: Type.Integer(),
    offset: Type.Integer(),
    next_offset: Type.Union([Type.Integer(), Type.Null()], {
      description: '`offset` of the next page; null on the last one',
    }),
    dataset: Type.String(),
    source: Type.String({ description: 'identifier of the API build' }),
  }),
  disclaimer,
})
export type ListingsResponse = Static<typeof ListingsSchema>
export type ListingAnswer = ListingsResponse['listings'][number]
