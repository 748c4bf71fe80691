import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answerer } from '../../answer/answer.ts'
import { type Question, readQuestion } from '../../answer/question.ts'
import { answerBytes } from '../../answer/serialize.ts'
import type { Day } from '../../terms/day.ts'
import { answerCacheOf, answerKey } from '../cache/answer-cache.ts'
import type { Admission } from '../request/admission.ts'
import { lookupPoints } from '../request/costs.ts'
import { namesReady } from '../request/names-ready.ts'
import { lookupQuery, type WrongParameters, wrongParameters } from '../request/parameters.ts'
import { parametersOf, queryOf, queryProblem } from '../request/url.ts'
import { freeWhenSent } from '../response/free-when-sent.ts'
import { responseBody } from '../response/response-body.ts'
import { sendBody } from '../response/send-body.ts'
import { sendProblem } from '../response/send-problem.ts'
import type { Services } from '../services.ts'

const LOOKUP_PATH = '/api/v1/cn'
export const LOOKUP_INPUT = { query: lookupQuery, body: null }

export function lookupRoute(app: FastifyInstance, services: Services, admission: Admission): void {
  const config = { limit: 'lookups', input: LOOKUP_INPUT } as const
  // HEAD is named too: the HEAD that Fastify adds to a GET sends `Content-Length: 0` with a 304 (RFC 9110, section 8.6).
  app.route({ method: ['GET', 'HEAD'], url: LOOKUP_PATH, config, handler })

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const answerer = services.answerer()
    if (!answerer) return sendProblem(request, reply, 'not_ready')
    const read = readLookup(answerer, queryOf(request.url), services.today())
    if ('problem' in read) return sendProblem(request, reply, read.problem, read)
    const { question } = read
    const cache = answerCacheOf(answerer)
    const key = answerKey('lookup', question)
    const cached = cache.get(key)
    if (cached) return sendBody(request, reply, cached)
    await namesReady(answerer, question.read, question.asOf)
    const begun = await admission.begin(reply, lookupPoints(question))
    if ('problem' in begun) return sendProblem(request, reply, begun.problem)
    const bytes = answerBytes(answerer, question)
    begun.hold(bytes.length)
    await begun.nextTurn()
    const answer = responseBody(bytes)
    if (!cache.set(key, answer)) freeWhenSent(reply, bytes)
    return sendBody(request, reply, answer)
  }
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
