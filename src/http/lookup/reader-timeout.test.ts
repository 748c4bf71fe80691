import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { readerTimeout } from './reader-timeout.ts'

function started(t: TestContext, milliseconds: number) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  let elapsed = 0
  t.mock.method(performance, 'now', () => elapsed)
  let givenUp = 0
  const timeout = readerTimeout(milliseconds, () => givenUp++)
  const tick = (ms: number) => {
    elapsed += ms
    t.mock.timers.tick(ms)
  }
  return { timeout, tick, givenUp: () => givenUp }
}

test('a reader that stands still is given up, once', (t) => {
  const { timeout, tick, givenUp } = started(t, 1_000)
  timeout.start()
  tick(999)
  assert.equal(givenUp(), 0)
  tick(1)
  tick(10_000)
  assert.equal(givenUp(), 1)
})

test('one that reads is waited for as often as it likes, but not longer in all', (t) => {
  const { timeout, tick, givenUp } = started(t, 1_000)
  for (let time = 0; time < 9; time++) {
    timeout.start()
    tick(100)
    timeout.pause()
    tick(60_000) // its own work does not count
  }
  assert.equal(givenUp(), 0)
  timeout.start()
  tick(100)
  assert.equal(givenUp(), 1)
})

test('a clock that is set while a reader waits changes nothing', (t) => {
  const { timeout, tick, givenUp } = started(t, 1_000)
  timeout.start()
  t.mock.timers.setTime(86_400_000)
  timeout.pause()
  timeout.start()
  tick(999)
  assert.equal(givenUp(), 0)
  tick(1)
  assert.equal(givenUp(), 1)
})
