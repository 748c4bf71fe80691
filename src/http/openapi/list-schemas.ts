import Type from 'typebox'
import type { Parameter } from '../../answer/parameters.ts'
import { CnResponseSchema } from '../../answer/response.ts'
import { LIST_ITEMS_AT_MOST } from '../../store/lists/lists.ts'
import { exact } from '../../terms/exact.ts'
import { LANGUAGES } from '../../terms/language.ts'
import type { DealField } from '../../terms/law-vocabulary.ts'
import { ActsSchema, AfterSchema, BeforeSchema, DEAL_SHOWN } from '../../webhooks/list-message.ts'
import { DEAL_PARAMETERS } from '../input/batch-fields.ts'
import { ID_AT_MOST } from '../input/body-fields.ts'

const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Moment = Type.String({ format: 'date-time' })
const Day = Type.String({ format: 'date' })
const whole = CnResponseSchema.properties
const dataset = whole.meta.properties.dataset

const ItemId = Type.String({
  minLength: 1,
  maxLength: ID_AT_MOST,
  description: 'your own, each once',
  examples: ['A-1'],
})
const Q = Type.String({ description: 'a code or a name, as in the lookup', examples: ['7304 11 00'] })

const textOf = ({ schema: { type: _, ...bounds } }: Parameter<unknown>) => Type.String(bounds)
/** A fact of a deal as a lookup takes it; null is one left out, so that what was read can be sent back. */
const given = (fact: Parameter<unknown>) =>
  Type.Optional(Type.Union([textOf(fact), Type.Null()], { description: fact.description }))
const { origin, dispatch, destination, via, value } = DEAL_PARAMETERS
const DEAL_GIVEN = {
  origin: given(origin),
  dispatch: given(dispatch),
  destination: given(destination),
  via: given(via),
  value: Type.Optional(Type.Union([textOf(value), Type.Number(), Type.Null()], { description: value.description })),
} satisfies Record<DealField, Type.TSchema>

export const ListItemSchema = Type.Object({ id: ItemId, q: Q, ...DEAL_GIVEN }, exact)

export const ListRequestSchema = Type.Object(
  {
    lang: Type.Optional(Type.Enum(LANGUAGES, { default: 'pl', description: 'language of sentences' })),
    items: Type.Array(ListItemSchema, { minItems: 1, maxItems: LIST_ITEMS_AT_MOST }),
  },
  exact,
)

export const ListPatchSchema = Type.Object(
  {
    set: Type.Optional(
      Type.Array(ListItemSchema, {
        maxItems: LIST_ITEMS_AT_MOST,
        description: 'written over items of the same id, or added',
      }),
    ),
    remove: Type.Optional(
      Type.Array(ItemId, { maxItems: LIST_ITEMS_AT_MOST, description: 'ids of items; unknown ones do no harm' }),
    ),
  },
  exact,
)

export const ListSchema = Type.Object(
  {
    name: Type.String({ examples: ['erp'] }),
    lang: Type.Enum(LANGUAGES),
    count: Type.Integer({ description: 'items in the list' }),
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
