import type { FastifyInstance } from 'fastify'
import type { Answerer } from '../../answer/answer.ts'
import { type Question, readQuestion } from '../../answer/question.ts'
import { answerBytes } from '../../answer/serialize.ts'
import type { Day } from '../../terms/day.ts'
import type { AnswerCache } from '../cache/answer-cache.ts'
import { namesReady } from '../request/names-ready.ts'
import { lookupQuery, type WrongParameters, wrongParameters } from '../request/parameters.ts'
import { parametersOf, queryOf, queryProblem } from '../request/url.ts'
import { type ResponseBody, responseBody } from '../response/response-body.ts'
import { sendBody } from '../response/send-body.ts'
import { sendProblem } from '../response/send-problem.ts'
import type { Services } from '../services.ts'

export const LOOKUP_PATH = '/api/v1/cn'
export const LOOKUP_INPUT = { query: lookupQuery, body: null }

export function lookupRoute(app: FastifyInstance, services: Services, cache: AnswerCache): void {
  app.get(LOOKUP_PATH, { config: { limit: 'lookups', input: LOOKUP_INPUT } }, (request, reply) => {
    const answerer = services.answerer()
    if (!answerer) return sendProblem(request, reply, 'not_ready')
    const { url } = request
    const { version } = answerer.dataset
    const day = services.today()
    const cached = cache.get(url, version, day)
    if (cached) return sendBody(request, reply, cached)
    const send = (answer: ResponseBody | WrongParameters) => {
      if ('problem' in answer) return sendProblem(request, reply, answer.problem, answer)
      cache.offer(url, version, day, answer)
      return sendBody(request, reply, answer)
    }
    const answer = answerTo(answerer, queryOf(url), day)
    return answer instanceof Promise ? answer.then(send) : send(answer)
  })
}

/** Synchronous, unless the question must wait until names are indexed. */
function answerTo(
  answerer: Answerer,
  query: string,
  today: Day,
): ResponseBody | WrongParameters | Promise<ResponseBody> {
  const read = readLookup(answerer, query, today)
  if ('problem' in read) return read
  const { question } = read
  const answer = () => responseBody(answerBytes(answerer, question))
  return namesReady(answerer, question.read, question.asOf)?.then(answer) ?? answer()
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
