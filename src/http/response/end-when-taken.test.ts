import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { FastifyReply } from 'fastify'
import { endedWhenTaken } from './end-when-taken.ts'

function replyTo(socket: Socket | null) {
  const headers: Record<string, unknown> = {}
  const reply = {
    raw: { req: { socket }, writableNeedDrain: false },
    header: (name: string, value: unknown) => {
      headers[name] = value
    },
  }
  return { reply: reply as unknown as FastifyReply, headers }
}

test('a large body is written in parts, each in another turn of the event loop', async () => {
  const { reply, headers } = replyTo(new Socket())
  const body = randomBytes(700_000)
  let turn = 0
  let counting = true
  const count = () => {
    turn++
    if (counting) setImmediate(count)
  }
  setImmediate(count)
  const stream = endedWhenTaken(reply, body)
  assert.ok(stream instanceof Readable)
  const parts: Buffer[] = []
  const turns = new Set<number>()
  for await (const part of stream) {
    parts.push(part)
    turns.add(turn)
  }
  counting = false
  assert.ok(Buffer.concat(parts).equals(body))
  assert.deepEqual(
    parts.map(({ length }) => length),
    [262_144, 262_144, 175_712],
  )
  assert.ok(turns.size > 1, 'the parts came in one turn')
  assert.equal(headers['content-length'], 700_000)
})

test('a small body, and one that has no connection, is sent as it is', () => {
  const small = Buffer.alloc(64 * 1024)
  assert.equal(endedWhenTaken(replyTo(new Socket()).reply, small), small)
  const large = Buffer.alloc(700_000)
  assert.equal(endedWhenTaken(replyTo(null).reply, large), large)
})
