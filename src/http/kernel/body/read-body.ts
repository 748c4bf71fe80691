import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Text } from '../../../base/language.ts'
import type { Admission } from '../gate/admission.ts'
import { networkOf } from '../limits/access.ts'
import { quote, sizeText } from '../problem/problem.ts'
import { Refusal } from '../problem/refusal.ts'
import { transferTurn } from '../reply/transfer-turns.ts'
import type { ArrivalBounds, Services } from '../service/services.ts'
import { ARRIVAL_BOUNDS, bodyBudget } from './body-budget.ts'
import { type Bounds, exceededBound, exceededInForm } from './json-bounds.ts'
import type { BodyInput } from './route-input.ts'
import { afterUnreadBody } from './unread-body.ts'

/** What a chunk takes besides its bytes. */
const CHUNK_BYTES = 256

/** A body as long as this takes some milliseconds to read, so it waits for its turn. */
const LONG_BYTES = 100_000

/**
 * The only reader of bodies, for all routes: what a route declares is checked while the bytes arrive and on the bytes
 * themselves, before anything is made of them. What a body means is for the reader of its route. The problems of a body
 * that is not taken are the general ones; a route may have its own in their place.
 */
export function readBodies(app: FastifyInstance, services: Services, admission: Admission): void {
  const bounds = { ...ARRIVAL_BOUNDS, ...services.settings.bodies }
  const budget = bodyBudget(bounds.heldBytes)
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (reply.getHeader('connection') === 'close') done()
    else afterUnreadBody(raw, bounds.windowMs, done)
  })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, payload: Readable, done) => {
    const { body } = request.routeOptions.config.input ?? { body: null }
    // A route that takes no body never reads one: Node drops what arrives.
    if (!body) return done(null, undefined)
    const caller = networkOf(request, services)
    const hold = (giveWay: () => void) => budget.open(caller, giveWay)
    readBytes(request, payload, body, bounds, hold).then(
      (arrived) => {
        const read = () => {
          const { bytes } = arrived
          arrived.release()
          if (bytes === null) return done(new Refusal('busy'))
          const refusal = refusalOf(bytes, body)
          if (refusal) return done(refusal)
          if (body.type !== 'application/json') return done(null, bytes.toString())
          parse(request, bytes.toString(), (error, value) => {
            const narrower = error || !body.narrower ? null : body.narrower(value)
            const exceeded = narrower && exceededBound(bytes, narrower)
            if (exceeded) done(tooLarge(exceeded, narrower))
            else done(error, value)
          })
        }
        if ((arrived.bytes?.length ?? 0) < LONG_BYTES) return read()
        // A body that is refused its turn has given way.
        const giveWay = () => {
          arrived.bytes = null
        }
        admission.turnOf(caller).catch(giveWay).then(read)
      },
      (error) => done(error),
    )
  })
}

function refusalOf(bytes: Buffer, body: BodyInput): Refusal | null {
  if (!isUtf8(bytes)) return new Refusal('body_invalid')
  const exceeded = body.type === 'application/json' ? exceededBound(bytes, body) : exceededInForm(bytes, body)
  return exceeded && tooLarge(exceeded, body)
}

/** A body that has arrived whole. Its bytes count until it is read. */
interface Arrived {
  /** Null once it had to give way. */
  bytes: Buffer | null
  release(): void
}

/** The whole body, if it has the type and the bytes that the route declares. */
async function readBytes(
  { headers }: FastifyRequest,
  payload: Readable,
  body: BodyInput,
  bounds: ArrivalBounds,
  hold: (giveWay: () => void) => ReturnType<ReturnType<typeof bodyBudget>['open']>,
): Promise<Arrived> {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== body.type) throw new Refusal('media_type_unsupported')
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (coding !== 'identity') throw new Refusal('content_encoding_unsupported')
  const announced = headers['content-length'] === undefined ? null : Number(headers['content-length'])
  if (announced !== null && announced > body.bytes) throw tooLarge('bytes', body)
  // With `optimizeEmptyRequests` a request without a body has ended already.
  if (payload.readableEnded) return { bytes: Buffer.alloc(0), release: () => {} }

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    let seen = 0
    const arrived: Arrived = { bytes: null, release: () => counted.close() }
    const counted = hold(() => {
      if (arrived.bytes) arrived.bytes = null
      else fail(new Refusal('busy', { unread: true }))
    })
    const checking = setInterval(() => {
      if (length - seen < bounds.leastBytes && !payload.isPaused()) fail(tooSlow(bounds))
      seen = length
    }, bounds.windowMs).unref()

    function onData(chunk: Buffer): void {
      length += chunk.length
      chunks.push(chunk)
      if (length > body.bytes) fail(tooLarge('bytes', body))
      else counted.add(chunk.length + CHUNK_BYTES)
    }
    const onEnd = () => {
      stop()
      arrived.bytes = Buffer.concat(chunks.splice(0), length)
      resolve(arrived)
    }
    const onBroken = () => fail(new Refusal('body_invalid', { unread: true }))

    function fail(refusal: Refusal): void {
      stop()
      counted.close()
      chunks.length = 0
      reject(refusal)
    }

    function stop(): void {
      clearInterval(checking)
      payload.off('data', onData).off('end', onEnd).off('close', onBroken).off('error', onBroken)
      // What still arrives is dropped; errors of an abandoned connection are ignored.
      payload.on('error', () => {}).resume()
    }
    const paced = (chunk: Buffer) => paceReading(payload, chunk)
    payload.on('data', onData).on('data', paced).on('end', onEnd).on('close', onBroken).on('error', onBroken)
  })
}

const tooSlow = ({ leastBytes, windowMs }: ArrivalBounds): Refusal =>
  new Refusal(quote('body_too_slow', { seconds: windowMs / 1000, size: sizeText(leastBytes) }), { unread: true })

/** Reads no more of a body until as much as this chunk may be read. */
function paceReading(payload: Readable, chunk: Buffer): void {
  const turn = transferTurn(chunk.length)
  if (!turn) return
  payload.pause()
  void turn.then(() => payload.resume())
}

/** Node reads the rest of a body that is too large and drops it, so that the caller, still sending, gets its answer. */
const tooLarge = (exceeded: keyof Bounds, bounds: Bounds, most = bounds.bytes): Refusal =>
  new Refusal(quote('body_too_large', { size: sizeText(most) }), {
    ...(exceeded !== 'bytes' && { advice: EXCEEDED[exceeded](bounds[exceeded]) }),
  })

const EXCEEDED: Readonly<Record<Exclude<keyof Bounds, 'bytes'>, (most: number) => Text>> = {
  parts: (most) => ({
    pl: `Ta treść ma więcej niż ${most} elementów (obiektów, list, pól i pozycji).`,
    en: `This body has more than ${most} parts (objects, lists, fields and members).`,
  }),
  depth: (most) => ({
    pl: `Ta treść jest zagnieżdżona głębiej niż ${most} poziomów.`,
    en: `This body is nested deeper than ${most} levels.`,
  }),
  textBytes: (most) => ({
    pl: `Jeden z tekstów w tej treści jest dłuższy niż ${most} bajtów.`,
    en: `One of the texts in this body is longer than ${most} bytes.`,
  }),
}
