import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLanguage } from '../../terms/language.ts'
import { BATCH_BODY } from '../input/bounds.ts'
import type { Admission, AdmittedBatch } from '../request/admission.ts'
import { placesAsked, readBatch, regimeAsked } from '../request/batch.ts'
import { costOf } from '../request/batch-cost.ts'
import { languageOf } from '../request/language.ts'
import { LANGUAGE_ONLY } from '../request/parameters.ts'
import { parametersOf, queryOf } from '../request/url.ts'
import { UNCACHED } from '../response/headers.ts'
import { errorsOf, PROBLEMS } from '../response/problems.ts'
import { type ReaderTimeout, readerTimeout } from '../response/reader-timeout.ts'
import { acceptsCoding } from '../response/response-body.ts'
import { sendProblem } from '../response/send-problem.ts'
import type { Services } from '../services.ts'
import { BATCH_PATH, type BatchWork, batchItems, headOf } from './batch-answer.ts'

/** How much of the answer is written at once: a larger chunk costs memory, a smaller one more calls for each line. */
const CHUNK_LENGTH = 64 * 1024

/** How long a batch waits for its reader in all; otherwise a few callers that read nothing would hold all slots. */
const READER_MS = 60_000

/** Many questions in one request, each with an answer of its own. */
export function batchRoute(app: FastifyInstance, services: Services, admission: Admission): void {
  const config = {
    limit: 'batches',
    input: { query: () => LANGUAGE_ONLY, body: BATCH_BODY },
    bodyProblems: { body_invalid: 'batch_invalid', body_too_large: 'batch_too_large' },
  } as const
  app.post(BATCH_PATH, { config }, async (request, reply) => {
    const answerer = services.answerer()
    if (!answerer) return sendProblem(request, reply, 'not_ready')
    // A day given in the URL would be ignored, and the answer would be about another day.
    const parameters = (parametersOf(queryOf(request.url)) ?? [['', '']]).filter(
      ([name, value]) => name !== 'lang' || !isLanguage(value),
    )
    if (parameters.length > 0) {
      return sendProblem(request, reply, 'batch_invalid', {
        errors: (language) =>
          parameters.map(([parameter]) => ({ parameter, detail: PROBLEMS.batch_invalid.detail[language] })),
      })
    }
    const read = readBatch(
      request.body,
      answerer.dataset.regimes.map(({ data }) => data.code),
    )
    if ('problems' in read) {
      const code = read.problems[0]?.code ?? 'batch_invalid'
      return sendProblem(request, reply, code, errorsOf(read.problems))
    }
    const { batch } = read
    // The caller has closed the connection, so `close` would never release a slot.
    if (reply.raw.destroyed) return reply.hijack()
    const begun = await admission.beginBatch(reply, costOf(batch))
    if ('problem' in begun) return sendProblem(request, reply, begun.problem)
    begun.hold(CHUNK_LENGTH)
    const language = languageOf(request.url, batch.language)
    const asOf = batch.asOf ?? services.today()
    const work: BatchWork = {
      answerer,
      batch,
      asOf,
      language,
      scope: answerer.scope(asOf, language, regimeAsked(batch), placesAsked(batch)),
      onError: (err) => services.log.error({ reqId: request.id, route: BATCH_PATH, err }, 'answer failed'),
    }
    const connection: Connection = {
      ...begun,
      isClosed: () => reply.raw.destroyed,
      timeout: readerTimeout(READER_MS, () => reply.raw.destroy()),
    }
    const chunks = writeAnswer(work, services.build, connection)
    return sendStream(request, reply, Readable.from(chunks, { objectMode: false }))
  })
}

const COMMA = Buffer.from(',')
const END = Buffer.from(']}')

interface Connection extends AdmittedBatch {
  isClosed(): boolean
  readonly timeout: ReaderTimeout
}

/**
 * The answer in chunks, each made when the one before was read: a caller that does not read stops the work. Between
 * slices of items other requests and other batches get their turn. The law and the day stay those it began with.
 */
async function* writeAnswer(work: BatchWork, build: string, connection: Connection): AsyncGenerator<Buffer> {
  const { nextTurn, isClosed, slot } = connection
  const timeout = whileWaiting(connection.timeout, slot)
  try {
    const items = batchItems(work)
    let pieces: Buffer[] = [Buffer.from(`${JSON.stringify(headOf(work, build)).slice(0, -1)},"items":[`)]
    let length = 0
    for (const at of work.batch.items.keys()) {
      const turn = nextTurn()
      if (turn) await turn
      if (isClosed()) return
      const line = items.json(at)
      if (at > 0) pieces.push(COMMA)
      for (const piece of line instanceof Promise ? await line : line) {
        pieces.push(piece)
        length += piece.length
      }
      if (length < CHUNK_LENGTH) continue
      timeout.start()
      yield Buffer.concat(pieces)
      timeout.pause()
      pieces = []
      length = 0
    }
    timeout.start()
    yield Buffer.concat([...pieces, END])
  } finally {
    timeout.pause()
    slot.release()
  }
}

/** A batch that waits for its reader may lose its slot to another, and is ended when it has waited too long in all. */
const whileWaiting = (timeout: ReaderTimeout, slot: AdmittedBatch['slot']): ReaderTimeout => ({
  start() {
    timeout.start()
    slot.waits()
  },
  pause() {
    timeout.pause()
    slot.goesOn()
  },
})

function sendStream(request: FastifyRequest, reply: FastifyReply, body: Readable): FastifyReply {
  reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': UNCACHED })
  reply.header('vary', 'Accept-Encoding')
  if (!acceptsCoding(request.headers['accept-encoding'] ?? '', 'gzip')) return reply.send(body)
  const gzip = createGzip()
  // `pipe` passes on neither errors nor the end of a connection.
  body.on('error', (error) => gzip.destroy(error))
  gzip.on('close', () => body.destroy())
  return reply.header('content-encoding', 'gzip').send(body.pipe(gzip))
}
