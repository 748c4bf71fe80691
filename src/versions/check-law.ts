import { getCompileCacheDir } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { knownLaw, type LoadedLaw, openChecked } from '../law/load.ts'
import type { LawContents } from '../law/read/law-source.ts'
import { LawError, lawErrorAt, type Report } from '../law/read/mistakes.ts'
import { snapshotKey } from '../law/snapshot/snapshot-key.ts'
import { runProcess } from '../system/run-process.ts'

/** A source of a checkout, or what was compiled of it. */
const PROGRAM = join(import.meta.dirname, `check-law-process${extname(import.meta.filename)}`)

/** What the process that checks a law reads from stdin. */
export interface CheckInput {
  readonly contents: LawContents
  /** The key of the snapshot that it makes. */
  readonly key: string
}

/** What it writes to stdout. */
export type CheckResult =
  | (Report & { readonly snapshot: Uint8Array | null })
  /** The program itself failed, which says nothing about the law. */
  | { readonly error: { readonly message: string; readonly stack: string } }

export interface CheckLimits {
  readonly milliseconds: number
  readonly heapMegabytes: number
}

/** Today's law needs two seconds of a processor and a heap of 100 MB; a machine may be busy, and a law may grow. */
const LIMITS: CheckLimits = { milliseconds: 120_000, heapMegabytes: 384 }

/** The check could not be run at all, perhaps for want of processes or memory. It is tried again later. */
export class CheckUnavailable extends Error {
  constructor(cause: unknown) {
    super(`a law cannot be checked now: ${cause instanceof Error ? cause.message : String(cause)}`)
    this.name = 'CheckUnavailable'
  }
}

/**
 * A law to serve beside or after the one that is served. Unless it was checked before, a process of its own does so. Throws a
 * LawError for one with mistakes, a CheckUnavailable, or what went wrong in this program.
 */
export async function loadAside(
  contents: LawContents,
  stopping: AbortSignal,
  limits: CheckLimits = LIMITS,
): Promise<LoadedLaw> {
  const key = snapshotKey(contents)
  return knownLaw(contents, key) ?? openChecked(contents, await checkAside({ contents, key }, stopping, limits), key)
}

/**
 * Checks a law in a process of its own, so that the service goes on answering whatever the law does (memory, endless loops, a
 * crash of the engine). A worker thread is not enough: when it runs out of memory in one large step, V8 ends the whole
 * process despite `resourceLimits`.
 */
async function checkAside(input: CheckInput, stopping: AbortSignal, limits: CheckLimits): Promise<Buffer> {
  const { milliseconds, heapMegabytes } = limits
  const refused = (what: string) => lawErrorAt(input.contents.root, what)
  const timeout = AbortSignal.timeout(milliseconds)
  const ran = await runProcess(process.execPath, [`--max-old-space-size=${heapMegabytes}`, PROGRAM], {
    input: serialize(input),
    env: environment(),
    signal: AbortSignal.any([stopping, timeout]),
    killSignal: 'SIGKILL',
  }).catch((error) => {
    if (timeout.aborted) throw refused(`checking it took more than ${milliseconds / 1_000} s`)
    throw new CheckUnavailable(error)
  })
  if (ran.code !== 0)
    throw refused(`checking it failed, most likely for want of memory: it may use ${heapMegabytes} MB`)
  const result = deserialize(ran.output) as CheckResult
  if ('error' in result) throw Object.assign(new Error(result.error.message), { stack: result.error.stack })
  if (result.snapshot) return Buffer.from(result.snapshot)
  throw new LawError(result)
}

/** Without the environment of the service, which holds secrets. The compile cache is shared, so that the process starts fast. */
function environment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env // on Windows no process starts without it
  // `getCompileCacheDir` gives the subfolder of this Node version; the variable wants the folder above.
  const compiled = getCompileCacheDir()
  return { ...(SystemRoot && { SystemRoot }), ...(compiled && { NODE_COMPILE_CACHE: dirname(compiled) }) }
}
