// Run by kill-nine.ts, which kills it: adds leads without end and prints each e-mail once its lead is stored.
import { writeSync } from 'node:fs'
import { openStore } from '../../src/store/store.ts'

const [dataDir = '', name = ''] = process.argv.slice(2)
const store = await openStore({ dataDir })
for (let i = 0; ; i++) {
  const email = `${name}-${i}@example.eu`
  await store.leads.add({
    email,
    source: 'kill',
    utm: { i: String(i) },
    idempotencyKey: email,
    caller: '192.0.2.1',
    at: new Date(),
  })
  writeSync(1, `${email}\n`)
}
