import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** A law that was replaced is 100 MB of rubbish, which Node would keep for hours when few requests come. */
export async function releaseMemory(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect: (how: { execution: 'async' }) => Promise<void> = runInNewContext('gc')
  await collect({ execution: 'async' })
}
