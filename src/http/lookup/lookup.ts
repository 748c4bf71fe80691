import Type from 'typebox'
import type { Answerer } from '../../answer/answer.ts'
import { LIMIT_BY_DEFAULT } from '../../answer/question/parameters.ts'
import { readQuestion } from '../../answer/question/question.ts'
import { DEAL_PROBLEMS } from '../../answer/question/read-deal.ts'
import { CnResponseSchema } from '../../answer/response/response.ts'
import { CnShortLookupSchema } from '../../answer/response/short-response.ts'
import { answerBytes } from '../../answer/serialize.ts'
import { shortLookupOf } from '../../answer/shape/short.ts'
import { problems, revalidated, TAG_HEADER } from '../kernel/describe/parts.ts'
import { endpoint } from '../kernel/endpoint/endpoint.ts'
import { accepted } from '../kernel/problem/refusal.ts'
import { freeWhenSent } from '../kernel/reply/free-when-sent.ts'
import { heldEtag, responseBody } from '../kernel/reply/response-body.ts'
import { sendBody, sendUnchanged } from '../kernel/reply/send-body.ts'
import { answerCacheOf, answerEtag, answerKey } from './answer-cache.ts'
import { lookupPoints, POINTS } from './costs.ts'
import { namesReady } from './names-ready.ts'
import { QUESTION } from './question.ts'

const LookupSchema = Type.Union([CnResponseSchema, CnShortLookupSchema], {
  description: 'the full answer, or with `detail=short` its short form',
})

export const lookUp = endpoint({
  method: 'GET',
  path: '/api/v1/cn',
  operationId: 'lookUp',
  tag: 'lookup',
  summary: 'Look up a CN code or a fragment of a product name',
  description: `Costs ${POINTS.lookup} point of the limit. For a code of less than six digits, or a name, a \`limit\` above ${LIMIT_BY_DEFAULT} costs ${POINTS.manyMatches} more, the tree ${POINTS.tree} and the history ${POINTS.history} more. Large answers are made in turn.`,
  limit: 'lookups',
  query: QUESTION,
  answers: (answerer) => ({
    ...revalidated('The answer', LookupSchema, {
      short: { summary: '7401 00 00 in English, in short', value: exampleOf(answerer) },
    }),
    304: { description: 'The answer the caller has is still right', headers: TAG_HEADER },
    // Sent before the headers are read, so the request is not counted.
    ...problems(['headers_too_large'], {}),
  }),
  problems: [...DEAL_PROBLEMS, 'busy'],
  async handle({ query: { answerer, question }, services, admission, request, reply }) {
    const cache = answerCacheOf(answerer)
    const key = answerKey('lookup', question)
    const etag = answerEtag(answerer, services.build, key)
    const held = heldEtag(etag, request.headers)
    if (held !== null) return sendUnchanged(request, reply, held)
    const cached = cache.get(key)
    if (cached) return sendBody(request, reply, cached)
    await namesReady(answerer, question.read, question.asOf)
    const begun = accepted(await admission.begin(reply, lookupPoints(question)))
    const bytes = answerBytes(answerer, question)
    begun.hold(bytes.length)
    await begun.nextTurn()
    const answer = responseBody(bytes, etag)
    if (!cache.setIfAskedAgain(key, answer)) freeWhenSent(reply, bytes)
    return sendBody(request, reply, answer)
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
