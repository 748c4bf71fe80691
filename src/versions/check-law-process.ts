import { readFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { checkLaw } from '../law/check.ts'
import { giveWay } from '../system/give-way.ts'
import type { CheckInput, CheckResult } from './check-law.ts'

/** The program of the process that reads and checks one law: a CheckInput from stdin, a CheckResult to stdout, as node:v8 writes them. */

giveWay()
process.stdout.write(serialize(check()))

function check(): CheckResult {
  try {
    const { contents, key } = deserialize(readFileSync(0)) as CheckInput
    return checkLaw(contents, key)
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { error: { message, stack: stack ?? message } }
  }
}
