/**
 * Measures names: npm run names:evaluate. Prints for each set, and in it for each language, class and source, how well the service
 * answers, beside MiniSearch and the engine of rules that was used before (its answers are kept as a table).
 *
 *   --test       also the test sets; note the look in test/search/gold/README.md
 *   --cross      sets that are learned from, by cross-validation (trains three models)
 *   --ablate     what leaving out one kind of features or one source of data changes (trains a model for each)
 */

import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { buildAnswerer } from '../../src/answer/answer.ts'
import { buildNameIndexes } from '../../src/answer/match/name-indexes.ts'
import { QUERY_CHARACTERS } from '../../src/answer/question/parameters.ts'
import { readQuestion } from '../../src/answer/question/question.ts'
import type { CnResponse } from '../../src/answer/response/response.ts'
import { fold } from '../../src/base/fold.ts'
import { LANGUAGES } from '../../src/base/language.ts'
import { FEATURE_KINDS } from '../../src/law/read/name-model.ts'
import { pathOf } from '../../src/law/tariff/nomenclature.ts'
import { answerer, ask, TODAY } from '../../test/real-law.ts'
import { isListed } from '../../test/search/gold/answered.ts'
import { type GoldQuestion, readGold, SETS } from '../../test/search/gold/score.ts'
import { readSentences, sentenceFigures } from '../../test/search/gold/sentences.ts'
import { calibrationError, figuresOf, rankingOf } from './calibrate.ts'
import { examplesOf, FOLDS, SOURCES } from './examples.ts'
import { inputsAt } from './inputs.ts'
import { trainModel } from './model.ts'
import { ROOT, rowsOf } from './tables.ts'

/** What an engine answers to a name. */
interface Told {
  /** Codes, the best first. */
  readonly codes: readonly string[]
  readonly sixDigits?: readonly string[]
  readonly probability?: number
  readonly verdict?: string
  readonly confidence?: string
}

const say = (text: string) => void process.stdout.write(`${text}\n`)
const flags = new Set(process.argv.slice(2))
const memo = new Map<string, Told>()

/** Whole words, as many as a query may have. */
const asQuery = (question: string): string =>
  question.length <= QUERY_CHARACTERS ? question : question.slice(0, QUERY_CHARACTERS).replace(/\s\S*$/, '')

const ours = (question: string): Told => {
  const before = memo.get(question)
  if (before) return before
  const told = toldIn(ask(asQuery(question)))
  memo.set(question, told)
  return told
}

function toldIn({ meta, verdict }: CnResponse): Told {
  const goods = meta.goods ?? []
  if (goods.length === 0) return { codes: [] }
  return {
    codes: goods.map(({ code }) => code.replaceAll(' ', '')),
    sixDigits: goods[0]!.subheadings.map(({ code }) => code.replaceAll(' ', '').slice(0, 6)),
    ...{ probability: goods[0]!.probability, verdict, confidence: meta.name!.confidence },
  }
}

const oldAnswers = new Map(rowsOf('test/search/gold/old-engine.tsv').map((row) => [row.question, row]))
const old = (question: string): Told => {
  const row = oldAnswers.get(question)
  const codes = row?.codes?.split(' ').filter(Boolean) ?? []
  return codes.length === 0 ? { codes } : { codes, verdict: row!.verdict!, confidence: row!.confidence! }
}

/** One document for each line under which goods are declared, with the lines above it and its everyday names. */
function miniSearch(): (question: string) => Told {
  const { dataset } = answerer
  const everyday = new Map<string, string[]>()
  for (const { codes, pl, en } of dataset.words)
    for (const code of codes) everyday.set(code, [...(everyday.get(code) ?? []), ...pl, ...en])
  const lines = dataset.nomenclatures.of(dataset.nomenclatures.years.at(-1)!).lines
  const index = new MiniSearch({
    ...{ fields: ['own', 'above', 'names'], storeFields: ['code'] },
    processTerm: (term) => fold(term),
    searchOptions: { prefix: true, fuzzy: 0.2, boost: { names: 3, own: 2 }, combineWith: 'OR' },
  })
  index.addAll(
    lines
      .filter(({ kind }) => kind === 'heading' || kind === 'hs6' || kind === 'cn8')
      .map((line, id) => ({
        ...{ id, code: line.code, own: `${line.name.pl} ${line.name.en}` },
        above: pathOf(line)
          .slice(1, -1)
          .map(({ name }) => `${name.pl} ${name.en}`)
          .join(' '),
        names: (everyday.get(line.code) ?? []).join(' '),
      })),
  )
  return (question) => ({
    codes: index
      .search(question)
      .slice(0, 20)
      .map(({ code }) => String(code)),
  })
}

