import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLanguage } from '../../base/language.ts'
import type { Admission, AdmittedBatch } from '../kernel/gate/admission.ts'
import { quote, sizeText } from '../kernel/problem/problem.ts'
import { accepted, acceptedBody, orRefuse, Refusal } from '../kernel/problem/refusal.ts'
import { wrongParameters } from '../kernel/problem/wrong-parameters.ts'
import { UNCACHED_JSON } from '../kernel/reply/headers.ts'
import { acceptsCoding } from '../kernel/reply/response-body.ts'
import { languageOf } from '../kernel/request/language.ts'
import { LANGUAGE_ONLY } from '../kernel/request/parameters.ts'
import { parametersOf, queryOf } from '../kernel/request/url.ts'
import type { Services } from '../kernel/service/services.ts'
import { BATCH_PATH, type BatchWork, batchItems, headOf, workOn } from './batch-answer.ts'
import { BATCH_INVALID } from './batch-body.ts'
import { costOf } from './batch-cost.ts'
import { BATCH_LIMITED } from './costs.ts'
import { BATCH_BODY, MAX_ITEMS } from './limits.ts'
import { readBatch } from './read-batch.ts'
import { readerTimeout } from './reader-timeout.ts'

/** How much of the answer is written at once: a larger chunk costs memory, a smaller one more calls for each line. */
const CHUNK_LENGTH = 64 * 1024

/** How long a batch waits for its reader in all; otherwise a few callers that read nothing would hold all slots. */
const READER_MS = 60_000

const TOO_LARGE = quote('batch_too_large', { size: sizeText(BATCH_BODY.bytes), max: MAX_ITEMS })

/** Many questions in one request, each with an answer of its own. */
export function batchRoute(app: FastifyInstance, services: Services, admission: Admission): void {
  const config = {
    limit: 'batches',
    input: { query: () => LANGUAGE_ONLY, body: BATCH_BODY },
    bodyProblems: { body_invalid: BATCH_INVALID, body_too_large: TOO_LARGE },
  } as const
  app.post(BATCH_PATH, { config }, async (request, reply) => {
    const answerer = orRefuse(services.answerer(), 'not_ready')
    // A day given in the URL would be ignored, and the answer would be about another day.
    const wrong = (parametersOf(queryOf(request.url)) ?? [['', '']])
      .filter(([name, value]) => name !== 'lang' || !isLanguage(value))
      .map(([parameter]) => ({ ...BATCH_INVALID, parameter }))
    if (wrong.length > 0) throw new Refusal(BATCH_INVALID, wrongParameters(wrong))
    const regimes = answerer.dataset.regimes.map(({ data }) => data.code)
    const { batch } = acceptedBody(readBatch(request.body, regimes))
    // The caller has closed the connection, so `close` would never release a slot.
    if (reply.raw.destroyed) return reply.hijack()
    const begun = accepted(await admission.beginBatch(reply, costOf(batch), BATCH_LIMITED))
    begun.hold(CHUNK_LENGTH)
    const onError = (err: unknown) => services.log.error({ reqId: request.id, route: BATCH_PATH, err }, 'answer failed')
    const language = languageOf(request.url, batch.language)
    const work = workOn(batch, { answerer, today: services.today(), onError }, language)
    const chunks = writeAnswer(work, services.build, begun, reply.raw)
    return sendStream(request, reply, Readable.from(chunks, { objectMode: false }))
  })
}

const COMMA = Buffer.from(',')
const END = Buffer.from(']}')

/**
 * The answer in chunks, each made when the one before was read: a caller that does not read stops the work. Between
 * slices of items other requests and other batches get their turn. The law and the day stay those it began with.
 */
async function* writeAnswer(
  work: BatchWork,
  build: string,
  { nextTurn, slot }: AdmittedBatch,
  connection: ServerResponse,
): AsyncGenerator<Buffer> {
  const timeout = readerTimeout(READER_MS, () => connection.destroy())
  // A batch that waits for its reader may lose its slot to another, and is ended when it has waited too long in all.
  const waits = () => {
    timeout.start()
    slot.waits()
  }
  const goesOn = () => {
    timeout.pause()
    slot.goesOn()
  }
  try {
    const items = batchItems(work)
    let pieces: Buffer[] = [Buffer.from(`${JSON.stringify(headOf(work, build)).slice(0, -1)},"items":[`)]
    let length = 0
    for (const at of work.batch.items.keys()) {
      const turn = nextTurn()
      if (turn) await turn
      if (connection.destroyed) return
      const line = items.json(at)
      if (at > 0) pieces.push(COMMA)
      for (const piece of line instanceof Promise ? await line : line) {
        pieces.push(piece)
        length += piece.length
      }
      if (length < CHUNK_LENGTH) continue
      waits()
      yield Buffer.concat(pieces)
      goesOn()
      pieces = []
      length = 0
    }
    waits()
    yield Buffer.concat([...pieces, END])
  } finally {
    goesOn()
    slot.release()
  }
}

function sendStream(request: FastifyRequest, reply: FastifyReply, body: Readable): FastifyReply {
  reply.headers({ ...UNCACHED_JSON, vary: 'Accept-Encoding' })
  if (!acceptsCoding(request.headers['accept-encoding'] ?? '', 'gzip')) return reply.send(body)
  const gzip = createGzip()
  // `pipe` passes on neither errors nor the end of a connection.
  body.on('error', (error) => gzip.destroy(error))
  gzip.on('close', () => body.destroy())
  return reply.header('content-encoding', 'gzip').send(body.pipe(gzip))
}
