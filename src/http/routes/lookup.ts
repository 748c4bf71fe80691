import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Answerer } from '../../answer/answer.ts'
import { QUESTION_PROBLEMS } from '../../answer/problems.ts'
import { readQuestion } from '../../answer/question.ts'
import { admit } from '../access.ts'
import { type Encoded, encode, isKnown, pack, packingFor, tagOf } from '../encoded.ts'
import { CACHED } from '../headers.ts'
import type { ProblemCode } from '../problems.ts'
import { parametersOf } from '../query.ts'
import { queryOf, sendProblem } from '../reply.ts'
import type { Services } from '../services.ts'
import { brusselsDay } from '../today.ts'

/** Answers are kept as bytes: the same question on the same law on the same day has the same answer. */
const KEPT_BYTES = 24 * 1024 * 1024
/** A whole chapter can be a megabyte; such answers are rare and would push out many small ones. */
const KEPT_AT_MOST = 256 * 1024

export function lookupRoute(app: FastifyInstance, services: Services): void {
  const kept = new LRUCache<string, Encoded>({
    maxSize: KEPT_BYTES,
    sizeCalculation: sizeOf,
    maxEntrySize: KEPT_AT_MOST * 2,
  })
  const today = brusselsDay(services.now)
  /** The version alone: a law that was replaced must not be kept in memory from here. */
  let keptFor = ''

  const answerTo = (answerer: Answerer, query: string): Encoded | Refused => {
    if (keptFor !== answerer.dataset.version) {
      kept.clear()
      keptFor = answerer.dataset.version
    }
    const day = today()
    const key = `${day} ${query}`
    const known = kept.get(key)
    if (known) return known
    const answer = compose(answerer, query, day, services.build)
    if (!('code' in answer)) kept.set(key, answer)
    return answer
  }

  app.get('/api/v1/cn', (request, reply) => {
    const verdict = admit(request, reply, 'lookups', services)
    if (verdict instanceof Promise) return verdict.then((refusal) => respond(request, reply, refusal))
    return respond(request, reply, verdict)
  })

  function respond(request: FastifyRequest, reply: FastifyReply, refusal: ProblemCode | null) {
    if (refusal) return sendProblem(request, reply, refusal)
    const answerer = services.answerer()
    if (!answerer) return sendProblem(request, reply, 'not_ready')
    const answer = answerTo(answerer, queryOf(request.url))
    if ('code' in answer) return sendProblem(request, reply, answer.code, answer.errors)
    return send(request, reply, answer)
  }
}

interface Refused {
  readonly code: ProblemCode
  readonly errors?: Parameters<typeof sendProblem>[3]
}

function compose(answerer: Answerer, query: string, day: string, build: string): Encoded | Refused {
  const parameters = parametersOf(query)
  if (!parameters) return { code: 'url_invalid' }
  const regimes = answerer.dataset.regimes.map(({ data }) => data.code)
  const read = readQuestion(parameters, { today: day, regimes })
  if ('refusals' in read) {
    return {
      code: read.refusals[0]?.code ?? 'q_missing',
      errors: (language) =>
        read.refusals.map(({ code, parameter }) => ({ parameter, detail: QUESTION_PROBLEMS[code].detail[language] })),
    }
  }
  const text = JSON.stringify(answerer.answer(read.question))
  return encode(text, JSON.stringify([answerer.dataset.version, build, read.question]))
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** The heart of the hot path: everything in it is ready beforehand. */
export function send(request: FastifyRequest, reply: FastifyReply, answer: Encoded, type = JSON_TYPE) {
  const packing = packingFor(answer.body, request.headers['accept-encoding'])
  const tag = tagOf(answer, packing)
  reply.headers({ etag: tag, 'cache-control': CACHED, vary: 'Accept-Encoding' })
  if (isKnown(request.headers['if-none-match'], tag)) {
    reply.code(304)
    // Fastify gives HEAD without a body the length 0, and a 304 may have none but the answer's own.
    if (request.method !== 'HEAD') return reply.send()
  }
  reply.header('content-type', type)
  if (packing === null) return reply.send(answer.body)
  reply.header('content-encoding', packing)
  return pack(answer, packing).then((body) => reply.send(body))
}

const sizeOf = ({ body }: Encoded): number => body.length * 2 // packed forms included, roughly
