import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answerer } from '../../answer/answer.ts'
import { QUESTION_PROBLEMS } from '../../answer/problems.ts'
import { readQuestion } from '../../answer/question.ts'
import { serializeResponse } from '../../answer/serialize.ts'
import type { KeptAnswers } from '../cache/answer-cache.ts'
import { admit } from '../request/access.ts'
import { namesReady } from '../request/names-ready.ts'
import { parametersOf, queryProblem } from '../request/query-string.ts'
import type { ProblemCode } from '../response/problems.ts'
import { queryOf, sendProblem } from '../response/reply.ts'
import { type Encoded, encode } from '../response/response-body.ts'
import { sendEncoded } from '../response/send-body.ts'
import type { Services } from '../services.ts'

export const LOOKUP_PATH = '/api/v1/cn'

export function lookupRoute(app: FastifyInstance, services: Services, kept: KeptAnswers, today: () => string): void {
  const answerTo = (answerer: Answerer, url: string): MaybeLater<Encoded | Refused> => {
    const day = today()
    const { version } = answerer.dataset
    const known = kept.get(url, version, day)
    if (known) return known
    const keep = (answer: Encoded | Refused) => {
      if (!('code' in answer)) kept.offer(url, version, day, answer)
      return answer
    }
    const answer = compose(answerer, queryOf(url), day, services.build)
    return answer instanceof Promise ? answer.then(keep) : keep(answer)
  }

  app.get(LOOKUP_PATH, { config: { limit: 'lookups' } }, (request, reply) => {
    const verdict = admit(request, reply, 'lookups', services)
    if (verdict instanceof Promise) return verdict.then((refusal) => respond(request, reply, refusal))
    return respond(request, reply, verdict)
  })

  function respond(request: FastifyRequest, reply: FastifyReply, refusal: ProblemCode | null) {
    if (refusal) return sendProblem(request, reply, refusal)
    const answerer = services.answerer()
    if (!answerer) return sendProblem(request, reply, 'not_ready')
    const send = (answer: Encoded | Refused) =>
      'code' in answer ? sendProblem(request, reply, answer.code, answer.errors) : sendEncoded(request, reply, answer)
    const answer = answerTo(answerer, request.url)
    return answer instanceof Promise ? answer.then(send) : send(answer)
  }
}

interface Refused {
  readonly code: ProblemCode
  readonly errors?: Parameters<typeof sendProblem>[3]
}

/** At once, unless the question must wait for an index. */
type MaybeLater<T> = T | Promise<T>

function compose(answerer: Answerer, query: string, day: string, build: string): MaybeLater<Encoded | Refused> {
  const parameters = parametersOf(query)
  if (!parameters) return { code: queryProblem(query) }
  const regimes = answerer.dataset.regimes.map(({ data }) => data.code)
  const read = readQuestion(parameters, { today: day, regimes })
  if ('problems' in read) {
    return {
      code: read.problems[0]?.code ?? 'q_missing',
      errors: (language) =>
        read.problems.map(({ code, parameter }) => ({ parameter, detail: QUESTION_PROBLEMS[code].detail[language] })),
    }
  }
  const { question } = read
  const answer = () =>
    encode(serializeResponse(answerer.answer(question)), JSON.stringify([answerer.dataset.version, build, question]))
  return namesReady(answerer, question.read, question.asOf)?.then(answer) ?? answer()
}
