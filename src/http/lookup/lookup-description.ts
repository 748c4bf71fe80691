import Type from 'typebox'
import type { Answerer } from '../../answer/answer.ts'
import { LIMIT_BY_DEFAULT } from '../../answer/question/parameters.ts'
import { readQuestion } from '../../answer/question/question.ts'
import { DEAL_PROBLEMS } from '../../answer/question/read-deal.ts'
import { DatasetSchema } from '../../answer/response/dataset-response.ts'
import { CnResponseSchema } from '../../answer/response/response.ts'
import { CnShortLookupSchema } from '../../answer/response/short-response.ts'
import { SuggestionsSchema } from '../../answer/response/suggest-response.ts'
import { shortLookupOf } from '../../answer/shape/short.ts'
import { SUGGEST_PARAMETERS } from '../../answer/shape/suggest.ts'
import { LANGUAGE_PROBLEMS, operation, problems, revalidated, TAG_HEADER } from '../kernel/describe/parts.ts'
import { POINTS } from './costs.ts'
import { lookupQuery } from './lookup-parameters.ts'

const LookupSchema = Type.Union([CnResponseSchema, CnShortLookupSchema], {
  description: 'the full answer, or with `detail=short` its short form',
})

export const lookupPaths = (answerer: Answerer) => ({
  '/api/v1/cn': {
    get: operation({
      operationId: 'lookUp',
      tags: ['lookup'],
      summary: 'Look up a CN code or a fragment of a product name',
      description: `Costs ${POINTS.lookup} point of the limit. For a code of less than six digits, or a name, a \`limit\` above ${LIMIT_BY_DEFAULT} costs ${POINTS.manyMatches} more, the tree ${POINTS.tree} and the history ${POINTS.history} more. Large answers are made in turn.`,
      query: lookupQuery(answerer.dataset),
      answers: {
        ...revalidated('The answer', LookupSchema, {
          short: { summary: '7401 00 00 in English, in short', value: exampleOf(answerer) },
        }),
        304: { description: 'The answer the caller has is still right', headers: TAG_HEADER },
        // Sent before the headers are read, so the request is not counted.
        ...problems(['headers_too_large'], {}),
      },
      refusals: [...DEAL_PROBLEMS, 'busy'],
    }),
  },
  '/api/v1/suggest': {
    get: operation({
      operationId: 'suggest',
      tags: ['lookup'],
      summary: 'Codes and names while somebody types, at most ten',
      query: SUGGEST_PARAMETERS,
      answers: revalidated('Suggestions', SuggestionsSchema, {
        typing: {
          value: { suggestions: [{ code: '9011', name: 'Compound optical microscopes', restricted: false }] },
        },
      }),
      refusals: ['busy'],
    }),
  },
  '/api/v1/dataset': {
    get: operation({
      operationId: 'describeDataset',
      tags: ['lookup'],
      summary: 'Version, regimes, consolidated texts, pending acts and counts of the data served',
      answers: revalidated('The dataset', DatasetSchema),
      refusals: [...LANGUAGE_PROBLEMS],
    }),
  },
})

/** About the newest state of the law, so that it does not change with the calendar. */
function exampleOf(answerer: Answerer): object {
  const { dataset } = answerer
  const states = dataset.regimes.map(({ data }) => data.state)
  const asked = { q: '7401 00 00', lang: 'en', regime: 'EU-BY-765-2006', as_of: states.toSorted().at(-1)! }
  const read = readQuestion(Object.entries(asked), { today: asked.as_of, dataset })
  return 'question' in read ? shortLookupOf(answerer.answer(read.question)) : {}
}
