import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Counter, Histogram, Registry } from 'prom-client'
import { requestCounts } from './request-counts.ts'

const BOUNDS = [0.001, 0.01, 0.1]
const answer = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST'),
  route: fc.constantFrom('/api/v1/cn', '/api/lead'),
  status: fc.constantFrom(200, 304, 400, 429),
  seconds: fc.oneof(fc.constantFrom(...BOUNDS), fc.double({ min: 0, max: 1, noNaN: true })),
})

test('a scrape reads as if the library itself had counted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answer), async (answers) => {
      const theirs = new Registry()
      const times = new Histogram({ name: 't', help: 'h', labelNames: ['route'], buckets: BOUNDS, registers: [theirs] })
      const counts = new Counter({ name: 'c', help: 'h', labelNames: ['method', 'route', 'status'], registers: [] })
      const ours = new Registry()
      const tally = requestCounts(BOUNDS)
      tally.registerTimes(ours, 't', 'h')
      for (const { method, route, status, seconds } of answers) {
        times.observe({ route }, seconds)
        counts.inc({ method, route, status })
        tally.add(method, route, status, seconds)
      }
      assert.equal(await ours.metrics(), await theirs.metrics())
      const counted = (await counts.get()).values.map(({ labels, value }) => [labels, value])
      const key = (pair: unknown) => JSON.stringify(pair)
      const byKey = (pairs: unknown[]) => pairs.map(key).sort()
      assert.deepEqual(
        byKey([...tally.answers()].map(([{ method, route, status }, count]) => [{ method, route, status }, count])),
        byKey(counted),
      )
    }),
  )
})
