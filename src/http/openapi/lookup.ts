import Type from 'typebox'
import type { Answerer } from '../../answer/answer.ts'
import { DatasetSchema } from '../../answer/dataset-response.ts'
import { DEAL_PROBLEMS } from '../../answer/deal/read-deal.ts'
import { LIMIT_BY_DEFAULT } from '../../answer/parameters.ts'
import { lookupParameters, readQuestion } from '../../answer/question.ts'
import { CnResponseSchema } from '../../answer/response.ts'
import { shortLookupOf } from '../../answer/short.ts'
import { CnShortLookupSchema } from '../../answer/short-response.ts'
import { SUGGEST_PARAMETERS } from '../../answer/suggest.ts'
import { SuggestionsSchema } from '../../answer/suggest-response.ts'
import type { Day } from '../../terms/day.ts'
import { POINTS } from '../request/costs.ts'
import { LANGUAGE_ONLY } from '../request/parameters.ts'
import { ACCESS, parameterProblems, parametersIn, problems, TAG_HEADER, tagged } from './parts.ts'

const LookupSchema = Type.Union([CnResponseSchema, CnShortLookupSchema], {
  description: 'the full answer, or with `detail=short` its short form',
})

export function lookupPaths(answerer: Answerer, day: Day): object {
  const example = exampleOf(answerer, day)
  const { regimes, countries } = answerer.dataset
  const parameters = lookupParameters(
    regimes.map(({ data }) => data.code),
    countries,
  )
  return {
    '/api/v1/cn': {
      get: {
        operationId: 'lookUp',
        tags: ['lookup'],
        summary: 'Look up a CN code or a fragment of a product name',
        description: `Costs ${POINTS.lookup} point of the limit. For a code of less than six digits, or a name, a \`limit\` above ${LIMIT_BY_DEFAULT} costs ${POINTS.manyMatches} more, the tree ${POINTS.tree} and the history ${POINTS.history} more. Large answers are made in turn.`,
        parameters: parametersIn(parameters),
        responses: {
          200: tagged('The answer', LookupSchema, {
            short: { summary: '7401 00 00 in English, in short', value: example },
          }),
          304: { description: 'The answer the caller has is still right', headers: TAG_HEADER },
          ...problems([...parameterProblems(parameters), ...DEAL_PROBLEMS, ...ACCESS, 'not_ready', 'busy']),
          // Sent before the headers are read, so the request is not counted.
          ...problems(['headers_too_large'], {}),
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
          ...problems([...parameterProblems(SUGGEST_PARAMETERS), ...ACCESS, 'not_ready', 'busy']),
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
          ...problems([...parameterProblems(LANGUAGE_ONLY), ...ACCESS, 'not_ready']),
        },
      },
    },
  }
}

function exampleOf(answerer: Answerer, day: Day): object {
  const read = readQuestion(
    [
      ['q', '7401 00 00'],
      ['lang', 'en'],
      ['regime', 'EU-BY-765-2006'],
    ],
    { today: day, dataset: answerer.dataset },
  )
  return 'question' in read ? shortLookupOf(answerer.answer(read.question)) : {}
}
