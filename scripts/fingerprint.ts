import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

/**
 * A line for every change in the feed and for each of many random questions, with the hash of the answer. Equal output of two
 * checkouts shows that a refactoring changed no answer:
 *
 *     node scripts/fingerprint.ts --root ../main > before.tsv
 *     node scripts/fingerprint.ts > after.tsv && diff before.tsv after.tsv
 *     node scripts/fingerprint.ts --show 17           the answer to the question on line 17
 */

const QUESTIONS = 2_000
const TODAY = '2026-11-17'
const DAYS = [TODAY, '2022-03-01', '2022-06-04', '2022-12-05', '2023-02-26', '2023-12-19', '2024-06-25', '2025-07-20']
const NAMES = ['steel pipes', 'rury stalowe', 'laptop', 'olej napędowy', 'diamonds', 'śruby', 'drone', 'węgiel', 'wine']

const { values } = parseArgs({
  options: { root: { type: 'string', default: join(import.meta.dirname, '..') }, show: { type: 'string' } },
})
const shown = values.show === undefined ? null : Number(values.show)
const root = resolve(values.root)
const load = (path: string) => import(pathToFileURL(join(root, 'src', path)).href)
const { buildAnswerer } = (await load('answer/answer.ts')) as typeof import('../src/answer/answer.ts')
const { answerBytes } = (await load('answer/serialize.ts')) as typeof import('../src/answer/serialize.ts')
const { readQuestion } = (await load(
  'answer/question/question.ts',
)) as typeof import('../src/answer/question/question.ts')
const { loadDataset } = (await load('law/load.ts')) as typeof import('../src/law/load.ts')
const { historyOf } = (await load('changes/history.ts')) as typeof import('../src/changes/history.ts')

const dataset = await loadDataset(join(root, 'law'))
const answerer = buildAnswerer(dataset, 'build')

/** https://en.wikipedia.org/wiki/Linear_congruential_generator, with the parameters of Numerical Recipes */
let state = 20_261_119
const below = (bound: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * bound)
}
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)]!

const lines = dataset.nomenclatures.of(2026).lines.filter(({ kind }) => kind !== 'group')
const listed = [...new Set(dataset.entries.map(({ code }) => code as string))]
const regimes = dataset.regimes.map(({ data }) => data.code)
const targets = dataset.regimes.map(({ data }) => data.country)

/** Every country in deals: the targets of the law half of the time. */
const country = (): string => (below(2) === 0 ? oneOf(targets) : oneOf(dataset.countries.codes))

function randomQuestion(): [string, string][] {
  const q = [oneOf(lines).code, oneOf(listed), oneOf(NAMES), oneOf(lines).name[oneOf(['pl', 'en'] as const)]][below(4)]!
  const parameters: [string, string][] = [
    ['q', q.slice(0, 150)],
    ['lang', oneOf(['pl', 'en'])],
    ['as_of', oneOf(DAYS)],
    ['detail', oneOf(['full', 'short'])],
    ['include', oneOf(['tree', 'history', 'tree,history'])],
  ]
  const kind = below(4)
  if (kind === 0) parameters.push(['direction', oneOf(['import', 'export', 'transit'])])
  else if (kind === 1) parameters.push(['regime', oneOf(regimes)])
  else if (kind === 2) {
    const [abroad, home] = [country(), oneOf(['PL', 'DE', country()])]
    const [origin, destination] = below(2) === 0 ? [abroad, home] : [home, abroad]
    parameters.push(['origin', origin], ['destination', destination])
    if (below(3) === 0) parameters.push(['via', country()])
    if (below(3) === 0) parameters.push(['value', String(below(2_000))])
  }
  return parameters
}

/** Answers without what names the version of the data. */
const WITHOUT = /"(?:dataset|dataset_version|version|hash|url|sha256|short_name|place)":"[^"]*",?/g

const print = (...cells: string[]) => process.stdout.write(`${cells.join('\t')}\n`)
const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)
for (let number = 1; number <= QUESTIONS; number++) {
  const parameters = randomQuestion()
  if (shown !== null && shown !== number) continue
  const read = readQuestion(parameters, { today: TODAY as never, dataset })
  const text = 'problems' in read ? JSON.stringify(read) : answerBytes(answerer, read.question).toString()
  if (shown === null) print(hash(text.replace(WITHOUT, '')), String(number), new URLSearchParams(parameters).toString())
  else print(JSON.stringify(JSON.parse(text), null, 1))
}
if (shown === null) for (const change of historyOf(dataset)) print(change.id, change.day, hash(JSON.stringify(change)))
