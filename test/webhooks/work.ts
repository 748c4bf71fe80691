// Run by kill-workers.ts, which kills it: sends what is due in a store until it is ended.
import { openStore } from '../../src/store/store.ts'
import { startDelivering } from '../../src/webhooks/deliver.ts'

const store = await openStore(JSON.parse(process.argv[2] ?? ''))
const quiet = () => {}
startDelivering({
  store,
  now: () => new Date(),
  publicUrl: 'https://cn.example.com',
  toLoopback: true,
  build: 'cn-sanctions test',
  log: { debug: quiet, info: quiet, warn: quiet },
  // Short, so that what a killed worker held is soon taken over.
  timeoutMs: 2_000,
  leaseMs: 3_000,
})
