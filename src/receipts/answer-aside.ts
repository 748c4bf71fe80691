import { join } from 'node:path'
import { MODULE_EXTENSION } from '../base/module-extension.ts'
import { type AsideLimits, runAside } from '../versions/run-aside.ts'
import type { Claims } from './receipt.ts'

const PROGRAM = join(import.meta.dirname, `answer-aside-process${MODULE_EXTENSION}`)

export interface AskedAside {
  readonly version: string
  readonly question: Claims['question']
  /** The build that the answer shall name. */
  readonly build: string
}

/** The answer of a recorded law with its version and hash; `failed` says for the log why it is missing. */
export type AnsweredAside =
  | { readonly version: string; readonly sha256: string; readonly answer: string | null }
  | { readonly failed: string }

/** Today's law needs two to three seconds of a processor, and with its index of names a heap below 128 MB. */
const LIMITS: AsideLimits = { milliseconds: 60_000, heapMegabytes: 512 }

/** Answers one question from a packed law, in a process of its own: loading a law takes seconds. */
export async function answerAside(
  packed: Buffer,
  asked: AskedAside,
  stopping: AbortSignal,
  limits: AsideLimits = LIMITS,
): Promise<AnsweredAside> {
  try {
    const ran = await runAside(
      PROGRAM,
      Buffer.concat([Buffer.from(`${JSON.stringify(asked)}\n`), packed]),
      stopping,
      limits,
    )
    if (ran === 'timeout') return { failed: `it took more than ${limits.milliseconds / 1_000} s` }
    if (ran.code !== 0) return { failed: `its process ended with ${ran.code}` }
    return JSON.parse(ran.output) as AnsweredAside
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}
