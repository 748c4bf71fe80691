import { extname, join } from 'node:path'
import { runProcess } from '../../system/run-process.ts'
import { StoreError } from './store-error.ts'

/** A source of a checkout, or what was compiled of it. */
const PROGRAM = join(import.meta.dirname, `quick-check-process${extname(import.meta.filename)}`)

/**
 * Reads every page of an SQLite file (https://www.sqlite.org/pragma.html#pragma_quick_check) in a process of its own: it
 * takes as long as the disk needs, which would block this one, and a thread could not be stopped meanwhile.
 */
export async function quickCheck(file: string, signal: AbortSignal): Promise<string | null> {
  const { code, output, mistakes } = await runProcess(process.execPath, [PROGRAM, file], {
    signal,
    killSignal: 'SIGKILL',
  })
  if (code !== 0) throw new StoreError('store.check', mistakes.trim() || 'the check ended early')
  return JSON.parse(output.toString()) as string | null
}
