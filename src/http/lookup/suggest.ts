import { SuggestionsSchema } from '../../answer/response/suggest-response.ts'
import { readTyped, SUGGEST_PARAMETERS } from '../../answer/shape/suggest.ts'
import { revalidated } from '../kernel/describe/parts.ts'
import { endpoint, lawParameters } from '../kernel/endpoint/endpoint.ts'
import { accepted } from '../kernel/problem/refusal.ts'
import { responseBody } from '../kernel/reply/response-body.ts'
import { sendBody } from '../kernel/reply/send-body.ts'
import { POINTS } from './costs.ts'
import { namesReady } from './names-ready.ts'

export const suggest = endpoint({
  method: 'GET',
  path: '/api/v1/suggest',
  operationId: 'suggest',
  tag: 'lookup',
  summary: 'Codes and names while somebody types, at most ten',
  limit: 'lookups',
  query: lawParameters(() => SUGGEST_PARAMETERS),
  answers: revalidated('Suggestions', SuggestionsSchema, {
    typing: {
      value: { suggestions: [{ code: '9011', name: 'Compound optical microscopes', restricted: false }] },
    },
  }),
  problems: ['busy'],
  async handle({ query: { answerer, q, lang }, services, admission, request, reply }) {
    const day = services.today()
    await namesReady(answerer, readTyped(q), day)
    accepted(await admission.begin(reply, POINTS.lookup))
    const text = JSON.stringify({ suggestions: answerer.suggest(q, lang, day) })
    return sendBody(request, reply, responseBody(text))
  },
})
