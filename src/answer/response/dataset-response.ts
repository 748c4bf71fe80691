import Type, { type Static } from 'typebox'
import type { Day } from '../../base/day.ts'
import { exactObject } from '../../base/exact.ts'
import { DATA_QUALITIES } from '../../law/terms/law.ts'

/** The response of `GET /api/v1/dataset`: the schema is the type and the documentation. */

const DayString = Type.Unsafe<Day>(Type.String({ format: 'date' }))

export const DatasetSchema = exactObject({
  version: Type.String(),
  build: Type.String(),
  cn_years: Type.Array(Type.Integer()),
  witness: Type.Union(
    [
      exactObject({
        day: DayString,
        name_pl: Type.String(),
        name_en: Type.String(),
        lists: Type.Array(
          exactObject({
            regime: Type.String(),
            direction: Type.Enum(['import', 'export']),
            area: Type.String({ description: 'the country, or 1008 for all third countries' }),
            annexes: Type.Array(Type.String()),
            both: Type.Integer({ description: 'codes of eight digits that stand in both' }),
            only_ours: Type.Integer(),
            only_taric: Type.Integer(),
            unexplained: Type.Integer({ description: 'of these, differences that nobody has explained' }),
          }),
        ),
      }),
      Type.Null(),
    ],
    { description: 'what the lists were compared with besides the acts, and with which result; null: with nothing' },
  ),
  regimes: Type.Array(
    exactObject({
      code: Type.String(),
      short_name_pl: Type.String({ examples: ['Rosja'] }),
      short_name_en: Type.String({ examples: ['Russia'] }),
      name_pl: Type.String(),
      name_en: Type.String(),
      celex: Type.String(),
      consolidated_version: Type.Union([DayString, Type.Null()]),
      source_version: DayString,
      complete_from: DayString,
      data_quality: Type.Enum(DATA_QUALITIES),
      checked_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description: 'when the official source was last asked for news, as this service knows; null: never',
      }),
      unknown_acts: Type.Array(Type.String(), { description: 'acts found then that the data do not know' }),
      worked_in: Type.Array(Type.String()),
      pending_acts: Type.Array(
        exactObject({
          celex: Type.String(),
          title_pl: Type.String(),
          title_en: Type.String(),
          in_force_from: Type.Union([DayString, Type.Null()]),
          known_through_pl: Type.Union([Type.String(), Type.Null()]),
          known_through_en: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
      counts: exactObject({ annexes: Type.Integer(), entries: Type.Integer(), bans: Type.Integer() }),
    }),
  ),
})

export type DatasetResponse = Static<typeof DatasetSchema>
