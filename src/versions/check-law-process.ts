import { readFileSync, writeFileSync } from 'node:fs'
import { inspectLaw } from '../law/build/load.ts'
import { lawOf } from '../law/read/law-source.ts'
import type { CheckResult } from './check-law.ts'
import { decodeLaw } from './law-encoding.ts'

/** The program of the process that checks one law: it reads the law from stdin and writes a CheckResult to stdout. See check-law.ts. */

// If the machine runs out of memory, the kernel shall kill this process and not the service. The CPU priority stays as it is:
// with a lower one a valid law might never be checked in time on a busy machine.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Only Linux has this file.
}

process.stdout.write(JSON.stringify(check()))

function check(): CheckResult {
  try {
    const { mistakes, omitted } = inspectLaw(lawOf(decodeLaw(readFileSync(0))))
    return { report: { mistakes, omitted } }
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { error: { message, stack: stack ?? message } }
  }
}
