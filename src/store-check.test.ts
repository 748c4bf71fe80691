import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { StoreError } from './store/sql/store-error.ts'
import { startStoreChecks } from './store-check.ts'

const HOUR_MS = 3_600_000

test('the store is checked once it is open and then daily; damage, its end and a check that failed are logged', async (t) => {
  let elapsed = 0
  t.mock.method(performance, 'now', () => elapsed)
  const found: (() => Promise<string | null>)[] = [
    async () => null,
    async () => 'Tree 5 page 6',
    () => Promise.reject(new StoreError('store.check', 'SQLITE_BUSY')),
    async () => null,
  ]
  const lines: unknown[] = []
  const to = (level: string) => (fields: object, message?: string) => void lines.push([level, fields, message])
  const log = { info: to('info'), warn: to('warn'), error: to('error') }
  const store = { check: () => found.shift()!() }
  let open: typeof store | null = null
  const checks = startStoreChecks(() => open, log, new AbortController().signal)
  t.after(() => checks.stop())
  const checkAfter = async (hours: number) => {
    elapsed += hours * HOUR_MS
    checks.check()
    await setImmediate()
    return found.length
  }
  assert.equal(await checkAfter(0), 4, 'it is not open yet')
  open = store
  assert.deepEqual([await checkAfter(0), await checkAfter(23), await checkAfter(1)], [3, 3, 2])
  assert.deepEqual(lines, [['error', { damage: 'Tree 5 page 6' }, 'store is damaged']])
  assert.deepEqual([await checkAfter(24), await checkAfter(0)], [1, 0], 'what failed is still due')
  assert.deepEqual(lines.slice(1), [
    ['warn', { reason: 'store.check: SQLITE_BUSY' }, 'store not checked, trying again'],
    ['info', {}, 'store is no longer damaged'],
  ])
})
