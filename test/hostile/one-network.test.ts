import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lawToEdit, until } from '../e2e/process/service.ts'
import { attackFromOneNetwork } from './one-network.ts'
import { footprintOf, heldBy } from './run.ts'

const SEED = 20_261_119

test('one network that asks for everything, without end, takes nothing from anybody else', {
  skip: process.platform !== 'linux' && 'networks of one machine',
}, async (t) => {
  t.diagnostic(`seed ${SEED}`)
  const attacked = await attackFromOneNetwork(t, await lawToEdit(t), { seed: SEED, rounds: 1, files: 200 })
  const { faults, asked, unfinished, statuses, closed, mails, service } = attacked
  t.diagnostic(`${asked} requests, ${unfinished} of them unfinished, ${closed} connections closed`)
  t.diagnostic([...statuses].map(([status, count]) => `${status}: ${count}`).join(', '))
  t.diagnostic(`mails: ${[...mails].map(([mailbox, count]) => `${mailbox} ${count}`).join(', ')}`)
  assert.deepEqual([...faults, ...service.lines().filter(({ level }) => level >= 40)], [])
  assert.ok((statuses.get(429) ?? 0) > 0, 'its share of a day is used up')
  assert.ok(closed > 0, 'there were more connections than the service has files')
  // Five requests for one mailbox on a day; what else there is went to somebody who asked for it.
  const flooded = [...mails].filter(([, count]) => count > 5)
  assert.deepEqual(flooded, [])
  assert.ok((mails.get('victim@example.org') ?? 0) > 0)
  await until('every connection to be closed', () => (footprintOf(service.pid)?.handles ?? 0) < 60)
  await until('less than 200 MB of heap and buffers', async () => (await heldBy(service)) < 200)
  service.signal('SIGTERM')
  assert.deepEqual(await service.ended(), { code: 0, signal: null })
})
