import Type from 'typebox'
import type { Answerer } from '../../answer/answer.ts'
import { CHANGE_TYPES } from '../../changes/change.ts'
import { exactObject } from '../../terms/exact.ts'
import { atomParameters, changesParameters } from '../request/parameters.ts'
import { ACCESS, LIMIT_HEADERS, parameterProblems, parametersIn, problems, TAG_HEADER, tagged } from './parts.ts'

const Maybe = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const ChangesSchema = exactObject({
  changes: Type.Array(
    exactObject({
      id: Type.String({ description: 'the same change always has the same id' }),
      type: Type.Enum(CHANGE_TYPES),
      day: Type.String({
        format: 'date',
        description: 'the day in force; where no source shows it, the state of the law that showed the change',
      }),
      regime: Maybe(Type.String({ examples: ['EU-RU-833-2014'] })),
      annex: Maybe(Type.String()),
      article: Maybe(Type.String()),
      cn_codes: Type.Array(Type.String({ examples: ['8471 30'] })),
      act: Maybe(Type.String({ description: 'CELEX number of the amending act; null when unknown' })),
      text: Type.String(),
      recorded_at: Maybe(
        Type.String({ format: 'date-time', description: 'null: from the history of the law, not recorded here' }),
      ),
    }),
  ),
  next: Type.String({ description: 'the cursor to go on from, now if there is more, else later' }),
  more: Type.Boolean({ description: 'there is more right now' }),
  complete: Type.Boolean({ description: 'false: the database is away, and what was recorded lately may be missing' }),
})

const CHANGES_EXAMPLE = {
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

export function changesPaths(answerer: Answerer): object {
  const parameters = changesParameters(answerer.dataset)
  const atom = atomParameters(answerer.dataset)
  return {
    '/api/v1/changes': {
      get: {
        operationId: 'listChanges',
        tags: ['changes'],
        summary: 'What changed in the law, oldest first',
        description:
          'First what the law tells of its own past, then what was recorded here, in the order it was recorded. The list only grows at its end: keep `next`, ask again with it as `cursor` and the same filters, and nothing is missed. `more` says whether to ask at once or later. With `code` or `codes`, what one act changed on one day without naming a code is one change.',
        parameters: parametersIn(parameters),
        responses: {
          200: tagged('The changes', ChangesSchema, { listing: { summary: 'a code added', value: CHANGES_EXAMPLE } }),
          304: { description: 'Unchanged', headers: TAG_HEADER },
          ...problems([...parameterProblems(parameters), ...ACCESS, 'not_ready', 'busy']),
        },
      },
    },
    '/changes.atom': {
      get: {
        operationId: 'followChanges',
        tags: ['changes'],
        summary: 'The newest changes for feed readers',
        description: 'Takes the filters of `/api/v1/changes`.',
        parameters: parametersIn(atom),
        responses: {
          200: {
            description: 'Atom 1.0, newest first; the rows that one act adds to one annex are one entry',
            headers: { ...LIMIT_HEADERS, ...TAG_HEADER },
            content: {
              'application/atom+xml': {
                schema: { type: 'string' },
                example: '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">…</feed>',
              },
            },
          },
          304: { description: 'Unchanged', headers: TAG_HEADER },
          ...problems([...parameterProblems(atom), ...ACCESS, 'not_ready', 'busy']),
        },
      },
    },
  }
}
