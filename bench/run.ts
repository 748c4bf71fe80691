import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAnswerer } from '../src/answer/answer.ts'
import { dayInBrussels } from '../src/base/day.ts'
import { loadDataset } from '../src/law/load.ts'
import { LAW, serviceIn, startContest } from './contestants.ts'
import { pinLoad, pinned } from './cores.ts'
import { goalsOf } from './goals.ts'
import type { InProcess } from './in-process.ts'
import { startModes } from './modes.ts'
import { drawQuestions, newQuestions } from './questions.ts'
import { printReport, type Ready, type Report } from './report.ts'
import { MAX_STOLEN, type Measured, measure, median } from './rounds.ts'
import { startServer } from './server.ts'
import { measureStarts } from './starts.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '15' },
    seconds: { type: 'string', default: '2' },
  },
})
if (positionals[0] === 'start') {
  await measureStarts()
  process.exit()
}

const ROUNDS = Number(options.rounds)
const SECONDS = Number(options.seconds)
/** Until V8 has compiled what is measured: new questions are worked out in no other phase. */
const WARM_UP_SECONDS = 8
/** Two workers share a core and answer half of the questions each: after 8 s a request takes half as long again as later. */
const MODES_WARM_UP_SECONDS = 32
const CONNECTIONS = 32

const directory = mkdtempSync(join(tmpdir(), 'cn-sanctions-bench-'))
const ends: (() => Promise<void> | void)[] = [() => rmSync(directory, { recursive: true, force: true })]
const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** What was opened last is closed first, and each once. */
async function close(): Promise<void> {
  for (let last = ends.pop(); last; last = ends.pop()) await last()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void close().then(() => process.exit(1)))
}

/** Packages of bench/package.json that are not installed. */
function missingPackages(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))
  return Object.keys(dependencies).filter((name) => {
    try {
      import.meta.resolve(name)
      return false
    } catch {
      return true
    }
  })
}

async function timeToReady(): Promise<Ready> {
  say('Starting and stopping …')
  const times = async (starts: number, anywhere: boolean) => {
    const taken: number[] = []
    for (let count = 0; count < starts; count++) {
      const server = await startServer({ ...serviceIn(join(directory, `start-${count}`)), anywhere })
      taken.push(server.readyMs)
      await server.stop()
    }
    return median(taken)
  }
  return { ms: await times(5, true), onOneCoreMs: await times(3, false) }
}

function answersAlone(questionsFile: string, today: string): InProcess {
  const script = join(import.meta.dirname, 'in-process.ts')
  const args = ['--expose-gc', script, LAW, questionsFile, today]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as InProcess
}

async function run(): Promise<Report> {
  pinLoad()
  const today = dayInBrussels(new Date())
  const answerer = buildAnswerer(await loadDataset(LAW), 'bench')
  const questions = drawQuestions(answerer, today)
  const paths = questions.map(({ path }) => path)
  const questionsFile = join(directory, 'questions.json')
  writeFileSync(questionsFile, JSON.stringify(questions))

  const ready = await timeToReady()
  const inProcess = answersAlone(questionsFile, today)
  const workshop = { directory, answerer, today, paths, say, atEnd: (end: () => Promise<void>) => void ends.push(end) }
  const contest = await startContest(workshop)
  const contestants = [contest.bare, contest.ours, contest.stock, ...(contest.postgres ? [contest.postgres] : [])]

  say(`${ROUNDS} rounds of ${SECONDS} s for each of ${contestants.length} servers …`)
  const plan = {
    rounds: ROUNDS,
    seconds: SECONDS,
    warmUpSeconds: WARM_UP_SECONDS,
    connections: CONNECTIONS,
    paths,
  }
  const known = await measure(contestants, plan)
  say(`${ROUNDS} rounds with new questions only …`)
  const fresh = await measure(contestants, { ...plan, renew: newQuestions() })

  say(`${ROUNDS} rounds on PostgreSQL and with two workers …`)
  const { onPostgres, twoWorkers } = await startModes(workshop, contest.database)
  const modes = await measure([contest.ours, twoWorkers, contest.stock, ...(onPostgres ? [onPostgres] : [])], {
    ...plan,
    warmUpSeconds: MODES_WARM_UP_SECONDS,
  })

  const all = [...known, ...fresh, ...modes]
  const repeated = all.reduce((sum, one) => sum + one.repeated, 0)
  const disturbed = all.flatMap(({ rounds }) => rounds).filter(({ stolen }) => stolen > MAX_STOLEN).length
  const [, ours, stock] = known as [Measured, Measured, Measured]
  const [, newOurs, newStock] = fresh as [Measured, Measured, Measured]
  const [, workers, stockBeside, postgres] = modes as [Measured, Measured, Measured, Measured?]
  return {
    machine: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.versions.node}, ${today}`,
    method: `${paths.length} questions, ${CONNECTIONS} connections, ${ROUNDS} alternated rounds of ${SECONDS} s, ${
      pinned ? 'servers on one core, load on another' : 'cores not pinned'
    }; medians (least–most); rounds that the host disturbed: ${repeated} repeated, ${disturbed} counted`,
    known,
    fresh,
    modes,
    sameBytes: contest.sameBytes,
    inProcess,
    use: await contest.ours.server.use(),
    ready,
    goals: goalsOf(
      { ours, stock },
      { ours: newOurs, stock: newStock },
      { ours: workers, stock: stockBeside },
      postgres,
    ),
  }
}

const missing = missingPackages()
try {
  if (missing.length > 0) {
    say(`${missing.join(', ')}: not installed. The service is compared with them; run: npm ci --prefix bench`)
    process.exitCode = 1
  } else {
    const report = await run()
    process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : printReport(report))
  }
} finally {
  await close()
}
