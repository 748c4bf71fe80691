import Type from 'typebox'
import { CnResponseSchema } from '../../answer/response.ts'
import { exact } from '../../terms/exact.ts'
import { LANGUAGES } from '../../terms/language.ts'
import { ActsSchema, AfterSchema, BeforeSchema, DEAL_SHOWN } from '../../webhooks/list-message.ts'
import { ItemId, Q } from '../input/list-body.ts'

const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Moment = Type.String({ format: 'date-time' })
const Day = Type.String({ format: 'date' })
const whole = CnResponseSchema.properties
const dataset = whole.meta.properties.dataset

export const ListSchema = Type.Object(
  {
    name: Type.String({ examples: ['erp'] }),
    lang: Type.Enum(LANGUAGES),
    count: Type.Integer({ description: 'items in the list' }),
    prohibited: orNull(Type.Integer({ description: 'items with a ban; null before the first screening' })),
    state: Type.Enum(['checking', 'checked'], {
      description: 'checking: some items wait for their first screening; changes are told from that on',
    }),
    screened: orNull(
      Type.Object(
        { dataset, as_of: Day, at: Moment },
        { ...exact, description: 'the last screening of the whole list' },
      ),
    ),
    changes: Type.Integer({ description: 'changes found so far' }),
    notify: orNull(Type.String()),
    notify_confirmed: Type.Boolean(),
    created_at: Moment,
    updated_at: Type.String({ format: 'date-time', description: 'when its content was last changed' }),
  },
  exact,
)

export const ListsSchema = Type.Object({ lists: Type.Array(ListSchema, { description: 'by name' }) }, exact)

export const ListPageSchema = Type.Object(
  {
    ...ListSchema.properties,
    dataset,
    as_of: Day,
    disclaimer: whole.disclaimer,
    items: Type.Array(
      Type.Object({ id: ItemId, q: Q, ...DEAL_SHOWN, verdict: whole.verdict, assessment: whole.assessment }, exact),
      { description: 'in the order of the list, each assessed now, with `dataset` and for the day `as_of`' },
    ),
    next: orNull(Type.String({ description: 'the cursor of the next page' })),
  },
  exact,
)

export const ListChangesSchema = Type.Object(
  {
    changes: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'the same change always has the same id', examples: ['ls_4Zk2pQ9x7Wq1-12'] }),
          item: Type.String({ description: 'the id of the item' }),
          q: Type.String(),
          ...DEAL_SHOWN,
          before: BeforeSchema,
          after: AfterSchema,
          acts: ActsSchema,
          day: Type.String({ format: 'date', description: 'the day that the list was screened for' }),
          dataset,
          recorded_at: Moment,
        },
        exact,
      ),
      { description: 'oldest first; kept for 400 days' },
    ),
    next: Type.String({ description: 'the cursor to go on from, now if there is more, else later' }),
    more: Type.Boolean({ description: 'there is more right now' }),
  },
  exact,
)
