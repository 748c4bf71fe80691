import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Place } from '../../src/store/store.ts'
import { emptyPlace } from '../e2e/http/service.ts'
import { startPostgres } from '../store/postgres-server.ts'
import { killPart, type Part } from './kills.ts'

// The whole run kills 10,000 processes: npm run kill
const KILLS: Readonly<Record<Part, number>> = { leads: 5, webhooks: 4, alerts: 4, lists: 3, publishing: 5 }
const SEED = 20_261_116

const RULES: Readonly<Record<Part, string>> = {
  leads: 'a lead that was answered is there once',
  webhooks: 'every change is told, in order and under one id',
  alerts: 'every change is told by e-mail, and no mail is sent again that was recorded',
  lists: 'a list is stored whole, and told once of each change',
  publishing: 'the law that was published last is served whole, and its changes are recorded once',
}

async function killed(part: Part, place: Place): Promise<void> {
  const { kills, acknowledged, lost, twice, wrong } = await killPart(part, place, { kills: KILLS[part], seed: SEED })
  assert.deepEqual({ lost, twice, wrong }, { lost: [], twice: [], wrong: [] })
  assert.equal(kills, KILLS[part])
  assert.ok(acknowledged > 0, 'something was acknowledged')
}

const server = await startPostgres()
if (typeof server !== 'string') after(() => server.remove())

for (const [part, rule] of Object.entries(RULES) as [Part, string][]) {
  test(`${part}, sqlite: ${rule}, however often processes are killed`, async (t) => killed(part, await emptyPlace(t)))
  if (typeof server === 'string') test(`${part}, postgres`, { skip: server }, () => {})
  else
    test(`${part}, postgres: ${rule}, however often processes are killed`, async () =>
      killed(part, { databaseUrl: await server.emptySchema() }))
}
