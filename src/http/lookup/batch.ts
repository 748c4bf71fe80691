import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answerer } from '../../answer/answer.ts'
import { isLanguage } from '../../base/language.ts'
import { answer, LIMIT_HEADERS } from '../kernel/describe/parts.ts'
import { endpoint, type QueryInput } from '../kernel/endpoint/endpoint.ts'
import type { AdmittedBatch } from '../kernel/gate/admission.ts'
import { quote, sizeText } from '../kernel/problem/problem.ts'
import { withoutMembers } from '../kernel/problem/read-by-schema.ts'
import { accepted, orRefuse, Refusal } from '../kernel/problem/refusal.ts'
import { wrongParameters } from '../kernel/problem/wrong-parameters.ts'
import { UNCACHED_JSON } from '../kernel/reply/headers.ts'
import { acceptsCoding } from '../kernel/reply/response-body.ts'
import { languageOf } from '../kernel/request/language.ts'
import { LANGUAGE_ONLY } from '../kernel/request/parameters.ts'
import { parametersOf, queryOf } from '../kernel/request/url.ts'
import type { Services } from '../kernel/service/services.ts'
import { BATCH_PATH, type BatchWork, batchItems, headOf, MATCHES_SHOWN, workOn } from './batch-answer.ts'
import { BATCH_INVALID, BatchRequestSchema } from './batch-body.ts'
import { costOf } from './batch-cost.ts'
import { BatchResponseSchema } from './batch-schemas.ts'
import { BATCH_LIMITED, ITEMS_PER_POINT, NAME_PART } from './costs.ts'
import { BATCH_BODY, MAX_ITEMS } from './limits.ts'
import { readBatch } from './read-batch.ts'
import { readerTimeout } from './reader-timeout.ts'

/** How much of the answer is written at once: a larger chunk costs memory, a smaller one more calls for each line. */
const CHUNK_LENGTH = 64 * 1024

/** How long a batch waits for its reader in all; otherwise a few callers that read nothing would hold all slots. */
const READER_MS = 60_000

const TOO_LARGE = quote('batch_too_large', { size: sizeText(BATCH_BODY.bytes), max: MAX_ITEMS })

const EXAMPLE = {
  examples: {
    list: {
      summary: 'two codes and a name',
      value: {
        lang: 'en',
        items: [
          { id: '1', q: '7304 11 00', contract_date: '2022-01-31' },
          { id: '2', q: 'laptop', direction: 'export' },
          { id: 'last', q: '8471.30.00' },
        ],
      },
    },
  },
}

/** A day given in the URL would be ignored, and the answer would be about another day. */
const QUERY: QueryInput<{ readonly answerer: Answerer }> = {
  parameters: () => LANGUAGE_ONLY,
  problems: ['batch_invalid'],
  read(url, services) {
    const answerer = orRefuse(services.answerer(), 'not_ready')
    const wrong = (parametersOf(queryOf(url)) ?? [['', '']])
      .filter(([name, value]) => name !== 'lang' || !isLanguage(value))
      .map(([parameter]) => ({ ...BATCH_INVALID, parameter }))
    if (wrong.length > 0) throw new Refusal(BATCH_INVALID, wrongParameters(wrong))
    return { answerer }
  },
}

const { short, full } = ITEMS_PER_POINT

/** Many questions in one request, each with an answer of its own. */
export const check = endpoint({
  method: 'POST',
  path: BATCH_PATH,
  operationId: 'check',
  tag: 'lookup',
  summary: `Check a list of codes and names, at most ${MAX_ITEMS} at once`,
  description: `Lists have a limit of their own, in points, which the RateLimit headers count: one point for every ${short.code} codes, ${short.name} names (of ${NAME_PART} characters) or ${short.chapter} whole chapters begun; with \`detail: full\` for every ${full.code} codes, ${full.heading} headings, ${full.name} names or ${full.chapter} whole chapters. A list that costs more than the limit is taken when nothing else was sent in its minute. A line that cannot be read or answered has \`status: error\` and its own problem, and spoils no other; its \`id\` is null where it gave none. \`detail: full\` gives every line all fields of the lookup, \`short\` (the default) a line for each match; either way at most ${MATCHES_SHOWN} of them, and \`meta.total\` counts them all.`,
  limit: 'batches',
  query: QUERY,
  body: {
    input: BATCH_BODY,
    problems: { body_invalid: BATCH_INVALID, body_too_large: TOO_LARGE },
    schema: BatchRequestSchema,
    whole: withoutMembers(BatchRequestSchema),
    said: EXAMPLE,
    read: (body, services) => readBatch(body, regimesOf(services)),
  },
  answers: { 200: answer('The answers, in the order asked', BatchResponseSchema, LIMIT_HEADERS) },
  problems: ['batch_limited', 'batches_busy', 'busy'],
  async handle({ query: { answerer }, body: { batch }, services, admission, request, reply }) {
    // The caller has closed the connection, so `close` would never release a slot.
    if (reply.raw.destroyed) return reply.hijack()
    const begun = accepted(await admission.beginBatch(reply, costOf(batch), BATCH_LIMITED))
    begun.hold(CHUNK_LENGTH)
    const onError = (err: unknown) => services.log.error({ reqId: request.id, route: BATCH_PATH, err }, 'answer failed')
    const language = languageOf(request.url, batch.language)
    const work = workOn(batch, { answerer, today: services.today(), onError }, language)
    const chunks = writeAnswer(work, services.build, begun, reply.raw)
    return sendStream(request, reply, Readable.from(chunks, { objectMode: false }))
  },
})

const regimesOf = (services: Services) =>
  orRefuse(services.answerer(), 'not_ready').dataset.regimes.map(({ data }) => data.code)

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
