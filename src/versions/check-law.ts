import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { LawContents } from '../law/read/law-source.ts'
import type { Report } from '../law/read/mistakes.ts'
import { MODULE_EXTENSION } from '../terms/module-extension.ts'
import { encodeLaw } from './law-encoding.ts'

/** What the process that checks a law writes to stdout. */
export type CheckResult =
  | { readonly report: Report }
  /** The program itself failed, which says nothing about the law. */
  | { readonly error: { readonly message: string; readonly stack: string } }

export interface CheckLimits {
  readonly milliseconds: number
  readonly heapMegabytes: number
}

/** Today's law needs a second of a processor and a heap of 60 MB; a machine may be busy, and a law may grow. */
const LIMITS: CheckLimits = { milliseconds: 120_000, heapMegabytes: 384 }

/** The check could not be run at all, perhaps for want of processes or memory. It is tried again later. */
export class CheckUnavailable extends Error {
  constructor(cause: unknown) {
    super(`a law cannot be checked now: ${cause instanceof Error ? cause.message : String(cause)}`)
    this.name = 'CheckUnavailable'
  }
}

/**
 * Checks a law in a process of its own, so that the service goes on answering whatever the check does (endless loops, memory,
 * a crash of the engine). A worker thread is not enough: when it runs out of memory in one large step, V8 ends the whole
 * process despite `resourceLimits`. The report has no mistakes when the law may be served. Throws on errors of this program.
 */
export async function checkLaw(
  contents: LawContents,
  stopping: AbortSignal,
  { milliseconds, heapMegabytes }: CheckLimits = LIMITS,
): Promise<Report> {
  const refused = (what: string): Report => ({
    mistakes: [{ file: contents.root, line: 1, column: 1, what }],
    omitted: [],
  })
  const timeout = AbortSignal.timeout(milliseconds)
  let output: string
  let code: number | null
  try {
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${heapMegabytes}`, join(import.meta.dirname, `check-law-process${MODULE_EXTENSION}`)],
      {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: environment(),
        signal: AbortSignal.any([stopping, timeout]),
        killSignal: 'SIGKILL',
      },
    )
    // The process may end before it has read everything; its exit code tells.
    child.stdin.on('error', () => {})
    child.stdin.end(encodeLaw(contents))
    const [written, [exit]] = await Promise.all([text(child.stdout), once(child, 'close')])
    output = written
    code = exit
  } catch (error) {
    if (timeout.aborted) return refused(`checking it took more than ${milliseconds / 1_000} s`)
    throw new CheckUnavailable(error)
  }
  if (code !== 0) return refused(`checking it failed, most likely for want of memory: it may use ${heapMegabytes} MB`)
  const result = JSON.parse(output) as CheckResult
  if ('report' in result) return result.report
  throw Object.assign(new Error(result.error.message), { stack: result.error.stack })
}

/** Without the environment of the service, which holds secrets. The compile cache is shared, so that the process starts fast. */
function environment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env // on Windows no process starts without it
  // `getCompileCacheDir` gives the subfolder of this Node version; the variable wants the folder above.
  const compiled = getCompileCacheDir()
  return { ...(SystemRoot && { SystemRoot }), ...(compiled && { NODE_COMPILE_CACHE: dirname(compiled) }) }
}
