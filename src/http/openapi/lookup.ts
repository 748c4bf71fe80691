import Type from 'typebox'
import type { Answerer } from '../../answer/answer.ts'
import { readQuestion } from '../../answer/question.ts'
import { CnResponseSchema } from '../../answer/response.ts'
import { exact } from '../../terms/exact.ts'
import { DATA_QUALITIES, DIRECTIONS } from '../../terms/law.ts'
import { PROBLEMS, type ProblemCode } from '../response/problems.ts'
import { ACCESS, problems, query, TAG_HEADER, tagged } from './parts.ts'

const Day = Type.String({ format: 'date' })

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

const QUESTION_CODES = (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) =>
  /^(q_|lang_|as_of_|contract_date_|direction_|regime_|limit_|offset_|include_|parameter_)/.test(code),
)

export function lookupPaths(answerer: Answerer, day: string): object {
  const example = exampleOf(answerer, day)
  return {
    '/api/v1/cn': {
      get: {
        operationId: 'lookUp',
        tags: ['lookup'],
        summary: 'Look up a CN code or a fragment of a product name',
        parameters: [
          query(
            'q',
            'a CN code (digits; spaces, dots, dashes and slashes are ignored) or a fragment of a product name',
            {
              type: 'string',
              maxLength: 200,
              examples: ['7304 11 00'],
            },
            true,
          ),
          query('lang', 'language of names and labels', { type: 'string', enum: ['pl', 'en'], default: 'pl' }),
          query('as_of', 'the day asked about; today in Brussels by default', { type: 'string', format: 'date' }),
          query('direction', 'only what concerns this direction', { type: 'string', enum: [...DIRECTIONS] }),
          query('regime', 'only this regime', {
            type: 'string',
            enum: answerer.dataset.regimes.map(({ data }) => data.code),
          }),
          query('contract_date', 'day of the contract, for wind-downs', { type: 'string', format: 'date' }),
          query('limit', 'results at most', { type: 'integer', minimum: 1, maximum: 500, default: 100 }),
          query('offset', 'results to skip', { type: 'integer', minimum: 0, default: 0 }),
          query('include', 'tree: also the place of the code in the tariff', { type: 'string', enum: ['tree'] }),
        ],
        responses: {
          200: tagged('The answer', CnResponseSchema, { code: { summary: '7401 00 00 in English', value: example } }),
          304: { description: 'The answer the caller has is still right', headers: TAG_HEADER },
          ...problems('/api/v1/cn', [...QUESTION_CODES, 'url_invalid', 'parameters_too_many', ...ACCESS, 'not_ready']),
          // Refused before it is known who asks, so nothing is counted.
          ...problems('/api/v1/cn', ['headers_too_large'], {}),
        },
      },
    },
    '/api/v1/suggest': {
      get: {
        operationId: 'suggest',
        tags: ['lookup'],
        summary: 'Codes and names while somebody types, at most ten',
        parameters: [
          query(
            'q',
            'the start of a code or of a name',
            { type: 'string', maxLength: 200, examples: ['mikrosk'] },
            true,
          ),
          query('lang', 'language of names', { type: 'string', enum: ['pl', 'en'], default: 'pl' }),
        ],
        responses: {
          200: tagged('Suggestions', SuggestionsSchema, {
            typing: {
              value: { suggestions: [{ code: '9011', name: 'Compound optical microscopes', restricted: false }] },
            },
          }),
          304: { description: 'Unchanged', headers: TAG_HEADER },
          ...problems('/api/v1/suggest', [
            'q_missing',
            'q_too_long',
            'lang_unknown',
            'parameter_unknown',
            'parameter_repeated',
            'url_invalid',
            'parameters_too_many',
            ...ACCESS,
            'not_ready',
          ]),
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
          ...problems('/api/v1/dataset', [...ACCESS, 'not_ready']),
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
