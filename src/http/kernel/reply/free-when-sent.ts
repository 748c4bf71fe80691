import type { FastifyReply } from 'fastify'

/** Less is collected soon enough. */
const WORTH_FREEING = 100_000

/**
 * Gives the memory of buffers that nobody else has back once the answer is sent. V8 counts them with the heap, and after
 * some 28 MB it marks all of it, which takes as much CPU as three large answers. Not when the caller hangs up: a thread may
 * still be compressing them.
 */
export function freeWhenSent(reply: FastifyReply, ...buffers: readonly Buffer[]): void {
  const large = buffers.filter(({ length, buffer }) => length >= WORTH_FREEING && buffer.byteLength === length)
  if (large.length > 0)
    reply.raw.once('finish', () => {
      for (const { buffer } of large) (buffer as ArrayBuffer).transfer(0)
    })
}
