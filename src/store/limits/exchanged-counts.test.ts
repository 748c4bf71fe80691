import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { exchangedCounts, type Increment, type Taken } from './exchanged-counts.ts'
import { WINDOW_MS } from './fixed-window.ts'
import { countsOfWorkers } from './limits-workers.ts'

const CALLER = [{ bucket: 'lookups 192.0.2.1', perMinute: 300 }]

const granted = (taken: Taken | 'wait'): boolean => taken !== 'wait' && taken.state.allowed

/** Exchanges the counts of a process at once. */
function exchange(
  process: ReturnType<typeof exchangedCounts>,
  shared: ReturnType<typeof countsOfWorkers>,
  now: number,
) {
  const increments = process.outgoing(now)
  process.incoming(shared.exchange(increments, now), now)
  return increments
}

test('a request is judged from memory until five in a hundred of the limit are unconfirmed', () => {
  const counts = exchangedCounts(100, 1)
  for (let at = 1; at <= 15; at++) {
    const taken = counts.take(CALLER, 1, 0, false)
    assert.deepEqual(taken, {
      state: { allowed: true, limit: 300, remaining: 300 - at, resetSeconds: 60 },
      urgent: at >= 8,
    })
  }
  assert.equal(counts.take(CALLER, 1, 0, false), 'wait')
  assert.ok(granted(counts.take(CALLER, 1, 0, true)), 'alone nobody waits')
})

test('workers of one machine share that part of the limit', () => {
  const counts = exchangedCounts(100, 5)
  for (let at = 1; at <= 3; at++) assert.ok(granted(counts.take(CALLER, 1, 0, false)))
  assert.equal(counts.take(CALLER, 1, 0, false), 'wait')
})

test('what others counted is known after an exchange, and a refusal takes nothing', () => {
  const shared = countsOfWorkers()
  const [one, two] = [exchangedCounts(100, 1), exchangedCounts(100, 1)]
  const few = [{ bucket: 'leads', perMinute: 3 }]
  assert.ok(granted(one.take(few, 1, 0, false)))
  exchange(one, shared, 10)
  assert.ok(granted(two.take(few, 1, 20, false)))
  exchange(two, shared, 30)
  assert.deepEqual(two.take(few, 1, 10_030, false), {
    state: { allowed: true, limit: 3, remaining: 0, resetSeconds: 50 },
    urgent: true,
  })
  exchange(two, shared, 10_040)
  for (let again = 0; again < 3; again++) assert.ok(!granted(two.take(few, 1, 10_050, false)))
  assert.deepEqual(two.outgoing(10_060), [])
})

test('the window of the process that came first holds for all', () => {
  const shared = countsOfWorkers()
  const [one, two] = [exchangedCounts(100, 1), exchangedCounts(100, 1)]
  one.take(CALLER, 1, 0, false)
  exchange(one, shared, 0)
  two.take(CALLER, 1, 59_000, false)
  exchange(two, shared, 59_000)
  const inNext = two.take(CALLER, 1, 60_000, false)
  assert.ok(inNext !== 'wait' && inNext.state.remaining === 299 && inNext.state.resetSeconds === 60)
})

test('points of a window that has ended never count against the next one', () => {
  const shared = countsOfWorkers()
  const late = exchangedCounts(100, 1)
  late.take(CALLER, 5, 0, false)
  exchange(late, shared, 0)
  late.take(CALLER, 7, 59_990, false)
  assert.deepEqual(late.outgoing(60_010), [], 'ended here')
  const ended: Increment = { bucket: 'lookups 192.0.2.1', points: 7, window: 60_000 }
  assert.deepEqual(shared.exchange([ended], 60_010), [], 'ended on the way')
  assert.equal(shared.exchange([{ ...ended, points: 1, window: 0 }], 60_020)[0]?.points, 1)
})

test('what nobody answered goes with the next exchange', () => {
  const shared = countsOfWorkers()
  const counts = exchangedCounts(100, 1)
  counts.take(CALLER, 2, 0, false)
  counts.outgoing(1)
  counts.take(CALLER, 3, 2, false)
  counts.unanswered()
  assert.deepEqual(exchange(counts, shared, 3), [{ bucket: 'lookups 192.0.2.1', points: 5, window: 0 }])
  assert.ok(!counts.hasUnsent())
})

test('while nobody answers, what waits to be sent is bounded', () => {
  const counts = exchangedCounts(100, 1)
  for (let caller = 0; caller < 1_000; caller++) {
    assert.ok(granted(counts.take([{ bucket: `caller ${caller}`, perMinute: 10 }], 1, 0, true)))
    counts.outgoing(0)
    counts.unanswered()
  }
  assert.equal(counts.outgoing(0).length, 100)
})

test('wider buckets are charged together with the narrow one, or none is', () => {
  const counts = exchangedCounts(100, 1)
  const charges = (bucket: string) => [
    { bucket, perMinute: 2 },
    { bucket: '/48', perMinute: 3 },
  ]
  assert.ok(granted(counts.take(charges('a'), 1, 0, true)))
  assert.ok(granted(counts.take(charges('a'), 1, 0, true)))
  assert.ok(granted(counts.take(charges('b'), 1, 0, true)))
  const refused = counts.take(charges('b'), 1, 0, true)
  assert.ok(refused !== 'wait' && !refused.state.allowed && refused.state.limit === 3)
  assert.ok(granted(counts.take([{ bucket: 'b', perMinute: 2 }], 1, 0, true)), 'the refusal took nothing from b')
})

test('whoever asks whichever process: never fewer than the limit, and at most five in a hundred more for each other one', () => {
  const PROCESSES = 3
  const step = fc.record({
    process: fc.nat({ max: PROCESSES - 1 }),
    requests: fc.nat({ max: 40 }),
    // How many requests of others pass between sending counts and hearing totals.
    delayed: fc.nat({ max: 10 }),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 120 }), fc.integer({ min: 1, max: 200 }), (steps, limit) => {
      const shared = countsOfWorkers()
      const processes = Array.from({ length: PROCESSES }, () => exchangedCounts(100, 1))
      const caller = [{ bucket: 'caller', perMinute: limit }]
      let allowed = 0
      let refusedAt: number | null = null
      const ask = (process: ReturnType<typeof exchangedCounts>, now: number): Taken | 'wait' => {
        const taken = process.take(caller, 1, now, false)
        if (granted(taken)) allowed++
        else if (taken !== 'wait') refusedAt ??= allowed
        return taken
      }
      steps.forEach(({ process, requests, delayed }, now) => {
        const asked = processes[process]
        const other = processes[(process + 1) % PROCESSES]
        assert.ok(asked && other && now < WINDOW_MS)
        for (let at = 0; at < requests; at++) {
          if (ask(asked, now) !== 'wait') continue
          const totals = shared.exchange(asked.outgoing(now), now)
          for (let meanwhile = 0; meanwhile < delayed; meanwhile++) ask(other, now)
          asked.incoming(totals, now)
        }
      })
      assert.ok(refusedAt === null || refusedAt >= limit, `refused after ${refusedAt} of ${limit}`)
      const unconfirmed = Math.max(1, Math.floor(limit * 0.05))
      assert.ok(allowed <= limit + (PROCESSES - 1) * unconfirmed, `${allowed} of ${limit}`)
    }),
  )
})