const COLUMNS = ['recall@10', 'first', '6 digits', '6 in 3', 'ECE', 'not und.', 'no_match!', 'restr.!', 'restr.! sure']

function figures(questions: readonly GoldQuestion[], engine: (question: string) => Told): string {
  const asked = questions.filter(({ expected }) => expected.length > 0)
  const counts = { found: 0, first: 0, silent: 0, noMatch: 0, restricted: 0, free: 0, sure: 0, sureRestricted: 0 }
  const six = { of: 0, first: 0, three: 0 }
  const said: { said: number; right: boolean }[] = []
  for (const { question, expected } of asked) {
    const told = engine(question)
    const headings = told.codes.map((code) => code.slice(0, 4))
    const isRight = (heading: string | undefined) => expected.some((code) => code.slice(0, 4) === heading)
    if (headings.slice(0, 10).some(isRight)) counts.found++
    const right = isRight(headings[0])
    if (right) counts.first++
    if (told.probability !== undefined) said.push({ said: told.probability, right })
    const narrow = expected.filter((code) => code.length >= 6).map((code) => code.slice(0, 6))
    if (narrow.length > 0) {
      six.of++
      const offered = told.sixDigits ?? told.codes.filter((code) => code.length >= 6).map((code) => code.slice(0, 6))
      if (narrow.includes(offered[0] ?? '')) six.first++
      if (offered.slice(0, 3).some((code) => narrow.includes(code))) six.three++
    }
    if (told.codes.length === 0) {
      counts.silent++
      continue
    }
    const truth = expected.some(isListed)
    if (truth && told.verdict === 'no_match') counts.noMatch++
    if (truth) continue
    counts.free++
    const isSure = told.confidence === 'high' || told.confidence === 'medium'
    if (isSure) counts.sure++
    if (told.verdict !== 'restricted') continue
    counts.restricted++
    if (isSure) counts.sureRestricted++
  }
  const share = (count: number, of: number) => (of === 0 ? '–' : (count / of).toFixed(3))
  return [
    share(counts.found, asked.length),
    share(counts.first, asked.length),
    share(six.first, six.of),
    share(six.three, six.of),
    said.length === 0 ? '–' : calibrationError(said).toFixed(3),
    share(counts.silent, asked.length),
    share(counts.noMatch, asked.length),
    share(counts.restricted, counts.free),
    share(counts.sureRestricted, counts.sure),
  ]
    .map((figure) => figure.padStart(13))
    .join('')
}

const questionsOf = (set: (typeof SETS)[number]['name']) => LANGUAGES.flatMap((language) => readGold(language, set))
const mini = miniSearch()
say(`${''.padEnd(44)}${COLUMNS.map((name) => name.padStart(13)).join('')}`)
for (const { name, use } of SETS) {
  if (use === 'test' && !flags.has('--test')) continue
  const questions = questionsOf(name)
  const line = (what: string, group: readonly GoldQuestion[], engine = ours) =>
    say(`${`${name} (${use}) ${what}, ${group.length}`.padEnd(44)}${figures(group, engine)}`)
  line('all', questions)
  line('rules before', questions, old)
  // It takes a tenth of a second for a long line.
  if (use === 'develop') line('MiniSearch', questions, mini)
  const groups = [
    Map.groupBy(questions, ({ language }) => language as string),
    Map.groupBy(questions, (one) => one.class),
    ...(name === 'real' ? [Map.groupBy(questions, ({ source }) => source)] : []),
  ]
  for (const group of groups) for (const [what, some] of group) line(what, some)
  const nothing = questions.filter(({ expected }) => expected.length === 0)
  if (nothing.length > 0) {
    const silent = nothing.filter(({ question }) => ours(question).codes.length === 0).length
    say(`  names of no goods that are not understood: ${silent} of ${nothing.length}`)
  }
}

