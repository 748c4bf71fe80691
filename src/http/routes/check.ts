import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit } from '../access.ts'
import { BATCH_BODY_BYTES, readBatch } from '../batch.ts'
import { CHECK_PATH, type Checking, checkLine, headOf, lineReady } from '../checked.ts'
import { takes } from '../encoded.ts'
import { UNCACHED } from '../headers.ts'
import { languageOf } from '../language.ts'
import { errorsAt, PROBLEMS } from '../problems.ts'
import { parametersOf } from '../query.ts'
import { queryOf, sendProblem } from '../reply.ts'
import type { Services } from '../services.ts'
import { brusselsDay } from '../today.ts'

/** What is written to the caller at once. */
const CHUNK = 16 * 1024

/** Many questions at once: one request, one count, an answer for every line. */
export function checkRoute(app: FastifyInstance, services: Services): void {
  const today = brusselsDay(services.now)
  /** Before the body is read: one that is too large or no JSON counts as well. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = await admit(request, reply, 'batches', services)
    if (refusal) return sendProblem(request, reply, refusal)
  }
  const config = { refusals: { body_invalid: 'batch_invalid', body_too_large: 'batch_too_large' } } as const
  app.post(CHECK_PATH, { bodyLimit: BATCH_BODY_BYTES, onRequest, config }, (request, reply) => {
    const answerer = services.answerer()
    if (!answerer) return sendProblem(request, reply, 'not_ready')
    // A day given in the address would be ignored, and the answer be about another one.
    const parameters = parametersOf(queryOf(request.url)) ?? [['', '']]
    if (parameters.length > 0) {
      return sendProblem(request, reply, 'batch_invalid', (language) =>
        parameters.map(([parameter]) => ({ parameter, detail: PROBLEMS.batch_invalid.detail[language] })),
      )
    }
    const read = readBatch(request.body)
    if ('wrong' in read) {
      const { lang } = (request.body ?? {}) as { lang?: unknown }
      const code = read.wrong[0]?.code ?? 'batch_invalid'
      return sendProblem(request, reply, code, errorsAt(read.wrong), typeof lang === 'string' ? lang : undefined)
    }
    const { batch } = read
    const asOf = batch.asOf ?? today()
    const checking: Checking = {
      answerer,
      batch,
      asOf,
      language: languageOf(batch.language ?? undefined, request.headers['accept-language']),
      scope: answerer.scope(asOf, batch.language ?? 'pl'),
      onFault: (err) => services.log.error({ reqId: request.id, route: CHECK_PATH, err }, 'answer failed'),
    }
    const pieces = answerPieces(checking, services.build, () => reply.raw.destroyed)
    return sendPieces(request, reply, Readable.from(pieces, { objectMode: false }))
  })
}

/** The answer piece by piece: between two lines other requests get their turn, and a caller who hung up is left alone. */
async function* answerPieces(checking: Checking, build: string, hungUp: () => boolean): AsyncGenerator<string> {
  let text = `${JSON.stringify(headOf(checking, build)).slice(0, -1)},"items":[`
  for (const at of checking.batch.items.keys()) {
    if (hungUp()) return
    await lineReady(checking, at)
    text += `${at > 0 ? ',' : ''}${JSON.stringify(checkLine(checking, at))}`
    if (text.length >= CHUNK) {
      yield text
      text = ''
    }
    await nextTurn()
  }
  yield `${text}]}`
}

/** Not kept anywhere: the next list is another one. */
function sendPieces(request: FastifyRequest, reply: FastifyReply, body: Readable): FastifyReply {
  reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': UNCACHED })
  reply.header('vary', 'Accept-Encoding')
  if (!takes(request.headers['accept-encoding'] ?? '', 'gzip')) return reply.send(body)
  const packing = createGzip()
  // A caller who hangs up ends both; what fails in one fails in the other.
  body.on('error', (error) => packing.destroy(error))
  packing.on('close', () => body.destroy())
  return reply.header('content-encoding', 'gzip').send(body.pipe(packing))
}
