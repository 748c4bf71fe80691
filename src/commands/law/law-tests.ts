import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Answerer, buildAnswerer } from '../../answer/answer.ts'
import { readQuestion } from '../../answer/question.ts'
import type { CnResponse } from '../../answer/response.ts'
import type { Dataset } from '../../law/build/dataset.ts'
import { LawError, MistakeList } from '../../law/read/mistakes.ts'
import { yamlReader } from '../../law/read/read-yaml.ts'
import { calendarDay } from '../../terms/day.ts'
import type { LawTest } from '../../terms/law.ts'
import { LAW_SHAPES } from '../../terms/law-schemas.ts'

/** How many tests of the law hold, in words; a LawError with the place of each that does not. */
export function runLawTests(dataset: Dataset, lawDir: string): string {
  const answerer = buildAnswerer(dataset, 'law tests')
  const tests = readLawTests(lawDir)
  const mistakes = tests.flatMap(({ test, file, line }) =>
    failuresOf(test, answerer).map((failure) => ({ file, line, column: 1, what: `${failure} (${test.why})` })),
  )
  if (mistakes.length > 0) throw new LawError({ mistakes, omitted: [] })
  return `${tests.length} tests of the law hold\n`
}

const readFile = yamlReader(LAW_SHAPES.tests)

/** All tests of a law, `tests/*.yaml`, and where they stand; none where it has no such folder. A file that cannot be read is a mistake. */
export function readLawTests(lawDir: string) {
  const folder = join(lawDir, 'tests')
  if (!existsSync(folder)) return []
  const mistakes = new MistakeList()
  const tests = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .toSorted()
    .flatMap((name) => {
      const file = `law/tests/${name}`
      const { value, locate, mistakes: found } = readFile(file, readFileSync(join(folder, name), 'utf8'))
      for (const mistake of found) mistakes.add(mistake)
      return (value?.tests ?? []).map((test, at) => ({ test, file, line: locate('tests', at).line }))
    })
  const report = mistakes.report()
  if (report.mistakes.length > 0) throw new LawError(report)
  return tests
}

/** The day that tests of the law stand on, unless they name another. */
const DAY = '2026-11-17'

/** What an answer says otherwise than a test of the law wants; empty when it says all of it. */
export function failuresOf({ ask, says }: LawTest, answerer: Answerer): readonly string[] {
  const asked = Object.entries({ lang: 'en', as_of: DAY, limit: 500, ...ask })
  const read = readQuestion(
    asked.map(([name, value]) => [name, String(value)] as const),
    { today: calendarDay(DAY), dataset: answerer.dataset },
  )
  if ('problems' in read) {
    const codes = read.problems.map(({ code }) => code)
    return codes.some((code) => code === says.problem) ? [] : [`refused: ${codes.join(', ')}`]
  }
  if (says.problem !== undefined) return [`not refused (${says.problem} expected)`]
  return compare(answerer.answer(read.question), says)
}

type Says = LawTest['says']

