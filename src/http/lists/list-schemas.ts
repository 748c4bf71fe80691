import Type from 'typebox'
import { CnResponseSchema } from '../../answer/response/response.ts'
import { exact, exactObject, orNull } from '../../base/exact.ts'
import { LANGUAGES } from '../../base/language.ts'
import { ActsSchema, AfterSchema, BeforeSchema, FIELDS_SHOWN } from '../../webhooks/list-message.ts'
import { ItemId, Q } from './list-body.ts'

const Moment = Type.String({ format: 'date-time' })
const Day = Type.String({ format: 'date' })
const whole = CnResponseSchema.properties
const dataset = whole.meta.properties.dataset

export const ListSchema = exactObject({
  name: Type.String({ examples: ['erp'] }),
  lang: Type.Enum(LANGUAGES),
  count: Type.Integer({ description: 'items in the list' }),
  prohibited: orNull(Type.Integer({ description: 'items that are prohibited; null before the first screening' })),
  state: Type.Enum(['checking', 'checked'], {
    description: 'checking: some items wait for their first screening; changes are told from that on',
  }),
  screened: orNull(
    exactObject({ dataset, as_of: Day, at: Moment }, { description: 'the last screening of the whole list' }),
  ),
  changes: Type.Integer({ description: 'changes found so far' }),
  notify: orNull(Type.String()),
  notify_confirmed: Type.Boolean(),
  created_at: Moment,
  updated_at: Type.String({ format: 'date-time', description: 'when its content was last changed' }),
})

export const ListsSchema = exactObject({ lists: Type.Array(ListSchema, { description: 'by name' }) })

export const ListPageSchema = exactObject({
  ...ListSchema.properties,
  dataset,
  as_of: Day,
  disclaimer: whole.disclaimer,
  items: Type.Array(
    exactObject({
      id: ItemId,
      q: Q,
      ...FIELDS_SHOWN,
      verdict: whole.verdict,
      assessment: whole.assessment,
      meta: Type.Optional(Type.Pick(whole.meta, ['facts'], exact)),
    }),
    { description: 'in the order of the list, each assessed now, with `dataset` and for the day `as_of`' },
  ),
  next: orNull(Type.String({ description: 'the cursor of the next page' })),
})

export const ListChangesSchema = exactObject({
  changes: Type.Array(
    exactObject({
      id: Type.String({ description: 'the same change always has the same id', examples: ['ls_4Zk2pQ9x7Wq1-12'] }),
      item: Type.String({ description: 'the id of the item' }),
      q: Type.String(),
      ...FIELDS_SHOWN,
      before: BeforeSchema,
      after: AfterSchema,
      acts: ActsSchema,
      day: Type.String({ format: 'date', description: 'the day that the list was screened for' }),
      dataset,
      recorded_at: Moment,
    }),
    { description: 'oldest first; kept for 400 days' },
  ),
  next: Type.String({ description: 'the cursor to go on from, now if there is more, else later' }),
  more: Type.Boolean({ description: 'there is more right now' }),
})
