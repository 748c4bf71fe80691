import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** `gc` is exposed here and not by a flag on the command line, so that every way to start the service has it. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const gc: (options: { execution: 'async' }) => Promise<void> = runInNewContext('gc')
  await gc({ execution: 'async' })
}
