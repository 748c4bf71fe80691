import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayInBrussels } from '../../../base/day.ts'
import type { HttpSettings, Services } from '../service/services.ts'
import { freshnessOf } from './freshness.ts'
import { CACHED, CACHED_FOR_EVER, CACHED_PAGE, CACHED_PRIVATELY, UNCACHED } from './headers.ts'

type Chosen = Pick<HttpSettings, 'sharedCacheSeconds' | 'publicUrl'>

/** The headers of a service with these settings at that moment. */
function freshnessAt(moment: string, chosen: Chosen = { publicUrl: null }) {
  const clock = { now: new Date(moment) }
  const settings = chosen as HttpSettings
  const freshness = freshnessOf({ settings, now: () => clock.now } satisfies Pick<Services, 'settings' | 'now'>)
  return { clock, freshness }
}

const NOON = '2026-11-15T11:00:00Z'
const SHARED = { sharedCacheSeconds: 300, publicUrl: 'https://cn.example.com' }

test('where the operator chose nothing, an answer is kept for a minute, and a page is asked for each time', () => {
  const { freshness } = freshnessAt(NOON)
  assert.equal(freshness(CACHED), 'public, max-age=60')
  assert.equal(freshness(CACHED_PRIVATELY), 'private, max-age=60')
  assert.equal(freshness(CACHED_PAGE), 'no-cache')
})

test('a shared cache keeps answers and pages for the time the operator chose, and nothing of a key holder', () => {
  const { freshness } = freshnessAt(NOON, SHARED)
  assert.equal(freshness(CACHED), 'public, max-age=60, s-maxage=300')
  assert.equal(freshness(CACHED_PAGE), 'public, max-age=0, must-revalidate, s-maxage=300')
  assert.equal(freshness(CACHED_PRIVATELY), 'private, max-age=60')
  assert.equal(
    freshnessAt(NOON, { ...SHARED, sharedCacheSeconds: 0 }).freshness(CACHED),
    'public, max-age=60, s-maxage=0',
  )
})

test('without PUBLIC_URL no page is shared: it names the host that its first reader sent', () => {
  const { freshness } = freshnessAt(NOON, { ...SHARED, publicUrl: null })
  assert.equal(freshness(CACHED_PAGE), 'no-cache')
  assert.equal(freshness(CACHED), 'public, max-age=60, s-maxage=300')
})

test('what is kept for ever or not at all stays so', () => {
  const { freshness } = freshnessAt('2026-11-15T22:59:30Z', SHARED)
  for (const other of [CACHED_FOR_EVER, UNCACHED, 'no-cache', 'private, no-cache'])
    assert.equal(freshness(other), other)
})

test('an answer about today ends with today, in Brussels', () => {
  const { clock, freshness } = freshnessAt('2026-11-15T22:54:59Z', SHARED)
  for (const [moment, header] of [
    ['2026-11-15T22:55:00Z', 'public, max-age=60, s-maxage=300'],
    ['2026-11-15T22:57:00Z', 'public, max-age=60, s-maxage=180'],
    ['2026-11-15T22:59:18.500Z', 'public, max-age=41, s-maxage=41'],
    ['2026-11-15T22:59:59.999Z', 'public, max-age=0, s-maxage=0'],
    // An answer of the day before may still be on its way.
    ['2026-11-15T23:00:00Z', 'public, max-age=0, s-maxage=0'],
    ['2026-11-15T23:00:09.999Z', 'public, max-age=0, s-maxage=0'],
    ['2026-11-15T23:00:10Z', 'public, max-age=60, s-maxage=300'],
    ['2026-11-15T22:59:50Z', 'public, max-age=10, s-maxage=10'],
  ] as const) {
    clock.now = new Date(moment)
    assert.equal(freshness(CACHED), header, moment)
  }
  clock.now = new Date('2026-11-15T22:59:30Z')
  assert.equal(freshness(CACHED_PRIVATELY), 'private, max-age=30')
  assert.equal(freshness(CACHED_PAGE), 'public, max-age=0, must-revalidate, s-maxage=30')
})

test('whenever it is asked for, and in whatever order, nothing about a day is kept into the next', () => {
  const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(
      fc.array(moment, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 3_600 }),
      (moments, most) => {
        const { clock, freshness } = freshnessAt(NOON, { ...SHARED, sharedCacheSeconds: most })
        for (const asked of moments) {
          clock.now = asked
          for (const [, seconds] of freshness(CACHED).matchAll(/=(\d+)/g)) {
            const lastMoment = new Date(asked.getTime() + Math.max(Number(seconds) * 1000 - 1, 0))
            assert.equal(dayInBrussels(lastMoment), dayInBrussels(asked))
          }
        }
      },
    ),
  )
})
