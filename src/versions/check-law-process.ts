import { readFileSync } from 'node:fs'
import { deserialize } from 'node:v8'
import { inspectLaw } from '../law/load.ts'
import { type LawContents, lawOf } from '../law/read/law-source.ts'
import type { CheckResult } from './check-law.ts'
import { giveWay } from './give-way.ts'

/**
 * The program of the process that checks one law: it reads the law from stdin, as node:v8 wrote it, and writes a
 * CheckResult to stdout. See check-law.ts.
 */

giveWay()
process.stdout.write(JSON.stringify(check()))

function check(): CheckResult {
  try {
    const { mistakes, omitted } = inspectLaw(lawOf(deserialize(readFileSync(0)) as LawContents))
    return { report: { mistakes, omitted } }
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { error: { message, stack: stack ?? message } }
  }
}
