import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fixedWindows, WINDOW_MS } from './fixed-window.ts'

test('a bucket gives its limit in a minute, then refuses until the minute ends', () => {
  const windows = fixedWindows(10)
  assert.deepEqual(windows.take('ip', 2, 0), { allowed: true, limit: 2, remaining: 1, resetSeconds: 60 })
  assert.deepEqual(windows.take('ip', 2, 30_500), { allowed: true, limit: 2, remaining: 0, resetSeconds: 30 })
  assert.deepEqual(windows.take('ip', 2, 59_999), { allowed: false, limit: 2, remaining: 0, resetSeconds: 1 })
  assert.deepEqual(windows.take('ip', 2, 60_000), { allowed: true, limit: 2, remaining: 1, resetSeconds: 60 })
})

test('buckets do not share', () => {
  const windows = fixedWindows(10)
  assert.ok(windows.take('one', 1, 0).allowed)
  assert.ok(windows.take('two', 1, 0).allowed)
  assert.ok(!windows.take('one', 1, 1).allowed)
})

test('several points are taken at once, all or none', () => {
  const windows = fixedWindows(10)
  assert.deepEqual(windows.take('ip', 10, 0, 7), { allowed: true, limit: 10, remaining: 3, resetSeconds: 60 })
  assert.deepEqual(windows.take('ip', 10, 0, 4), { allowed: false, limit: 10, remaining: 3, resetSeconds: 60 })
  assert.deepEqual(windows.take('ip', 10, 0, 3), { allowed: true, limit: 10, remaining: 0, resetSeconds: 60 })
  assert.ok(!windows.take('other', 10, 0, 11).allowed)
  assert.ok(windows.take('other', 10, 0, 10).allowed, 'a refusal took nothing')
})

test('wider buckets are charged too; a refusal by one of them takes from none', () => {
  const windows = fixedWindows(100)
  const wide = [{ bucket: 'wide', perMinute: 3 }]
  const take = (bucket: string) => windows.take(bucket, 2, 0, 1, wide)
  assert.deepEqual(take('a'), { allowed: true, limit: 2, remaining: 1, resetSeconds: 60 })
  assert.deepEqual(take('a'), { allowed: true, limit: 2, remaining: 0, resetSeconds: 60 })
  assert.deepEqual(take('a'), { allowed: false, limit: 2, remaining: 0, resetSeconds: 60 })
  assert.deepEqual(take('b'), { allowed: true, limit: 3, remaining: 0, resetSeconds: 60 }, 'the tightest is told')
  assert.deepEqual(take('b'), { allowed: false, limit: 3, remaining: 0, resetSeconds: 60 })
  assert.equal(windows.take('b', 2, 0).remaining, 0, 'the refusal by the wide bucket took nothing from the narrow one')
})

test('a clock set back locks nobody out', () => {
  const windows = fixedWindows(10)
  windows.take('ip', 1, 10 * WINDOW_MS)
  assert.deepEqual(windows.take('ip', 1, 0), { allowed: true, limit: 1, remaining: 0, resetSeconds: 60 })
})

test('the oldest counts give way when the map is full', () => {
  const windows = fixedWindows(4)
  for (const [at, bucket] of ['a', 'b', 'c', 'd', 'e'].entries()) windows.take(bucket, 1, at)
  assert.ok(!windows.take('e', 1, 6).allowed)
  assert.ok(windows.take('a', 1, 7).allowed, 'was forgotten')
})

test('a count is kept for its whole minute, however the others come and go', () => {
  const windows = fixedWindows(1000)
  for (let now = 0; now < 20 * WINDOW_MS; now += 777) {
    const before = windows.take('steady', 40, now)
    const after = windows.take('steady', 40, now)
    assert.ok(after.remaining === before.remaining - 1 || before.remaining === 0)
    windows.take(`passing ${now}`, 1, now)
  }
})

test('whatever comes in, no bucket gets more than its limit in a minute', () => {
  const request = fc.record({ bucket: fc.constantFrom('a', 'b', 'c'), wait: fc.nat({ max: 20_000 }) })
  fc.assert(
    fc.property(fc.array(request, { maxLength: 200 }), fc.integer({ min: 1, max: 5 }), (requests, limit) => {
      const windows = fixedWindows(10)
      const granted = new Map<string, number[]>()
      let now = 0
      for (const { bucket, wait } of requests) {
        now += wait
        const { allowed, remaining, resetSeconds } = windows.take(bucket, limit, now)
        assert.ok(remaining >= 0 && remaining < limit && resetSeconds >= 1 && resetSeconds <= 60)
        if (allowed) granted.set(bucket, [...(granted.get(bucket) ?? []), now])
      }
      // Fixed windows: across a border twice the limit may pass within a minute, never more.
      for (const times of granted.values()) {
        for (const start of times) {
          assert.ok(times.filter((time) => time >= start && time < start + WINDOW_MS).length <= 2 * limit)
        }
      }
    }),
  )
})
