import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { runProcess } from '../system/run-process.ts'

export interface AsideLimits {
  readonly milliseconds: number
  readonly heapMegabytes: number
}

/** What a program wrote to stdout, and its exit code; `timeout` when it was ended for taking too long. */
export type RanAside = { readonly output: string; readonly code: number | null } | 'timeout'

/**
 * Runs a program of ours in a process of its own, so that the service goes on answering whatever it does (endless loops,
 * memory, a crash of the engine). A worker thread is not enough: when it runs out of memory in one large step, V8 ends the
 * whole process despite `resourceLimits`. Throws when the process cannot be started, or `stopping` ends it.
 */
export async function runAside(
  program: string,
  input: Uint8Array,
  stopping: AbortSignal,
  { milliseconds, heapMegabytes }: AsideLimits,
): Promise<RanAside> {
  const timeout = AbortSignal.timeout(milliseconds)
  try {
    const { output, code } = await runProcess(process.execPath, [`--max-old-space-size=${heapMegabytes}`, program], {
      input,
      env: environment(),
      signal: AbortSignal.any([stopping, timeout]),
      killSignal: 'SIGKILL',
    })
    return { output: output.toString(), code }
  } catch (error) {
    if (timeout.aborted) return 'timeout'
    throw error
  }
}

/** Without the environment of the service, which holds secrets. The compile cache is shared, so that the process starts fast. */
function environment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env // on Windows no process starts without it
  // `getCompileCacheDir` gives the subfolder of this Node version; the variable wants the folder above.
  const compiled = getCompileCacheDir()
  return { ...(SystemRoot && { SystemRoot }), ...(compiled && { NODE_COMPILE_CACHE: dirname(compiled) }) }
}
