import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsOfWorkers, limitsAmongWorkers } from './limits-workers.ts'

test('a worker that could not read the answer for long sends nothing twice: a caller gets its whole limit', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_700_000_000_000 })
  const { send } = process
  t.after(() => {
    if (send) process.send = send
    else Reflect.deleteProperty(process, 'send')
  })
  const counts = countsOfWorkers()
  const replies: (() => void)[] = []
  let counted = 0
  process.send = (message: unknown) => {
    const { ask, exchange } = message as { ask: number; exchange: Parameters<typeof counts.exchange>[0] }
    counted += exchange.reduce((sum, { points }) => sum + points, 0)
    const value = counts.exchange(exchange, Date.now())
    replies.push(() => process.emit('message', { answer: ask, value }, undefined))
    return true
  }
  const settled = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  const limits = limitsAmongWorkers(2)
  const take = () => limits.count('lookups 192.0.2.1', 300)
  const first = Array.from({ length: 9 }, take)
  // The worker is held up for three seconds, so that its timers run before it reads the answer.
  for (let second = 0; second < 3; second++) {
    t.mock.timers.tick(1_000)
    await settled()
  }
  for (const reply of replies.splice(0)) reply()
  await settled()
  t.mock.timers.tick(1_000)
  await settled()
  for (const reply of replies.splice(0)) reply()
  await settled()
  await Promise.all(first)
  assert.equal(counted, 9)
})
