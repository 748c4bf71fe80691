import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { lawOf } from '../dataset/law-source.ts'
import { inspectLaw } from '../dataset/load.ts'
import type { Verdict } from './check-law.ts'
import { decodeLaw } from './law-message.ts'

/** A process of its own that checks one law: reads it from stdin, writes the verdict to stdout. See check-law.ts. */

// The service that answers requests comes first: for the processor, and for the kernel when memory runs out.
attempt(() => setPriority(10))
attempt(() => writeFileSync('/proc/self/oom_score_adj', '1000'))

process.stdout.write(JSON.stringify(verdict()))

function verdict(): Verdict {
  try {
    const { mistakes, omitted } = inspectLaw(lawOf(decodeLaw(readFileSync(0))))
    return { report: { mistakes, omitted } }
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { error: { message, stack: stack ?? message } }
  }
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // Not possible on this system: the check works without it.
  }
}
