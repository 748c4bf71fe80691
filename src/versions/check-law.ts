import { join } from 'node:path'
import { serialize } from 'node:v8'
import { MODULE_EXTENSION } from '../base/module-extension.ts'
import type { LawContents } from '../law/read/law-source.ts'
import type { Report } from '../law/read/mistakes.ts'
import { type AsideLimits, runAside } from './run-aside.ts'

const PROGRAM = join(import.meta.dirname, `check-law-process${MODULE_EXTENSION}`)

/** What the process that checks a law writes to stdout. */
export type CheckResult =
  | { readonly report: Report }
  /** The program itself failed, which says nothing about the law. */
  | { readonly error: { readonly message: string; readonly stack: string } }

/** Today's law needs a second of a processor and a heap of 60 MB; a machine may be busy, and a law may grow. */
const LIMITS: AsideLimits = { milliseconds: 120_000, heapMegabytes: 384 }

/** The check could not be run at all, perhaps for want of processes or memory. It is tried again later. */
export class CheckUnavailable extends Error {
  constructor(cause: unknown) {
    super(`a law cannot be checked now: ${cause instanceof Error ? cause.message : String(cause)}`)
    this.name = 'CheckUnavailable'
  }
}

/**
 * Checks a law in a process of its own. The report has no mistakes when the law may be served. Throws on errors of this
 * program.
 */
export async function checkLaw(
  contents: LawContents,
  stopping: AbortSignal,
  { milliseconds, heapMegabytes }: AsideLimits = LIMITS,
): Promise<Report> {
  const refused = (what: string): Report => ({
    mistakes: [{ file: contents.root, line: 1, column: 1, what }],
    omitted: [],
  })
  const ran = await runAside(PROGRAM, serialize(contents), stopping, { milliseconds, heapMegabytes }).catch((error) => {
    throw new CheckUnavailable(error)
  })
  if (ran === 'timeout') return refused(`checking it took more than ${milliseconds / 1_000} s`)
  const { output, code } = ran
  if (code !== 0) return refused(`checking it failed, most likely for want of memory: it may use ${heapMegabytes} MB`)
  const result = JSON.parse(output) as CheckResult
  if ('report' in result) return result.report
  throw Object.assign(new Error(result.error.message), { stack: result.error.stack })
}
