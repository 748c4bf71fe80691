import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Answerer } from '../../answer/answer.ts'
import { QUESTION_PROBLEMS } from '../../answer/problems.ts'
import { readQuestion } from '../../answer/question.ts'
import { writeResponse } from '../../answer/write.ts'
import { generations } from '../../store/generations.ts'
import { admit } from '../access.ts'
import { type Encoded, encode, isKnown, pack, packingFor, tagOf } from '../encoded.ts'
import { CACHED, EVERY_ANSWER } from '../headers.ts'
import type { ProblemCode } from '../problems.ts'
import { parametersOf } from '../query.ts'
import { queryOf, sendProblem } from '../reply.ts'
import type { Services } from '../services.ts'
import { brusselsDay } from '../today.ts'

/** Answers are kept as bytes: the same question on the same law on the same day has the same answer. */
const KEPT_BYTES = 16 * 1024 * 1024
/** A whole chapter can be a megabyte; such answers are rare and would push out many small ones. */
const KEPT_AT_MOST = 256 * 1024

/** Questions remembered as asked once, and how long one may be: some megabytes at most, whoever asks. */
const ASKED_AT_MOST = 5_000
const QUERY_AT_MOST = 500

export function lookupRoute(app: FastifyInstance, services: Services): void {
  const kept = new LRUCache<string, Encoded>({
    maxSize: KEPT_BYTES,
    sizeCalculation: sizeOf,
    maxEntrySize: KEPT_AT_MOST * 2,
  })
  const asked = generations<true>(ASKED_AT_MOST)
  const today = brusselsDay(services.now)
  /** The version alone: a law that was replaced must not be kept in memory from here. */
  let keptFor = ''
  let keptOn = ''

  const answerTo = (answerer: Answerer, query: string): Encoded | Refused => {
    const day = today()
    if (keptFor !== answerer.dataset.version || keptOn !== day) {
      kept.clear()
      keptFor = answerer.dataset.version
      keptOn = day
    }
    const known = kept.get(query)
    if (known) return known
    const answer = compose(answerer, query, day, services.build)
    // Kept when asked for a second time: what nobody repeats would only push out what many ask.
    if ('code' in answer || query.length > QUERY_AT_MOST) return answer
    if (asked.get(query)) kept.set(query, answer)
    else asked.set(query, true)
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
  const body = writeResponse(answerer.answer(read.question))
  return encode(body, JSON.stringify([answerer.dataset.version, build, read.question]))
}

const EVERY_PLAIN_ANSWER: readonly string[] = [
  ...Object.entries(EVERY_ANSWER).flat(),
  'cache-control',
  CACHED,
  'vary',
  'Accept-Encoding',
]

const JSON_TYPE = 'application/json; charset=utf-8'

/** The heart of the hot path: everything in it is ready beforehand. */
export function send(request: FastifyRequest, reply: FastifyReply, answer: Encoded, type = JSON_TYPE) {
  const packing = packingFor(answer.body, request.headers['accept-encoding'])
  const tag = tagOf(answer, packing)
  if (packing === null && request.headers['if-none-match'] === undefined) {
    return sendPlain(request, reply, answer, tag, type)
  }
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

function sendPlain(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Encoded,
  tag: string,
  type: string,
): FastifyReply {
  // Past Fastify, which would take each header through several hands; and as a list, which Node writes as it stands.
  reply.hijack()
  reply.raw.writeHead(200, [
    ...EVERY_PLAIN_ANSWER,
    ...(reply.limitHeaders ?? []),
    'x-request-id',
    request.id,
    'etag',
    tag,
    'content-type',
    type,
    'content-length',
    `${answer.body.length}`,
  ])
  reply.raw.end(answer.body)
  return reply
}

const sizeOf = ({ body }: Encoded): number => body.length * 2 // packed forms included, roughly
