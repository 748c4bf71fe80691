import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Answerer, answerOrProblems, buildAnswerer } from '../../answer/answer.ts'
import { readQuestion } from '../../answer/question/question.ts'
import { isParameter, withFact } from '../../answer/question/with-fact.ts'
import type { CnResponse } from '../../answer/response/response.ts'
import { calendarDay } from '../../base/day.ts'
import { LANGUAGES, type Language } from '../../base/language.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import { LawError, MistakeList } from '../../law/read/mistakes.ts'
import { yamlReader } from '../../law/read/read-yaml.ts'
import type { LawTest } from '../../law/terms/law.ts'
import { LAW_SHAPES } from '../../law/terms/law-schemas.ts'

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

/** Asks the tests that an act brought with it, of a law that is about to be written. */
export function runProposedTests(dataset: Dataset, lawDir: string, celex: string): void {
  const answerer = buildAnswerer(dataset, 'law tests')
  const failures = readLawTests(lawDir)
    .filter(({ file }) => file.startsWith(`law/tests/${celex}-`))
    .flatMap(({ test }) => failuresOf(test, answerer).map((failure) => `${test.why}: ${failure}`))
  if (failures.length > 0) throw new Error(`Nothing was written: the rows are not answered.\n${failures.join('\n')}`)
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

type Parameters = Readonly<Record<string, string>>

/** What an answer says otherwise than a test of the law wants; empty when it says all of it. */
export function failuresOf({ ask, says, flows = [] }: LawTest, answerer: Answerer): readonly string[] {
  const asked = Object.entries({ lang: 'en', as_of: DAY, limit: 500, ...ask })
  const parameters = Object.fromEntries(asked.map(([name, value]) => [name, String(value)]))
  const found = answerTo(parameters, answerer)
  if ('problems' in found) {
    const codes = found.problems.map(({ code }) => code)
    return codes.some((code) => code === says.problem) ? [] : [`refused: ${codes.join(', ')}`]
  }
  if (says.problem !== undefined) return [`not refused (${says.problem} expected)`]
  const ofFlows = flows.flatMap((flow) => {
    const told = Object.entries(flow.told)
    const failure = failureOfFlow(told, flow.answer, parameters, found.response, answerer)
    return failure === null ? [] : [`told ${told.map((pair) => pair.join(' ')).join(', ')}: ${failure}`]
  })
  const otherwise = LANGUAGES.flatMap((language) => {
    const [wanted, now] = [says.said?.[language], says.said && saidIn(language, ask, answerer)]
    return isDeepStrictEqual(wanted, now) ? [] : [`${language}: ${JSON.stringify(now)}`]
  })
  return [...compare(found.response, says), ...ofFlows, ...otherwise]
}

/** What is said of a question in a language. */
export function saidIn(language: Language, ask: LawTest['ask'], answerer: Answerer) {
  const asked = Object.entries({ as_of: DAY, ...ask, lang: language })
  const found = answerTo(Object.fromEntries(asked.map(([name, value]) => [name, String(value)])), answerer)
  if ('problems' in found) return null
  const { headline, reason, steps } = found.response.assessment
  return { headline, reason, steps: steps.map(({ text }) => text) }
}

function answerTo(parameters: Parameters, answerer: Answerer) {
  const read = readQuestion(Object.entries(parameters), { today: calendarDay(DAY), dataset: answerer.dataset })
  return 'problems' in read ? read : answerOrProblems(answerer, read.question)
}

const isAnswer = (wanted: string | readonly string[], found: string): boolean => [wanted].flat().includes(found)

/** Tells one fact after the other, each in the words of the question that asks for it; null where all is as wanted. */
function failureOfFlow(
  [next, ...rest]: readonly (readonly [fact: string, value: string])[],
  wanted: string | readonly string[],
  parameters: Parameters,
  { assessment: { answer, questions } }: CnResponse,
  answerer: Answerer,
): string | null {
  if (!next) return isAnswer(wanted, answer) ? null : `${answer}, expected ${[wanted].flat().join(' or ')}`
  const [fact, value] = next
  const question = questions.find((one) => one.fact === fact)
  const chosen = question?.answers.find((one) =>
    fact === 'goods'
      ? one.value === value || new RegExp(value, 'i').test(`${one.value} ${one.text}`)
      : one.value === value,
  )
  const given = givenAs(fact, value, question?.id, chosen?.value, parameters)
  if (given === null) return `${fact} is not asked for, or has no such answer`
  const then = answerTo(given, answerer)
  if ('problems' in then) return then.problems.map(({ code }) => code).join(', ')
  const { assessment } = then.response
  if (chosen && chosen.leads_to !== assessment.answer)
    return `${chosen.leads_to} was promised, and it is ${assessment.answer}`
  if (question && assessment.questions.some(({ id }) => id === question.id)) return `${fact} is asked for again`
  return failureOfFlow(rest, wanted, given, then.response, answerer)
}

/** The parameters with one fact more; null where it was not asked for. */
function givenAs(
  fact: string,
  value: string,
  id: string | undefined,
  chosen: string | undefined,
  parameters: Parameters,
): Parameters | null {
  // Law tests may give these also where they are not asked for.
  if (isParameter(fact)) return withFact(parameters, { id: fact, fact }, value)
  return id === undefined || chosen === undefined ? null : withFact(parameters, { id, fact }, chosen)
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
  if (says.answer !== undefined && !isAnswer(says.answer, assessment.answer))
    failures.push(`answer: ${assessment.answer}, expected ${[says.answer].flat().join(' or ')}`)
  within('the headline', assessment.headline, says.headline, says.headline_not)
  const asked = assessment.questions.map(({ fact }) => fact)
  among('questions', asked, says.asks, says.asks_not)
  same('the first question', says.asks_first, asked[0])
  among(
    'steps',
    assessment.steps.map(({ kind }) => kind),
    says.steps,
    says.steps_not,
  )
  const named = namedIn(response)
  for (const article of says.named ?? [])
    if (!named.some((one) => one.startsWith(article))) failures.push(`${article} is not named`)
  const offered = assessment.steps.flatMap(({ articles }) => articles)
  for (const article of says.offered_not ?? [])
    if (offered.some((one) => one.startsWith(article))) failures.push(`${article} is offered`)
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
  // While an act of a regime is pending, nothing of it is verified, whatever it would be without that act.
  const pending = response.scope.regimes.flatMap(({ code, pending_acts }) => (pending_acts.length > 0 ? code : []))
  for (const [path, wanted] of missingIn(response, says.has, pending))
    failures.push(`${path}: no ${JSON.stringify(wanted)}`)
  for (const part of says.has_not ?? [])
    if ([...missingIn(response, part)].length === 0) failures.push(`the answer has ${JSON.stringify(part)}`)
  return failures
}

/** What a part of an answer wants and the answer lacks, each with its path. */
function* missingIn(
  found: unknown,
  wanted: unknown,
  pending: readonly string[] = [],
  path = '',
): Generator<readonly [path: string, wanted: unknown]> {
  if (typeof wanted !== 'object' || wanted === null) {
    if (wanted !== undefined && !isText(found, wanted)) yield [path, wanted]
  } else if (typeof found !== 'object' || found === null) {
    yield [path, wanted]
  } else if (Array.isArray(wanted)) {
    for (const one of wanted)
      if (!Object.values(found).some((entry) => missingIn(entry, one, pending).next().done)) yield [path, one]
  } else {
    const fields = found as Record<string, unknown>
    const isPending = pending.includes(regimeOf(fields))
    for (const [name, one] of Object.entries(wanted)) {
      if (isPending && name === 'data_quality' && one === 'verified') continue
      yield* missingIn(fields[name], one, pending, path === '' ? name : `${path}.${name}`)
    }
  }
}

/** The regime of a result, a grant or a document; empty for anything else. */
function regimeOf({ regime }: Readonly<Record<string, unknown>>): string {
  const code = typeof regime === 'object' && regime !== null && 'code' in regime ? regime.code : regime
  return typeof code === 'string' ? code : ''
}

/** Whether a value is the one wanted; "…" stands for any text. */
function isText(found: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'string' || typeof found !== 'string' || !wanted.includes('…')) return found === wanted
  return new RegExp(`^${wanted.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '.*')}$`, 's').test(found)
}

/** The provisions behind an answer: of grounds, findings and steps. */
const namedIn = ({ assessment: { reaches, steps }, deal }: CnResponse): readonly string[] =>
  [
    ...reaches.flatMap(({ grounds }) => grounds.map(({ article }) => article)),
    ...(deal?.findings ?? []).map(({ article }) => article),
    ...steps.flatMap(({ articles }) => articles),
  ].flatMap((articles) => articles.split(/[;,] (?=\d)/))

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
