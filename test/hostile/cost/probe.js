// Preloaded into the service that is measured: collects garbage when told to, so that what a request holds can be told from
// what earlier ones left. As JavaScript, because it is loaded before types are stripped.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
process.on('SIGUSR2', () => {
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const { heapUsed, external } = process.memoryUsage()
  process.stderr.write(`collected ${heapUsed + external}\n`)
})
