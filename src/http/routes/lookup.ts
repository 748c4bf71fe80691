import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answerer } from '../../answer/answer.ts'
import { QUESTION_PROBLEMS } from '../../answer/problems.ts'
import { readQuestion } from '../../answer/question.ts'
import { writeResponse } from '../../answer/write.ts'
import { admit } from '../access.ts'
import { type Encoded, encode } from '../encoded.ts'
import type { KeptAnswers } from '../kept-answers.ts'
import type { ProblemCode } from '../problems.ts'
import { parametersOf, queryProblem } from '../query.ts'
import { queryOf, sendProblem } from '../reply.ts'
import { sendEncoded } from '../send-encoded.ts'
import type { Services } from '../services.ts'

export const LOOKUP_PATH = '/api/v1/cn'

export function lookupRoute(app: FastifyInstance, services: Services, kept: KeptAnswers, today: () => string): void {
  const answerTo = (answerer: Answerer, url: string): Encoded | Refused => {
    const day = today()
    const { version } = answerer.dataset
    const known = kept.get(url, version, day)
    if (known) return known
    const answer = compose(answerer, queryOf(url), day, services.build)
    if (!('code' in answer)) kept.offer(url, version, day, answer)
    return answer
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
    const answer = answerTo(answerer, request.url)
    if ('code' in answer) return sendProblem(request, reply, answer.code, answer.errors)
    return sendEncoded(request, reply, answer)
  }
}

interface Refused {
  readonly code: ProblemCode
  readonly errors?: Parameters<typeof sendProblem>[3]
}

function compose(answerer: Answerer, query: string, day: string, build: string): Encoded | Refused {
  const parameters = parametersOf(query)
  if (!parameters) return { code: queryProblem(query) }
  const regimes = answerer.dataset.regimes.map(({ data }) => data.code)
  const read = readQuestion(parameters, { today: day, regimes })
  if ('refusals' in read) {
    return {
      code: read.refusals[0]?.code ?? 'q_missing',
      errors: (language) =>
        read.refusals.map(({ code, parameter }) => ({ parameter, detail: QUESTION_PROBLEMS[code].detail[language] })),
    }
  }
  const body = writeResponse(answerer.answer(read.question))
  return encode(body, JSON.stringify([answerer.dataset.version, build, read.question]))
}
