/** What the most expensive questions cost that a generator can find, in milliseconds of processor time: npm run bench:worst */
import { buildNameIndexes } from '../src/answer/name-indexes.ts'
import { type Question, readQuestion } from '../src/answer/question.ts'
import { serializeResponse } from '../src/answer/serialize.ts'
import { newBudget, WORK_PER_QUESTION } from '../src/search/budget.ts'
import { LANGUAGES } from '../src/terms/language.ts'
import { answerer, TODAY } from '../test/real-law.ts'
import { readGold } from '../test/search/gold/score.ts'
import { worstQuestions } from '../test/search/worst-names.ts'

const { dataset } = answerer
const SEED = Number(process.argv[2] ?? 1)
const TRIES = Number(process.argv[3] ?? 150)
/** The clock of a thread ticks every few milliseconds, so a question is asked until that does not matter. */
const LEAST_MS = 40
const ROUNDS = 5

function asked(parameters: Record<string, string>): Question | null {
  const read = readQuestion(Object.entries(parameters), { today: TODAY, dataset })
  return 'question' in read ? read.question : null
}

function cpuOnce(work: () => void, times: number): number {
  const start = process.threadCpuUsage()
  for (let time = 0; time < times; time++) work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000
}

/** Milliseconds of processor time for one run, the median of several measurements with warm code. */
function cpuOf(work: () => void): number {
  let times = 2
  while (cpuOnce(work, times) < LEAST_MS) times *= 2
  const measured = Array.from({ length: ROUNDS }, () => cpuOnce(work, times) / times)
  return measured.toSorted((a, b) => a - b)[ROUNDS >> 1]!
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const answered = (question: Question) => () => void serializeResponse(answerer.answer(question))

for (const language of LANGUAGES) {
  for (const { question } of readGold(language)) {
    const read = asked({ q: question, lang: language })
    if (read) answered(read)()
    answerer.suggest(question, language, TODAY)
  }
}

// A measurement of one question takes a quarter of a second, so the generator climbs by a single run and the best are measured well.
const index = buildNameIndexes(dataset).of(dataset.nomenclatures.years.at(-1)!)
const wallOf = (work: () => void) => {
  const start = performance.now()
  work()
  return performance.now() - start
}
const ways: Record<string, (q: string) => (() => void) | null> = {
  'answer, pl': (q) => {
    const question = asked({ q, limit: '500' })
    return question?.read.as === 'name' ? answered(question) : null
  },
  'answer, en': (q) => {
    const question = asked({ q, limit: '500', lang: 'en' })
    return question?.read.as === 'name' ? answered(question) : null
  },
  suggest: (q) => () => void answerer.suggest(q, 'pl', TODAY),
}
say(`seed ${SEED}, ${TRIES} tries for each kind of words, ${WORK_PER_QUESTION} steps at most`)
for (const [way, workFor] of Object.entries(ways)) {
  for (const [by, measure] of [
    ['time', (work: () => void) => Math.min(wallOf(work), wallOf(work), wallOf(work))],
    ['steps', null],
  ] as const) {
    const worst = worstQuestions(dataset, {
      seed: SEED,
      tries: TRIES,
      measure: (q) => {
        const work = workFor(q)
        if (!work) return -1
        if (measure) return measure(work)
        const budget = newBudget()
        if (way === 'suggest') index.complete(q, budget)
        else index.find(q, budget)
        return budget.spent()
      },
    })
    const measured = worst.slice(0, 5).map(({ question }) => ({ question, ms: cpuOf(workFor(question)!) }))
    const { question, ms } = measured.toSorted((one, other) => other.ms - one.ms)[0]!
    const budget = newBudget()
    if (way === 'suggest') index.complete(question, budget)
    else index.find(question, budget)
    const perStep = ((ms * 1e6) / budget.spent()).toFixed(1)
    say(`${way}, climbing by ${by}: ${ms.toFixed(2)} ms, ${budget.spent()} steps (${perStep} ns each)`)
    say(`  ${question}`)
  }
}

const codes = dataset.nomenclatures
  .of(2026)
  .lines.filter(({ kind }) => kind === 'chapter' || kind === 'heading')
  .flatMap(({ code }) => {
    const question = asked({ q: code, limit: '500', include: 'tree' })
    return question ? [{ code, work: answered(question) }] : []
  })
const dearest = codes
  .map(({ code, work }) => ({ code, work, ms: Math.min(wallOf(work), wallOf(work), wallOf(work)) }))
  .toSorted((one, other) => other.ms - one.ms)
  .slice(0, 5)
  .map(({ code, work }) => `${code} ${cpuOf(work).toFixed(2)} ms`)
say(`codes with all their lines and the tree: ${dearest.join(', ')}`)
say(`digits in suggest: ${['0', '8', '84'].map((q) => `${q} ${cpuOf(ways.suggest!(q)!).toFixed(2)} ms`).join(', ')}`)
