import Type from 'typebox'
import { exactObject, orNull } from '../../base/exact.ts'
import { CHANGE_TYPES } from '../../changes/change.ts'

export const ChangesSchema = exactObject({
  changes: Type.Array(
    exactObject({
      id: Type.String({ description: 'the same change always has the same id' }),
      type: Type.Enum(CHANGE_TYPES),
      day: Type.String({
        format: 'date',
        description: 'the day in force; where no source shows it, the state of the law that showed the change',
      }),
      regime: orNull(Type.String({ examples: ['EU-RU-833-2014'] })),
      annex: orNull(Type.String()),
      article: orNull(Type.String()),
      cn_codes: Type.Array(Type.String({ examples: ['8471 30'] })),
      act: orNull(Type.String({ description: 'CELEX number of the amending act; null when unknown' })),
      text: Type.String(),
      recorded_at: orNull(
        Type.String({ format: 'date-time', description: 'null: from the history of the law, not recorded here' }),
      ),
    }),
  ),
  next: Type.String({ description: 'the cursor to go on from, now if there is more, else later' }),
  more: Type.Boolean({ description: 'there is more right now' }),
  complete: Type.Boolean({ description: 'false: the database is away, and what was recorded lately may be missing' }),
})

export const CHANGES_EXAMPLE = {
  changes: [
    {
      id: 'chg_Zb0bB4nU1rC0r0mQ2p7x1g',
      type: 'listing.added',
      day: '2026-07-24',
      regime: 'EU-RU-833-2014',
      annex: 'XXI',
      article: '3i(1)',
      cn_codes: ['2603'],
      act: '32026R1848',
      text: '2603 added to Annex XXI (import ban, Article 3i(1)): Copper ores and concentrates. Council Regulation (EU) 2026/1848, from 2026-07-24.',
      recorded_at: null,
    },
  ],
  next: 'r0',
  more: false,
  complete: true,
}
