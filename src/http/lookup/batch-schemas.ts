import Type from 'typebox'
import { BatchHeadSchema, CheckedFullSchema, CheckedShortSchema } from '../../answer/response/batch-response.ts'
import { exactObject } from '../../base/exact.ts'
import { ProblemSchema } from '../kernel/problem/problem-schema.ts'
import { MAX_ID } from './limits.ts'

export const FailedItemSchema = exactObject({
  id: Type.Union([Type.String(), Type.Null()], {
    description: `as given, a number as text, at most ${MAX_ID} characters of it; null where an item has none`,
  }),
  status: Type.Literal('error'),
  problem: ProblemSchema,
})

export const BatchResponseSchema = exactObject({
  ...BatchHeadSchema.properties,
  items: Type.Array(Type.Union([CheckedShortSchema, CheckedFullSchema, FailedItemSchema]), {
    description: 'in the order asked; a line that cannot be answered says why and spoils no other',
  }),
})
