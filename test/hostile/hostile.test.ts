import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../e2e/process/service.ts'
import { attackService, heldBy } from './run.ts'

// The whole run has a million requests on the real law, and another seed each time: npm run hostile
test('20,000 hostile requests: no 5xx, nothing hangs, every refusal is a problem of the table, nothing stays open or in memory', async (t) => {
  for (const seed of [20_261_116, 20_261_117]) {
    t.diagnostic(`seed ${seed}`)
    const { report, service } = await attackService(t, {}, { seed, requests: 10_000 })
    t.diagnostic([...report.statuses].map(([status, count]) => `${status}: ${count}`).join(', '))
    const errors = service.lines().filter(({ level }) => level >= 50)
    assert.deepEqual([...report.faults, ...errors], [])
    assert.ok((report.statuses.get(200) ?? 0) > 1_000, 'many are answered')
    assert.ok((report.statuses.get(400) ?? 0) > 300, 'many are refused')
    // Resident memory differs between machines; what the program itself holds hardly does.
    // Garbage is collected when the heap has grown, and asking makes it grow; what is still held then stays.
    await until('less than 200 MB of heap and buffers', async () => (await heldBy(service)) < 200)
    service.signal('SIGTERM')
    assert.deepEqual(await service.ended(), { code: 0, signal: null })
  }
})
