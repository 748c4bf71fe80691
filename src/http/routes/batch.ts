import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit, chargeMore, refuseFor } from '../request/access.ts'
import { BATCH_BODY_BYTES, type Batch, readBatch } from '../request/batch.ts'
import { costOf } from '../request/batch-cost.ts'
import { batchSlots } from '../request/batch-slots.ts'
import { oneATurn } from '../request/fair-turns.ts'
import { languageOf } from '../request/language.ts'
import { parametersOf } from '../request/url.ts'
import { UNCACHED } from '../response/headers.ts'
import { errorsAt, PROBLEMS, type ProblemCode } from '../response/problems.ts'
import { type Patience, patienceFor } from '../response/reader-timeout.ts'
import { queryOf, sendProblem } from '../response/reply.ts'
import { takes } from '../response/response-body.ts'
import type { Services } from '../services.ts'
import { brusselsDay } from '../today.ts'
import { CHECK_PATH, type Checking, checkLine, headOf, lineReady } from './batch-answer.ts'

/** What is written to the caller at once. */
const CHUNK = 16 * 1024

/** Lists worked on at the same time: each holds its body and the answer of some lines. */
const FOR_CALLER = 2
const IN_ALL = 8
/** Who is refused for them may come back after this time; sooner would only use up its limit. */
const BUSY_SECONDS = 5

/** How long readers may keep a list waiting in all, or a few that read nothing would hold all slots. */
const READER_MS = 60_000

/** Many questions at once: one request, an answer for every line. */
export function checkRoute(app: FastifyInstance, services: Services): void {
  const today = brusselsDay(services.now)
  const slots = batchSlots(FOR_CALLER, IN_ALL)
  const nextTurn = oneATurn()

  /** A slot to work in and the rest of what the list costs, or why it cannot be worked on now. */
  async function begin(reply: FastifyReply, batch: Batch): Promise<{ end: () => void } | { refusal: ProblemCode }> {
    const { counted } = reply
    if (!counted) throw new Error('a list that was not counted')
    const end = slots.take(counted.caller.bucket)
    if (!end) return { refusal: refuseFor(BUSY_SECONDS, reply, services, 'batches_busy') }
    reply.raw.once('close', end)
    // A list that costs more than the whole limit is taken when nothing else was asked in its minute.
    const cost = Math.min(costOf(batch), counted.perMinute)
    const refusal = await chargeMore(reply, counted, cost - 1, services, 'batch_limited')
    if (!refusal) return { end }
    end()
    return { refusal }
  }

  /** The first point, before the body is read: one that is too large or no JSON counts as well. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = await admit(request, reply, 'batches', services)
    if (refusal) return sendProblem(request, reply, refusal)
  }
  const config = {
    limit: 'batches',
    refusals: { body_invalid: 'batch_invalid', body_too_large: 'batch_too_large' },
  } as const
  app.post(CHECK_PATH, { bodyLimit: BATCH_BODY_BYTES, onRequest, config }, async (request, reply) => {
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
    // Whoever hung up meanwhile would never free its slot.
    if (reply.raw.destroyed) return reply.hijack()
    const begun = await begin(reply, batch)
    if ('refusal' in begun) return sendProblem(request, reply, begun.refusal, () => [], batch.language ?? undefined)
    const asOf = batch.asOf ?? today()
    const checking: Checking = {
      answerer,
      batch,
      asOf,
      language: languageOf(batch.language ?? undefined, request.headers['accept-language']),
      scope: answerer.scope(asOf, batch.language ?? 'pl'),
      onFault: (err) => services.log.error({ reqId: request.id, route: CHECK_PATH, err }, 'answer failed'),
    }
    const working: Working = {
      nextTurn,
      hungUp: () => reply.raw.destroyed,
      patience: patienceFor(READER_MS, () => reply.raw.destroy()),
      end: begun.end,
    }
    const pieces = answerPieces(checking, services.build, working)
    return sendPieces(request, reply, Readable.from(pieces, { objectMode: false }))
  })
}

interface Working {
  nextTurn(): Promise<void>
  hungUp(): boolean
  readonly patience: Patience
  end(): void
}

/**
 * The answer piece by piece, each made when the one before was taken: a reader that does not read stops the work.
 * Before every line other requests get their turn, and other lists theirs.
 */
async function* answerPieces(checking: Checking, build: string, working: Working): AsyncGenerator<string> {
  const { nextTurn, hungUp, patience, end } = working
  try {
    let text = `${JSON.stringify(headOf(checking, build)).slice(0, -1)},"items":[`
    for (const at of checking.batch.items.keys()) {
      await nextTurn()
      if (hungUp()) return
      await lineReady(checking, at)
      text += `${at > 0 ? ',' : ''}${JSON.stringify(checkLine(checking, at))}`
      if (text.length < CHUNK) continue
      patience.wait()
      yield text
      patience.goOn()
      text = ''
    }
    patience.wait()
    yield `${text}]}`
  } finally {
    patience.goOn()
    end()
  }
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
