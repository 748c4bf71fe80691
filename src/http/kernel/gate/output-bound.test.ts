import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { outputBound } from './output-bound.ts'

/** As much of a response as is looked at. */
function response() {
  const events = new EventEmitter()
  return Object.assign(events, {
    destroyed: false,
    writableEnded: false,
    writableNeedDrain: false,
    destroy() {
      this.destroyed = true
      events.emit('close')
    },
  }) as unknown as ServerResponse & { destroyed: boolean; writableEnded: boolean; writableNeedDrain: boolean }
}

const from = (caller: string, network = `net ${caller}`) => ({ caller, network })
const sent = (answer: ServerResponse) => answer.emit('close')

test('what is made is counted until it is sent; beyond the bound there is no room', () => {
  const output = outputBound(() => {}, 100, { caller: 60, network: 100 })
  const [one, two] = [response(), response()]
  output.hold(one, from('a'), 50)
  assert.ok(output.hasShare('a', 'net a'))
  output.hold(one, from('a'), 10)
  assert.equal(output.hasShare('a', 'net a'), false, 'the caller has its share')
  assert.ok(output.hasShare('b', 'net b') && output.hasRoom())
  output.hold(two, from('b'), 40)
  assert.equal(output.heldBytes(), 100)
  assert.equal(output.hasRoom(), false)
  sent(one)
  assert.equal(output.heldBytes(), 40)
  assert.ok(output.hasShare('a', 'net a') && output.hasRoom())
  sent(two)
  sent(two)
  assert.equal(output.heldBytes(), 0)
})

test('the callers of a network have a share together, whatever each of them has', () => {
  const output = outputBound(() => {}, 100, { caller: 60, network: 70 })
  const answers = ['a', 'b'].map((caller) => {
    const answer = response()
    output.hold(answer, from(caller, 'net'), 35)
    return answer
  })
  assert.equal(output.hasShare('c', 'net'), false)
  assert.ok(output.hasShare('c', 'other') && output.hasRoom())
  sent(answers[0]!)
  assert.ok(output.hasShare('c', 'net'))
})

test('an answer to a caller that has hung up is not counted', () => {
  const output = outputBound(() => {}, 100, { caller: 60, network: 100 })
  const gone = response()
  gone.destroyed = true
  output.hold(gone, from('a'), 100)
  assert.equal(output.heldBytes(), 0)
})

test('for others, the answers that waited longest for their readers are given up; what is being made is not', () => {
  const clock = { ms: 0 }
  const output = outputBound(
    () => {},
    100,
    { caller: 90, network: 100 },
    () => clock.ms,
  )
  const [making, first, second] = [response(), response(), response()]
  output.hold(making, from('a'), 30)
  output.hold(first, from('b'), 40)
  output.hold(second, from('c'), 40)
  first.writableEnded = true
  assert.equal(output.hasRoom(), false, 'noticed to wait')
  second.writableEnded = true
  clock.ms = 4_999
  assert.equal(output.hasRoom(), false, 'a reader may take its time')
  clock.ms = 9_999
  assert.ok(output.hasRoom())
  assert.deepEqual([making.destroyed, first.destroyed, second.destroyed], [false, true, false])
  assert.deepEqual([output.heldBytes(), output.givenUp()], [70, 1])
})

test('who reads on, though slowly, keeps its answer', () => {
  const clock = { ms: 0 }
  const output = outputBound(
    () => {},
    100,
    { caller: 90, network: 100 },
    () => clock.ms,
  )
  const [reading, stalled] = [response(), response()]
  for (const one of [reading, stalled]) {
    output.hold(one, from('a'), 60)
    one.writableNeedDrain = true
  }
  assert.equal(output.hasRoom(), false)
  clock.ms = 4_000
  reading.emit('drain')
  assert.equal(output.hasRoom(), false)
  clock.ms = 5_000
  assert.ok(output.hasRoom())
  assert.deepEqual([reading.destroyed, stalled.destroyed], [false, true])
})
