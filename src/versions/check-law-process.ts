import { readFileSync } from 'node:fs'
import { inspectLaw } from '../law/build/load.ts'
import { lawOf } from '../law/read/law-source.ts'
import type { CheckResult } from './check-law.ts'
import { giveWay } from './give-way.ts'
import { decodeLaw } from './law-encoding.ts'

/** The program of the process that checks one law: it reads the law from stdin and writes a CheckResult to stdout. See check-law.ts. */

giveWay()
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
