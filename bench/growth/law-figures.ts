// What a law of a given size costs. Run by growth.ts in a process of its own, with the size: prints its figures as JSON.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Answerer, buildAnswerer } from '../../src/answer/answer.ts'
import { type Question, readQuestion } from '../../src/answer/question.ts'
import { answerBytes } from '../../src/answer/serialize.ts'
import { diff } from '../../src/changes/diff.ts'
import { historyInSlices } from '../../src/changes/history.ts'
import { buildDataset } from '../../src/law/build/build.ts'
import { loadDataset } from '../../src/law/build/load.ts'
import { contentsAt } from '../../src/law/read/law-source.ts'
import { LawError, MistakeList } from '../../src/law/read/mistakes.ts'
import { validate } from '../../src/law/validate/validate.ts'
import { calendarDay } from '../../src/terms/day.ts'
import { runToEnd } from '../../src/terms/time-slices.ts'
import { cpuMs, heapMb } from './cpu.ts'
import { growLaw } from './grow-law.ts'
import { growsInChapter } from './other-codes.ts'
import { readGrown } from './read-grown.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const TODAY = calendarDay('2026-11-15')
/** The regime that questions name, where they name one. */
const REGIME = 'EU-RU-833-2014'
const NAMES_AT_MOST = 1_500
const SWEPT_MS = 4_000

export interface LawFigures {
  readonly times: number
  readonly regimes: number
  readonly listings: number
  readonly entries: number
  readonly megabytes: number
  readonly files: number
  /** CPU, in milliseconds. */
  readonly readMs: number
  readonly validateMs: number
  readonly buildMs: number
  readonly indexMs: number
  readonly namesMs: number
  readonly heapMb: number
  readonly lookups: Readonly<Record<Kind, Asked>>
  readonly diffMs: number
  readonly historyMs: number
}

/** `growing`: about chapters in which the further regimes list goods; the others are about the rest. */
type Kind = 'named' | 'namedGrowing' | 'short' | 'full' | 'past' | 'deal' | 'shortDeal' | 'names' | 'growing'

interface Asked {
  readonly questions: number
  /** CPU of one question, when each is asked for the first time, and again; nothing comes from a cache of answers. */
  readonly firstUs: number
  readonly againUs: number
  readonly bytes: number
}

const times = Number(process.argv[2] ?? 1)
const { files } = contentsAt(join(ROOT, 'law'))
const { nomenclatures } = loadDataset(join(ROOT, 'law'))
const grown = growLaw(files, nomenclatures, times)
const before = heapMb()

const read = cpuMs(() => readGrown(grown))
const { law, hash } = read.value
const checked = cpuMs(() => {
  const mistakes = new MistakeList()
  validate(law, nomenclatures, mistakes)
  if (!mistakes.isEmpty) throw new LawError(mistakes.report())
})
const built = cpuMs(() => buildDataset(law, nomenclatures, hash))
const indexed = cpuMs(() => buildAnswerer(built.value, 'bench'))
const answerer = indexed.value
const names = await namesOf(answerer)
const heap = heapMb() - before

const tariff = nomenclatures.of(nomenclatures.years.at(-1)!)
const codes = tariff.lines.filter(({ kind }) => kind === 'cn8').map(({ code }) => code)
const [growing, same] = [codes.filter(growsInChapter), codes.filter((code) => !growsInChapter(code))]
const gold = globSync('test/search/gold/*.tsv', { cwd: ROOT }).flatMap((file) =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .slice(1)
    .flatMap((line) => line.split('\t')[1] || []),
)
const regime = REGIME
asked(codes.slice(0, 2_000), { regime, as_of: '2026-01-15' }) // compiles
const lookups = {
  named: asked(same, { regime }),
  namedGrowing: asked(growing, { regime }),
  short: asked(same, { detail: 'short' }),
  full: asked(same, {}),
  past: asked(same, { regime, as_of: '2023-06-23' }),
  deal: asked(same, { regime, origin: 'PL', destination: 'RU' }),
  shortDeal: asked(same, { detail: 'short', origin: 'PL', destination: 'RU' }),
  names: asked(gold.slice(0, NAMES_AT_MOST), { regime }),
  growing: asked(
    growing.filter((_, at) => at % Math.max(1, times / 5) < 1),
    {},
  ),
}

const changed = cpuMs(() => diff(built.value, { ...buildDataset(law, nomenclatures, `${hash.slice(1)}0`) }))
const history = cpuMs(() => runToEnd(historyInSlices(built.value)))

const figures: LawFigures = {
  times,
  regimes: built.value.regimes.length,
  listings: law.regimes.reduce(
    (sum, one) => sum + one.annexes.reduce((rows, { listings }) => rows + listings.length, 0),
    0,
  ),
  entries: built.value.entries.length,
  megabytes: [...grown.values()].reduce((sum, bytes) => sum + bytes.length, 0) / 1e6,
  files: grown.size,
  readMs: read.ms,
  validateMs: checked.ms,
  buildMs: built.ms,
  indexMs: indexed.ms,
  namesMs: names,
  heapMb: heap,
  lookups,
  diffMs: changed.ms,
  historyMs: history.ms,
}
process.stdout.write(JSON.stringify(figures))

async function namesOf(answerer: Answerer): Promise<number> {
  const before = process.cpuUsage()
  await answerer.indexNames(TODAY, nextTurn)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/**
 * `gc` marks, and leaves sweeping to threads beside the program: a second for 1.3 GB, which would be counted as the cost
 * of the questions asked meanwhile.
 */
function collectGarbage(): void {
  globalThis.gc?.()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SWEPT_MS)
}

/** Asks every question twice, and measures both rounds as a whole. */
function asked(texts: readonly string[], parameters: Readonly<Record<string, string>>): Asked {
  const dataset = answerer.dataset
  const questions = texts.flatMap((q): Question[] => {
    const read = readQuestion(Object.entries({ q, lang: 'en', ...parameters }), { today: TODAY, dataset })
    return 'question' in read ? [read.question] : []
  })
  let bytes = 0
  const round = () => {
    for (const question of questions) bytes += answerBytes(answerer, question).length
  }
  collectGarbage()
  const first = cpuMs(round).ms
  const again = cpuMs(round).ms
  const each = (ms: number) => (ms * 1_000) / questions.length
  return {
    questions: questions.length,
    firstUs: each(first),
    againUs: each(again),
    bytes: Math.round(bytes / 2 / questions.length),
  }
}
