import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { startAuditLog } from './audit-log.ts'
import { openStore } from './store/store.ts'

test('what commands did is logged, the oldest first, until it was; a level without such lines keeps it', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cn-sanctions-audit-'))
  const store = await openStore({ dataDir })
  t.after(async () => {
    await store.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const event = (second: number) => ({
    at: `2026-11-19T10:00:${String(second).padStart(2, '0')}.000Z`,
    who: 'anna',
    from: 'machine',
    what: 'keys revoke',
    object: `k_${second}`,
  })
  const seconds = Array.from({ length: 59 }, (_, at) => at)
  for (const second of seconds.toReversed()) await store.audit.record(event(second))
  for (const second of seconds)
    await store.audit.record({ ...event(second), at: event(second).at.replace('10:', '11:') })

  const logged: { object: string | null }[] = []
  let isOn = false
  const log = {
    isLevelEnabled: () => isOn,
    warn: (fields: object) => assert.fail(JSON.stringify(fields)),
    info: ({ audit }: { audit: { object: string | null } }, message?: string) => {
      assert.equal(message, 'audit')
      logged.push(audit)
    },
  }
  const auditLog = startAuditLog(() => store, log)
  t.after(() => auditLog.stop())
  auditLog.check()
  await setImmediate()
  assert.equal((await store.audit.waiting()).length, 100)
  isOn = true
  auditLog.check()
  while ((await store.audit.waiting()).length > 0) await setImmediate()
  assert.deepEqual(
    logged.map(({ object }) => object),
    [...seconds, ...seconds].map((second) => `k_${second}`),
  )
  const { id, ...first } = { id: null, ...logged[0] }
  assert.match(String(id), /^[0-9a-f-]{36}$/)
  assert.deepEqual(first, event(0))
})
