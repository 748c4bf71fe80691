import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Ends the response to a large body when the kernel has taken it. Node regards a connection as idle as soon as its
 * response has ended, and a stop closes idle connections: a slow reader would lose the rest.
 */
export function endWhenTaken(response: ServerResponse, bytes: Buffer): void {
  if (bytes.length <= SOCKET_BUFFER_BYTES) response.end(bytes)
  else if (response.write(bytes)) response.end()
  else response.once('drain', () => response.end())
}

/** The same for what Fastify sends: a large body becomes a stream that ends when it was taken. */
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

async function* untilTaken(bytes: Buffer, response: ServerResponse): AsyncGenerator<Buffer> {
  yield bytes
  if (response.writableNeedDrain) await Promise.race([once(response, 'drain'), once(response, 'close')])
}