function compare(response: CnResponse, says: Says): string[] {
  const { assessment, deal, meta } = response
  const failures: string[] = []
  const same = (what: string, wanted: unknown, found: unknown) => {
    if (wanted !== undefined && wanted !== found) failures.push(`${what}: ${found}, expected ${wanted}`)
  }
  const among = (what: string, found: readonly string[], wanted: Texts, unwanted: Texts) => {
    for (const one of wanted ?? [])
      if (!found.includes(one)) failures.push(`${what}: no "${one}" among ${shown(found)}`)
    for (const one of unwanted ?? []) if (found.includes(one)) failures.push(`${what}: "${one}" is there`)
  }
  const within = (what: string, text: string, wanted: Texts, unwanted: Texts) => {
    for (const one of wanted ?? []) if (!text.includes(one)) failures.push(`${what} lacks "${one}": ${text}`)
    for (const one of unwanted ?? []) if (text.includes(one)) failures.push(`${what} has "${one}": ${text}`)
  }
  const exactly = (what: string, found: readonly string[], wanted: readonly string[] | undefined) => {
    if (wanted && JSON.stringify(found.toSorted()) !== JSON.stringify(wanted.toSorted()))
      failures.push(`${what}: ${shown(found)}, expected ${shown(wanted)}`)
  }
  same('verdict', says.verdict, response.verdict)
  same('prohibition', says.prohibition, response.has_prohibition)
  same('checked', says.checked, assessment.checked)
  same('extent', says.extent, assessment.extent)
  same('contract', says.contract, meta.contract?.covered)
  same('sentence', says.sentence_is, assessment.sentence)
  within('the sentence', assessment.sentence, says.sentence, says.sentence_not)
  among('reaches', assessment.reaches.map(reachText), says.reaches, says.reaches_not)
  among('grounds', assessment.reaches.flatMap(groundTexts), says.grounds, says.grounds_not)
  among('results', articlesOf(response), says.results, says.results_not)
  exactly('results', response.results.map(resultText), says.results_are)
  const findings = deal?.findings ?? []
  among('findings', findings.map(findingText), says.findings, says.findings_not)
  exactly(
    'findings',
    findings
      .filter(({ kind, control }) => kind !== 'end_use' && kind !== 'not_checked' && control === undefined)
      .map(findingText),
    says.findings_are,
  )
  for (const { article, has, has_not } of says.finding_text ?? []) {
    const texts = findings.filter((finding) => finding.article.split('; ').includes(article)).map(({ text }) => text)
    if (texts.length === 0) failures.push(`findings: none of ${article}`)
    else within(`the finding of ${article}`, texts.join(' '), has, has_not)
  }
  among('grants', grantsOf(response), says.grants, says.grants_not)
  among(
    'documents',
    meta.documents.map(({ code }) => code),
    says.documents,
    says.documents_not,
  )
  within('the warnings', response.scope.warnings.join(' '), says.warnings, undefined)
  within('the answer', JSON.stringify(response), says.words, says.words_not)
  return failures
}

type Texts = readonly string[] | undefined

const shown = (texts: readonly string[]): string => (texts.length === 0 ? 'none' : texts.join(' | '))

type Reach = CnResponse['assessment']['reaches'][number]

const placeOf = ({ country, inputs_of }: Reach): string => country ?? `inputs:${inputs_of}`

/** `ban export RU whole`; `-` where there is no direction. */
const reachText = (reach: Reach): string => [reach.kind, reach.direction ?? '-', placeOf(reach), reach.extent].join(' ')

/** `ban export RU 3h(1) XVIII threshold`; `-` where there is no annex. */
const groundTexts = (reach: Reach): string[] =>
  reach.grounds.map(({ article, annex, extent }) =>
    [reach.kind, reach.direction ?? '-', placeOf(reach), article, annex ?? '-', extent].join(' '),
  )

const articlesOf = ({ results }: CnResponse): string[] => [...new Set(results.flatMap(({ article }) => article ?? []))]

/** `ex 7304 XVII 3g(1)(d) import_ban RU_to_EU`; `-` where there is no annex or direction. */
const resultText = ({ cn_code, annex, article, restriction, partial_entry }: CnResponse['results'][number]): string =>
  [
    ...(partial_entry ? ['ex'] : []),
    cn_code,
    annex ?? '-',
    article,
    restriction.type,
    restriction.direction ?? '-',
  ].join(' ')

/** `prohibited 3i(1)`; several articles are separated by "; ". */
const findingText = ({ kind, article }: NonNullable<CnResponse['deal']>['findings'][number]): string =>
  `${kind} ${article}`

/** Exemptions, derogations and wind-downs that are open, by article. */
const grantsOf = ({ results, derogations, winddowns }: CnResponse): string[] => [
  ...new Set([
    ...results.flatMap(({ exemptions }) => exemptions.map(({ article }) => article)),
    ...[...derogations, ...winddowns].filter(({ status }) => status === 'open').map(({ article }) => article),
  ]),
]
