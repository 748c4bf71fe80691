import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { retain, startRetention } from './retention.ts'
import { openStore } from './store/store.ts'

const NOW = new Date('2027-11-15T12:00:00Z')
const DAY_MS = 86_400_000
const later = (ms: number) => new Date(NOW.getTime() + ms)

/** A store with a lead of yesterday and one of long ago, and a log that can be read. */
async function scene(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'cn-sanctions-retention-'))
  const store = await openStore({ dataDir })
  const { leads, close } = store
  t.after(async () => {
    await close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const lead = { source: null, utm: null, idempotencyKey: 'a', caller: '192.0.2.1', network: '192.0.2.0/24' }
  await leads.add({ ...lead, email: 'old@example.eu', at: later(-366 * DAY_MS) })
  await leads.add({ ...lead, idempotencyKey: 'b', email: 'young@example.eu', at: later(-DAY_MS) })
  const lines: [level: string, fields: object][] = []
  const log = {
    info: (fields: object) => void lines.push(['info', fields]),
    warn: (fields: object) => void lines.push(['warn', fields]),
  }
  const run = (days: number, now = NOW) => retain(days, leads, now, log)
  return { store, leads, lines, log, run }
}

test('leads past their retention are deleted, and no others', async (t) => {
  const { leads, lines, run } = await scene(t)
  await run(365)
  assert.equal(await leads.count(), 1)
  await run(365)
  assert.deepEqual(lines, [['info', { leads: 1, days: 365 }]])
})

test('where leads are kept for ever none is deleted, and keys are forgotten all the same', async (t) => {
  const { leads, lines, run } = await scene(t)
  const again = {
    source: null,
    utm: null,
    idempotencyKey: 'b',
    caller: '192.0.2.1',
    network: '192.0.2.0/24',
    email: 'young@example.eu',
    at: NOW,
  }
  assert.equal(await leads.add(again), 'repeated')
  await run(0, later(1))
  assert.equal(await leads.count(), 2)
  assert.equal(await leads.add(again), 'stored')
  assert.deepEqual(lines, [])
})

test('nothing is deleted in the first hour of a process, whose clock may be wrong', async (t) => {
  const { store, leads, lines, log } = await scene(t)
  let elapsed = 0
  t.mock.method(performance, 'now', () => elapsed)
  // The round is over when its last query is: its result is awaited here.
  const rounds: Promise<unknown>[] = []
  const { forgetKeys, forgetBefore } = leads
  t.mock.method(leads, 'forgetBefore', (moment: Date) => {
    const round = forgetBefore(moment)
    rounds.push(round)
    return round
  })
  t.mock.method(leads, 'forgetKeys', (moment: Date) => {
    const round = forgetKeys(moment)
    rounds.push(round)
    return round
  })
  let clock = later(365 * DAY_MS)
  const retention = startRetention(
    365,
    () => store,
    () => clock,
    log,
  )
  t.after(() => retention.stop())
  retention.check()
  await setImmediate()
  elapsed = 3_599_000
  retention.check()
  await setImmediate()
  assert.deepEqual(rounds, [], 'by a clock a year ahead even the young lead is old')

  clock = NOW
  elapsed = 3_600_000
  retention.check()
  while (rounds.length < 2) await setImmediate()
  await Promise.all(rounds)
  assert.equal(await leads.count(), 1)
  assert.deepEqual(lines.at(-1), ['info', { leads: 1, days: 365 }])
})