/** Sentences, and what is lost when no word is read as standing beside the goods. */
{
  const asked = (engine: typeof answerer) => (text: string, language: string) => {
    const parameters = Object.entries({ q: text, lang: language })
    const read = readQuestion(parameters, { today: TODAY, dataset: engine.dataset })
    return 'problems' in read ? null : engine.answer(read.question)
  }
  const sentences = readSentences()
  const { dataset } = answerer
  const nothingBeside = Object.fromEntries(Object.keys(dataset.hints.beside).map((list) => [list, []]))
  const engines = {
    'sentences (develop)': answerer,
    'without words beside goods': buildAnswerer(
      { ...dataset, hints: { ...dataset.hints, beside: nothingBeside as unknown as typeof dataset.hints.beside } },
      'evaluation',
    ),
    'without phrases of no goods': buildAnswerer(
      { ...dataset, guides: dataset.guides.map((guide) => ({ ...guide, no_goods: [], no_goods_alone: [] })) },
      'evaluation',
    ),
  }
  for (const [what, engine] of Object.entries(engines)) {
    const figures = Object.entries(sentenceFigures(sentences, asked(engine)))
    say(`${what}, ${sentences.length}: ${figures.map(([name, { right, of }]) => `${name} ${right}/${of}`).join(', ')}`)
  }
}

/** The shortest time of some rounds, so that other work on the machine counts little; in milliseconds. */
function timesOf(names: readonly string[], use: (name: string) => unknown): number[] {
  const times = names.map((name) => {
    let shortest = Number.POSITIVE_INFINITY
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now()
      use(name)
      shortest = Math.min(shortest, performance.now() - start)
    }
    return shortest
  })
  return times.toSorted((one, other) => one - other)
}
const ROUNDS = 5
const ABLATION_EPOCHS = 4
const MAX_NAME = 200
{
  const index = buildNameIndexes(answerer.dataset).of(answerer.dataset.nomenclatures.years.at(-1)!)
  const all = SETS.flatMap(({ name, use }) => (use === 'test' ? [] : questionsOf(name))).map(({ question }) => question)
  const short = all.filter((name) => name.trim().split(/\s+/).length <= 8)
  const long = Array.from({ length: 100 }, (_, at) =>
    all
      .slice(at * 7, at * 7 + 9)
      .join(' ')
      .slice(0, MAX_NAME),
  )
  for (const [what, names] of Object.entries({ 'up to eight words': short, [`${MAX_NAME} characters`]: long })) {
    const found = timesOf(names, index.find)
    const at = (share: number) => found[Math.floor((found.length - 1) * share)]!.toFixed(3)
    say(`${names.length} names of ${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`)
  }
}

const inputs = inputsAt(join(ROOT, 'law'))
const ranks = (options: Parameters<typeof trainModel>[1]) => rankingOf(trainModel(inputs, options), inputs)
const shown = ({ lines, recallAt10, first, ece }: ReturnType<typeof figuresOf>) =>
  `${lines} lines: recall@10 ${recallAt10.toFixed(3)}, first ${first.toFixed(3)}, ECE ${ece.toFixed(3)}`

if (flags.has('--cross')) {
  const trained = LANGUAGES.flatMap((language) =>
    SETS.flatMap(({ name, use }) => (use === 'train' ? readGold(language, name) : [])),
  )
  for (let fold = 0; fold < FOLDS; fold++) {
    const rank = ranks({ withoutFold: fold })
    say(
      `fold ${fold}, not learned from: ${shown(
        figuresOf(
          trained.filter((_, at) => at % FOLDS === fold),
          rank,
        ),
      )}`,
    )
  }
}
if (flags.has('--ablate')) {
  const real = questionsOf('real')
  // A short training shows what something adds as well as a long one.
  const shortly = (what: string, options: Parameters<typeof trainModel>[1]) =>
    say(`${what}: ${shown(figuresOf(real, ranks({ epochs: ABLATION_EPOCHS, seeds: [1], ...options })))}`)
  shortly('everything', {})
  for (const kind of FEATURE_KINDS) shortly(`without ${kind}`, { withoutKind: kind })
  shortly('without weights shared by a chapter', { withoutChapters: true })
  for (const source of SOURCES) shortly(`without ${source}`, { withoutSource: source })
  const all = examplesOf(inputs, () => false)
  const trade = [...new Set(all.flatMap(({ source, text }) => (source === 'trade' ? [text] : [])))]
  for (const quarters of [1, 2, 3]) {
    const kept = new Set(trade.filter((_, at) => at % 4 < quarters))
    const examples = all.filter(({ source, text }) => source !== 'trade' || kept.has(text))
    shortly(`with ${kept.size} of ${trade.length} trade names`, { examples })
  }
}
