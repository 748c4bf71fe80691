import { readFileSync, writeFileSync } from 'node:fs'
import { inspectLaw } from '../law/build/load.ts'
import { lawOf } from '../law/read/law-source.ts'
import type { Verdict } from './check-law.ts'
import { decodeLaw } from './law-encoding.ts'

/** A process of its own that checks one law: reads it from stdin, writes the verdict to stdout. See check-law.ts. */

// Should the machine run out of memory, the kernel ends this process and not the service that answers requests. The priority
// of the processor is left alone: on a busy machine a valid law would never be checked in time.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Linux alone knows this.
}

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
