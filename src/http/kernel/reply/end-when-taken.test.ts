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

test('of large bodies no more than half a megabyte is written in a turn of the event loop', async () => {
  const { reply, headers } = replyTo(new Socket())
  const body = randomBytes(700_000)
  let turn = 0
  let counting = true
  const count = () => {
    turn++
    if (counting) setImmediate(count)
  }
  setImmediate(count)
  const written = new Map<number, number>()
  const read = async () => {
    const stream = endedWhenTaken(reply, body)
    assert.ok(stream instanceof Readable)
    const parts: Buffer[] = []
    for await (const part of stream) {
      parts.push(part)
      written.set(turn, (written.get(turn) ?? 0) + part.length)
    }
    return Buffer.concat(parts)
  }
  const all = await Promise.all(Array.from({ length: 10 }, read))
  counting = false
  assert.ok(all.every((one) => one.equals(body)))
  assert.ok(Math.max(...written.values()) <= 512 * 1024, `${Math.max(...written.values())} in one turn`)
  assert.equal(headers['content-length'], 700_000)
})

test('a small body, and one that has no connection, is sent as it is', () => {
  const small = Buffer.alloc(64 * 1024)
  assert.equal(endedWhenTaken(replyTo(new Socket()).reply, small), small)
  const large = Buffer.alloc(700_000)
  assert.equal(endedWhenTaken(replyTo(null).reply, large), large)
})
