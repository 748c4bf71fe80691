import type { FastifyInstance } from 'fastify'
import type { Answerer } from '../../answer/answer.ts'
import { type Question, readQuestion } from '../../answer/question.ts'
import { answerBytes } from '../../answer/serialize.ts'
import type { Day } from '../../terms/day.ts'
import type { AnswerCache } from '../cache/answer-cache.ts'
import type { Admission } from '../request/admission.ts'
import { lookupPoints } from '../request/costs.ts'
import { namesReady } from '../request/names-ready.ts'
import { lookupQuery, type WrongParameters, wrongParameters } from '../request/parameters.ts'
import { parametersOf, queryOf, queryProblem } from '../request/url.ts'
import { responseBody } from '../response/response-body.ts'
import { sendBody } from '../response/send-body.ts'
import { sendProblem } from '../response/send-problem.ts'
import type { Services } from '../services.ts'

export const LOOKUP_PATH = '/api/v1/cn'
export const LOOKUP_INPUT = { query: lookupQuery, body: null }

export function lookupRoute(app: FastifyInstance, services: Services, admission: Admission, cache: AnswerCache): void {
  app.get(LOOKUP_PATH, { config: { limit: 'lookups', input: LOOKUP_INPUT } }, async (request, reply) => {
    const answerer = services.answerer()
    if (!answerer) return sendProblem(request, reply, 'not_ready')
    const { url } = request
    const { version } = answerer.dataset
    const day = services.today()
    const cached = cache.get(url, version, day)
    if (cached) return sendBody(request, reply, cached)
    const read = readLookup(answerer, queryOf(url), day)
    if ('problem' in read) return sendProblem(request, reply, read.problem, read)
    const { question } = read
    await namesReady(answerer, question.read, question.asOf)
    const begun = await admission.begin(reply, lookupPoints(question))
    if ('problem' in begun) return sendProblem(request, reply, begun.problem)
    const bytes = answerBytes(answerer, question)
    begun.hold(bytes.length)
    await begun.nextTurn()
    const answer = responseBody(bytes)
    cache.offer(url, version, day, answer)
    return sendBody(request, reply, answer)
  })
}

/** The query of a URL as a question. */
export function readLookup(
  answerer: Answerer,
  query: string,
  today: Day,
): { readonly question: Question } | WrongParameters {
  const given = parametersOf(query)
  if (!given) return { problem: queryProblem(query) }
  const read = readQuestion(given, { today, dataset: answerer.dataset })
  return 'problems' in read ? wrongParameters(read.problems) : read
}
