import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { transferTurn } from './transfer-turns.ts'

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

async function* untilTaken(bytes: Buffer, response: ServerResponse): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const part = bytes.subarray(at, at + PART_BYTES)
    await transferTurn(part.length)
    yield part
  }
  if (response.writableNeedDrain) await Promise.race([once(response, 'drain'), once(response, 'close')])
}
