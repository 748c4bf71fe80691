import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { attackService } from './run.ts'

// The whole run has a million requests on the real law: npm run hostile
test('20,000 hostile requests: no 5xx, nothing hangs, every refusal is a problem of the table, nothing stays open', async (t) => {
  for (const seed of [20_261_116, randomInt(2 ** 31)]) {
    t.diagnostic(`seed ${seed}`)
    const { report, after, service } = await attackService(t, {}, seed, 10_000)
    t.diagnostic([...report.statuses].map(([status, count]) => `${status}: ${count}`).join(', '))
    const errors = service.lines().filter(({ level }) => level >= 50)
    assert.deepEqual([...report.faults, ...errors], [])
    assert.ok((report.statuses.get(200) ?? 0) > 1_000, 'many are answered')
    assert.ok((report.statuses.get(400) ?? 0) > 300, 'many are refused')
    t.diagnostic(`${after?.megabytes ?? '?'} MB`)
    service.signal('SIGTERM')
    assert.deepEqual(await service.ended(), { code: 0, signal: null })
  }
})
