import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/**
 * A large body as a stream that ends when the kernel has taken it. Node regards a connection as idle as soon as its
 * response has ended, and a stop closes idle connections: a slow reader would lose the rest.
 */
export function endedWhenTaken(reply: FastifyReply, payload: unknown): unknown {
  const isBytes = typeof payload === 'string' || Buffer.isBuffer(payload)
  if (!isBytes || payload.length <= SOCKET_BUFFER_BYTES) return payload
  // A request that a program injects has no connection, and nobody would say that the body was taken.
  if (!(reply.raw.req.socket instanceof Socket)) return payload
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  reply.header('content-length', bytes.length)
  return Readable.from(untilTaken(bytes, reply.raw), { objectMode: false })
}

const SOCKET_BUFFER_BYTES = 64 * 1024

const PART_BYTES = 256 * 1024

/**
 * The most bytes of large bodies, of all responses together, that are written in one turn of the event loop. The kernel
 * takes megabytes at once, and libuv accepts one connection in each turn: three hundred callers who ask for the reference
 * of the API in the same moment would make a new connection wait for more than a second.
 */
const BYTES_IN_A_TURN = 2 * PART_BYTES
let writtenInTurn = 0

async function turnFor(bytes: number): Promise<void> {
  while (writtenInTurn + bytes > BYTES_IN_A_TURN) await nextTurn()
  if (writtenInTurn === 0)
    setImmediate(() => {
      writtenInTurn = 0
    })
  writtenInTurn += bytes
}

async function* untilTaken(bytes: Buffer, response: ServerResponse): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const part = bytes.subarray(at, at + PART_BYTES)
    await turnFor(part.length)
    yield part
  }
  if (response.writableNeedDrain) await Promise.race([once(response, 'drain'), once(response, 'close')])
}
