import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { LawContents } from '../law/read/law-source.ts'
import type { Report } from '../law/read/mistakes.ts'
import { encodeLaw } from './law-encoding.ts'

/** What the process that checks a law writes to stdout. */
export type Verdict =
  | { readonly report: Report }
  /** The program failed, which says nothing about the law. */
  | { readonly error: { readonly message: string; readonly stack: string } }

export interface CheckLimits {
  readonly milliseconds: number
  readonly heapMegabytes: number
}

/** Today's law needs a second of a processor and a heap of 60 MB; a machine may be busy, and a law may grow. */
const LIMITS: CheckLimits = { milliseconds: 120_000, heapMegabytes: 384 }

/** The check could not be run at all, for want of processes or memory perhaps: worth another attempt later. */
export class CheckUnavailable extends Error {
  constructor(cause: unknown) {
    super(`a law cannot be checked now: ${cause instanceof Error ? cause.message : String(cause)}`)
    this.name = 'CheckUnavailable'
  }
}

/**
 * Checks a law in a process of its own, so that whatever it does (loops, memory, a crash of the engine) the service goes on
 * answering. A worker thread would not do: when it runs out of memory in one large step, V8 ends the whole process despite
 * `resourceLimits`. The report has no mistakes when the law may be served; an error is one of this program.
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
  const late = AbortSignal.timeout(milliseconds)
  let said: string
  let code: number | null
  try {
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${heapMegabytes}`, join(import.meta.dirname, 'check-law-process.ts')],
      {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: environment(),
        signal: AbortSignal.any([stopping, late]),
        killSignal: 'SIGKILL',
      },
    )
    // It may end before it has read everything; its exit tells.
    child.stdin.on('error', () => {})
    child.stdin.end(encodeLaw(contents))
    const [written, [exit]] = await Promise.all([text(child.stdout), once(child, 'close')])
    said = written
    code = exit
  } catch (error) {
    if (late.aborted) return refused(`checking it took more than ${milliseconds / 1_000} s`)
    throw new CheckUnavailable(error)
  }
  if (code !== 0) return refused(`checking it failed, most likely for want of memory: it may use ${heapMegabytes} MB`)
  const verdict = JSON.parse(said) as Verdict
  if ('report' in verdict) return verdict.report
  throw Object.assign(new Error(verdict.error.message), { stack: verdict.error.stack })
}

/** Nothing of the service's own environment, which holds secrets. Compiled code is shared, so that it starts fast. */
function environment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env // no process starts without it on Windows
  // Node gives the folder of its own version in the one that was set.
  const compiled = getCompileCacheDir()
  return { ...(SystemRoot && { SystemRoot }), ...(compiled && { NODE_COMPILE_CACHE: dirname(compiled) }) }
}
