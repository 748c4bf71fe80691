import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { FastifyReply } from 'fastify'
import { freeWhenSent } from './free-when-sent.ts'

const replyOf = (raw: EventEmitter) => ({ raw }) as unknown as FastifyReply

test('the memory of a large body is given back when its answer is sent, not when the caller hangs up', () => {
  const raw = new EventEmitter()
  const body = Buffer.allocUnsafeSlow(200_000)
  freeWhenSent(replyOf(raw), body)
  raw.emit('close')
  assert.equal(body.length, 200_000)
  raw.emit('finish')
  assert.equal(body.length, 0)
})

test('part of a larger buffer stays, since others have the rest', () => {
  const raw = new EventEmitter()
  const whole = Buffer.allocUnsafeSlow(400_000)
  freeWhenSent(replyOf(raw), whole.subarray(0, 200_000))
  raw.emit('finish')
  assert.equal(whole.length, 400_000)
})
