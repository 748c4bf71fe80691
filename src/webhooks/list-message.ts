import Type, { type Static } from 'typebox'
import type { Parameter } from '../answer/question/parameters.ts'
import { lookupParameters } from '../answer/question/question.ts'
import { CnResponseSchema, ReachSchema } from '../answer/response/response.ts'
import { exactObject } from '../base/exact.ts'
import { LIST_CHANGED } from '../changes/change.ts'
import { DIRECTIONS, ITEM_FIELDS, type ItemField } from '../law/terms/law-vocabulary.ts'

const { answer, checked, sentence, extent } = CnResponseSchema.properties.assessment.properties
const reaches = Type.Array(ReachSchema, {
  description: 'by country and direction, bans first; without the provisions behind them',
})
const state = { answer, verdict: CnResponseSchema.properties.verdict, checked, extent, reaches }

export const BeforeSchema = exactObject(state)
export const AfterSchema = exactObject({ ...state, sentence })

const PARAMETERS: Readonly<Record<ItemField, Parameter<unknown>>> = lookupParameters([])

const shown = <Value extends Type.TSchema>(name: ItemField, value: Value) =>
  Type.Union([value, Type.Null()], { description: PARAMETERS[name].description })
const texts = Object.fromEntries(
  ITEM_FIELDS.map((name) => [name, shown(name, Type.String({ examples: PARAMETERS[name].schema.examples }))]),
) as Record<ItemField, Type.TUnion<[Type.TString, Type.TNull]>>

/** What is asked of an item besides its goods, as it was given. */
export const FIELDS_SHOWN = { ...texts, direction: shown('direction', Type.Enum(DIRECTIONS)) }

export const ActsSchema = Type.Array(Type.String({ examples: ['32026R1848'] }), {
  description: 'CELEX numbers of the acts behind the change; empty when the law does not tell',
})

/** The body of a message about a list. The schema is its type and its documentation. */
export const ListMessageSchema = exactObject({
  type: Type.Literal(LIST_CHANGED),
  timestamp: Type.String({ format: 'date-time', description: 'when the list was screened' }),
  data: exactObject({
    list: Type.String({ description: 'the name of the list' }),
    day: Type.String({ format: 'date', description: 'the day that the list was screened for' }),
    dataset: Type.String({ description: 'the version of the law' }),
    count: Type.Integer({ minimum: 1, description: 'items whose assessment changed' }),
    items: Type.Array(
      exactObject({
        id: Type.String(),
        q: Type.String(),
        ...FIELDS_SHOWN,
        before: BeforeSchema,
        after: AfterSchema,
        acts: ActsSchema,
      }),
      { description: 'the first of them, as many as fit in 20 kB' },
    ),
    changes: Type.String({ description: 'where all of them can be read' }),
  }),
})

export type ListMessage = Static<typeof ListMessageSchema>
