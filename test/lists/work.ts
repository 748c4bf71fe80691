// Run by kill-screeners.ts, which kills it: screens lists with the law recorded last and sends webhooks until it is ended.
import { createScreener } from '../../src/screening/worker.ts'
import { openStore } from '../../src/store/store.ts'
import { startDelivering } from '../../src/webhooks/deliver.ts'
import { twoLaws } from './scene.ts'

const store = await openStore(JSON.parse(process.argv[2] ?? ''))
const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet }
const now = () => new Date()
const laws = twoLaws()
let served = laws[0]
// Short, so that what a killed worker held is soon taken over.
const screener = createScreener({ store, answerer: () => served, now, log, leaseMs: 1_500 })
const build = 'cn-sanctions test'
startDelivering({ store, now, publicUrl: null, toLoopback: true, build, log, timeoutMs: 1_000, leaseMs: 1_500 })
process.send?.('started')
for (;;) {
  const latest = await store.datasets.latest()
  served = laws.find(({ dataset }) => dataset.version === latest?.version) ?? served
  await screener.run().catch(quiet)
  await new Promise((resolve) => setTimeout(resolve, 20))
}
