import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreError } from '../../../store/sql/store-error.ts'
import { logStoreFailure } from './store-failures.ts'

test('a failure that lasts is logged once a minute, with the number of requests that met it', (t) => {
  let now = 1_000
  t.mock.method(performance, 'now', () => now)
  const lines: object[] = []
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, error: quiet, warn: (fields: object) => void lines.push(fields) }
  const full = new StoreError('leads.add', 'SQLITE_FULL')
  for (let at = 0; at < 50; at++) logStoreFailure({ log }, full, `request-${at}`)
  logStoreFailure({ log }, new StoreError('keys.find', 'ECONNREFUSED'))
  assert.deepEqual(lines, [
    { reqId: 'request-0', reason: 'leads.add: SQLITE_FULL' },
    { reason: 'keys.find: ECONNREFUSED' },
  ])
  now += 60_000
  logStoreFailure({ log }, full, 'request-50')
  assert.deepEqual(lines[2], { reqId: 'request-50', reason: 'leads.add: SQLITE_FULL', failures: 50 })
})
