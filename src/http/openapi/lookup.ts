import Type from 'typebox'
import type { Answerer } from '../../answer/answer.ts'
import { lookupParameters, readQuestion } from '../../answer/question.ts'
import { CnResponseSchema } from '../../answer/response.ts'
import { DATA_QUALITIES } from '../../terms/law.ts'
import { NO_PARAMETERS, SUGGEST_PARAMETERS } from '../request/parameters.ts'
import { ACCESS, parameterProblems, parametersIn, problems, TAG_HEADER, tagged } from './parts.ts'

const Day = Type.String({ format: 'date' })
const exact = { additionalProperties: false } as const

const SuggestionsSchema = Type.Object(
  {
    suggestions: Type.Array(
      Type.Object(
        {
          code: Type.String({ examples: ['8471 30 00'] }),
          name: Type.String(),
          restricted: Type.Boolean(),
        },
        exact,
      ),
      { maxItems: 10 },
    ),
  },
  exact,
)

export const DatasetSchema = Type.Object(
  {
    version: Type.String(),
    build: Type.String(),
    cn_years: Type.Array(Type.Integer()),
    regimes: Type.Array(
      Type.Object(
        {
          code: Type.String(),
          name_pl: Type.String(),
          name_en: Type.String(),
          celex: Type.String(),
          consolidated_version: Day,
          source_version: Day,
          complete_from: Day,
          data_quality: Type.Enum(DATA_QUALITIES),
          worked_in: Type.Array(Type.String()),
          pending_acts: Type.Array(
            Type.Object(
              {
                celex: Type.String(),
                title_pl: Type.String(),
                title_en: Type.String(),
                in_force_from: Type.Union([Day, Type.Null()]),
              },
              exact,
            ),
          ),
          counts: Type.Object({ annexes: Type.Integer(), entries: Type.Integer(), bans: Type.Integer() }, exact),
        },
        exact,
      ),
    ),
  },
  exact,
)

export function lookupPaths(answerer: Answerer, day: string): object {
  const example = exampleOf(answerer, day)
  const parameters = lookupParameters(answerer.dataset.regimes.map(({ data }) => data.code))
  return {
    '/api/v1/cn': {
      get: {
        operationId: 'lookUp',
        tags: ['lookup'],
        summary: 'Look up a CN code or a fragment of a product name',
        parameters: parametersIn(parameters),
        responses: {
          200: tagged('The answer', CnResponseSchema, { code: { summary: '7401 00 00 in English', value: example } }),
          304: { description: 'The answer the caller has is still right', headers: TAG_HEADER },
          ...problems('/api/v1/cn', [...parameterProblems(parameters), ...ACCESS, 'not_ready']),
          // Sent before the headers are read, so the request is not counted.
          ...problems('/api/v1/cn', ['headers_too_large'], {}),
        },
      },
    },
    '/api/v1/suggest': {
      get: {
        operationId: 'suggest',
        tags: ['lookup'],
        summary: 'Codes and names while somebody types, at most ten',
        parameters: parametersIn(SUGGEST_PARAMETERS),
        responses: {
          200: tagged('Suggestions', SuggestionsSchema, {
            typing: {
              value: { suggestions: [{ code: '9011', name: 'Compound optical microscopes', restricted: false }] },
            },
          }),
          304: { description: 'Unchanged', headers: TAG_HEADER },
          ...problems('/api/v1/suggest', [...parameterProblems(SUGGEST_PARAMETERS), ...ACCESS, 'not_ready']),
        },
      },
    },
    '/api/v1/dataset': {
      get: {
        operationId: 'describeDataset',
        tags: ['lookup'],
        summary: 'Version, regimes, consolidated texts, pending acts and counts of the data served',
        responses: {
          200: tagged('The dataset', DatasetSchema),
          304: { description: 'Unchanged', headers: TAG_HEADER },
          ...problems('/api/v1/dataset', [...parameterProblems(NO_PARAMETERS), ...ACCESS, 'not_ready']),
        },
      },
    },
  }
}

function exampleOf(answerer: Answerer, day: string): object {
  const read = readQuestion(
    [
      ['q', '7401 00 00'],
      ['lang', 'en'],
    ],
    { today: day, regimes: [] },
  )
  return 'question' in read ? answerer.answer(read.question) : {}
}
