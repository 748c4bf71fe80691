// What an answer costs without HTTP. Run by run.ts in a process of its own: prints its figures as JSON.
import { readFileSync } from 'node:fs'
import { buildAnswerer } from '../src/answer/answer.ts'
import { type Question, readQuestion } from '../src/answer/question/question.ts'
import { jsonBytes } from '../src/answer/serialize.ts'
import { calendarDay } from '../src/base/day.ts'
import { loadDataset } from '../src/law/load.ts'
import type { BenchQuestion } from './questions.ts'
import { median } from './rounds.ts'

export interface InProcess {
  readonly loadMs: number
  readonly heapMb: number
  /** Medians over the questions of that many digits. */
  readonly answers: readonly { digits: number; questions: number; answerUs: number; writtenUs: number }[]
}

const PASSES = 10

const [law = '', questionsFile = '', today = ''] = process.argv.slice(2)
const startedAt = performance.now()
const dataset = await loadDataset(law)
const answerer = buildAnswerer(dataset, 'bench')
const loadMs = performance.now() - startedAt
globalThis.gc?.()
const heapMb = process.memoryUsage().heapUsed / 1e6

const asked = (JSON.parse(readFileSync(questionsFile, 'utf8')) as BenchQuestion[]).flatMap(({ parameters }) => {
  const read = readQuestion(parameters, { today: calendarDay(today), dataset })
  return 'question' in read ? [read.question] : []
})
const digitsOf = ({ read }: Question): number => (read.as === 'cn_code' ? read.digits.length : 0)

const figures: InProcess = {
  loadMs,
  heapMb,
  answers: [8, 6, 4, 2].map((digits) => {
    const questions = asked.filter((question) => digitsOf(question) === digits)
    const timed = questions.map(timesOf)
    return {
      digits,
      questions: questions.length,
      answerUs: median(timed.map(({ answerUs }) => answerUs)),
      writtenUs: median(timed.map(({ writtenUs }) => writtenUs)),
    }
  }),
}
process.stdout.write(JSON.stringify(figures))

/** The best of some passes: what was slower was slowed down by something else. */
function timesOf(question: Question): { answerUs: number; writtenUs: number } {
  let answerUs = Number.POSITIVE_INFINITY
  let writtenUs = Number.POSITIVE_INFINITY
  for (let pass = 0; pass < PASSES; pass++) {
    const before = performance.now()
    const answer = answerer.answer(question)
    const between = performance.now()
    jsonBytes(answer)
    answerUs = Math.min(answerUs, (between - before) * 1000)
    writtenUs = Math.min(writtenUs, (performance.now() - between) * 1000)
  }
  return { answerUs, writtenUs }
}
