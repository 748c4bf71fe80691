import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyCache } from './key-cache.ts'
import type { ApiKey } from './keys.ts'

const good: ApiKey = {
  id: 'k_1',
  name: 'broker',
  prefix: 'cns_AbCd',
  perMinute: null,
  expires: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  revokedAt: null,
  rotatedAt: null,
  oldUntil: null,
  lastUsed: null,
}
const revoked: ApiKey = { ...good, revokedAt: '2026-01-02T00:00:00.000Z' }

/** A table with one key, which can be changed or taken away. */
function table() {
  const state = { row: good as ApiKey | null, away: false, asked: 0 }
  const load = async (hash: string) => {
    state.asked++
    if (state.away) throw new Error('away')
    return hash === 'good' ? state.row : null
  }
  return { state, cache: keyCache(load) }
}

test('within five seconds the database is asked once, after them again', async () => {
  const { state, cache } = table()
  assert.equal(await cache.get('good', 0), good)
  assert.equal(await cache.get('good', 4_999), good)
  assert.equal(state.asked, 1)
  state.row = revoked
  assert.equal(await cache.get('good', 5_000), revoked)
})

test('requests that come together ask once', async () => {
  const { state, cache } = table()
  await Promise.all(Array.from({ length: 50 }, () => cache.get('good', 0)))
  assert.equal(state.asked, 1)
})

test('an unknown key is remembered as unknown, for as short a time', async () => {
  const { state, cache } = table()
  state.row = null
  assert.equal(await cache.get('good', 0), null)
  assert.equal(await cache.get('good', 4_999), null)
  assert.equal(state.asked, 1)
  state.row = good
  assert.equal(await cache.get('good', 5_000), good)
})

test('while the database is away a key seen in the last minute is good, then no more', async () => {
  const { state, cache } = table()
  await cache.get('good', 0)
  state.away = true
  assert.equal(await cache.get('good', 6_000), good)
  assert.equal(await cache.get('good', 10_999), good)
  assert.equal(state.asked, 2, 'not every request asks a database that is away')
  assert.equal(await cache.get('good', 59_999), good)
  await assert.rejects(cache.get('good', 60_000))
  await assert.rejects(cache.get('never seen', 0))
  state.away = false
  assert.equal(await cache.get('good', 60_001), good)
})

test('a clock set back does not keep a key alive', async () => {
  const { state, cache } = table()
  await cache.get('good', 3_600_000)
  state.row = revoked
  assert.equal(await cache.get('good', 0), revoked)
})

test('made-up keys neither fill the memory nor push out a known one', async () => {
  const { state, cache } = table()
  await cache.get('good', 0)
  for (let made = 0; made < 20_000; made++) await cache.get(`made up ${made}`, 1)
  const asked = state.asked
  await cache.get('made up 0', 2)
  assert.equal(state.asked, asked + 1, 'the first of them was forgotten')
  state.away = true
  assert.equal(await cache.get('good', 4_000), good)
})

test('cleared, it asks again', async () => {
  const { state, cache } = table()
  await cache.get('good', 0)
  cache.clear()
  await cache.get('good', 1)
  assert.equal(state.asked, 2)
})
