import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answerer } from '../../answer/answer.ts'
import { type Question, readQuestion } from '../../answer/question/question.ts'
import { answerBytes } from '../../answer/serialize.ts'
import type { Day } from '../../base/day.ts'
import { asking } from '../kernel/body/route-input.ts'
import type { Admission } from '../kernel/gate/admission.ts'
import { accepted, orRefuse } from '../kernel/problem/refusal.ts'
import { wrongParameters } from '../kernel/problem/wrong-parameters.ts'
import { freeWhenSent } from '../kernel/reply/free-when-sent.ts'
import { heldEtag, responseBody } from '../kernel/reply/response-body.ts'
import { sendBody, sendUnchanged } from '../kernel/reply/send-body.ts'
import { givenIn } from '../kernel/request/parameters.ts'
import type { Services } from '../kernel/service/services.ts'
import { answerCacheOf, answerEtag, answerKey } from './answer-cache.ts'
import { lookupPoints } from './costs.ts'
import { lookupQuery } from './lookup-parameters.ts'
import { namesReady } from './names-ready.ts'

export function lookupRoute(app: FastifyInstance, services: Services, admission: Admission): void {
  // HEAD is named too: the HEAD that Fastify adds to a GET sends `Content-Length: 0` with a 304 (RFC 9110, section 8.6).
  app.route({ method: ['GET', 'HEAD'], url: '/api/v1/cn', ...asking('lookups', lookupQuery), handler })

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const answerer = orRefuse(services.answerer(), 'not_ready')
    const question = readLookup(answerer, request.url, services.today())
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
  }
}

/** The query of a URL as a question. */
export function readLookup({ dataset }: Answerer, url: string, today: Day): Question {
  const read = readQuestion(givenIn(url), { today, dataset })
  return accepted('problems' in read ? wrongParameters(read.problems) : read).question
}
