import { readFileSync } from 'node:fs'
import { LawError } from '../law/read/mistakes.ts'
import { giveWay } from '../versions/give-way.ts'
import type { AnsweredAside, AskedAside } from './answer-aside.ts'
import { loadPackedLaw } from './load-law.ts'

/**
 * The program of the process that answers one question from a recorded law: it reads the question, a line of JSON, and the
 * packed law behind it from stdin, and writes an AnsweredAside to stdout. See answer-aside.ts.
 */

giveWay()
process.stdout.write(JSON.stringify(answered(readFileSync(0))))

function answered(input: Buffer): AnsweredAside {
  const end = input.indexOf('\n')
  const { question, version, build } = JSON.parse(input.subarray(0, end).toString()) as AskedAside
  try {
    const law = loadPackedLaw(input.subarray(end + 1), version, build)
    return { version: law.version, sha256: law.sha256, answer: law.answer(question) }
  } catch (error) {
    if (error instanceof LawError) return { failed: error.message }
    throw error
  }
}
