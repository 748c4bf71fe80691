// Run by stop.test.ts: logs when told to, closes the log and exits, as the service does at its end.
import { once } from 'node:events'
import { openLog } from '../../../src/log.ts'

const { log, close } = openLog('info')
await once(process.stdin, 'data')
// More than a pipe holds: the first write is in flight and the rest waits behind it.
for (let line = 0; line < 2_000; line++) log.info({ line, filler: 'x'.repeat(100) }, 'busy')
await close()
process.exit(0)
