// Run by sqlite.test.ts in several processes at once: opens the store, adds one lead, closes it.
import { openStore } from '../../src/store/store.ts'

const [dataDir = '', email = ''] = process.argv.slice(2)
const store = await openStore({ dataDir })
await store.leads.add({
  email,
  source: null,
  utm: null,
  idempotencyKey: null,
  caller: '192.0.2.1',
  network: '192.0.2.0/24',
  at: new Date(),
})
await store.close()
