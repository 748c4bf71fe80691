import type { CnResponse, CnResult } from '../answer/response/response.ts'
import { controlDocuments, documentChoices, findingHead, isOtherControl } from '../answer/shape/finding-words.ts'
import { markInWords } from '../answer/shape/mark-words.ts'
import { groundsInWords } from '../answer/shape/reach-words.ts'
import type { Day } from '../base/day.ts'
import type { Language } from '../base/language.ts'
import { printable, wrap } from '../base/plain-text.ts'
import type { Countries } from '../law/dataset/countries.ts'
import { citationInWords } from '../law/terms/citation-words.ts'
import { DIRECTION_NAMES } from '../law/terms/direction-names.ts'
import { type NamedRegime, regimeName } from '../law/terms/regime-name.ts'
import { RESTRICTION_NAMES } from '../law/terms/restriction-names.ts'
import { dayInSentence, dayInWords, thresholdInWords } from '../law/terms/wording.ts'
import { CHECK_TEXTS } from './print-answer-texts.ts'
import { derogationLines, documentLines, provisionInWords, winddownLines } from './print-grants.ts'
import { shorten, type Terminal, table } from './terminal.ts'

/** Above this number of entries or grounds only the table of entries is printed, unless --full is given. */
const DETAILED_ENTRIES = 12

interface PrintOptions {
  readonly countries: Pick<Countries, 'name'>
  readonly language: Language
  readonly full: boolean
}

/** An answer for people: the assessment first, then every match, then what lifts or surrounds the measures. */
export function printAnswer(
  response: CnResponse,
  { countries, language, full }: PrintOptions,
  terminal: Terminal,
): string {
  const say: Say = (key) => CHECK_TEXTS[key][language]
  const { results, meta, scope } = response
  const bullets = (texts: readonly string[]) => texts.flatMap((text) => wrap(`  • ${text}`, terminal.width, 4))
  const lines = [...headLines(response, language, terminal), '']
  const section = (title: string, body: readonly string[]) => {
    if (body.length > 0) lines.push(terminal.style('bold', title), ...body, '')
  }
  const { deal } = response
  if (deal) {
    const stops = deal.dispatch === deal.origin ? [deal.origin] : [deal.origin, deal.dispatch]
    const route = [...stops, ...deal.via, deal.destination].map((code) => countries.name(code)[language]).join(' → ')
    const value = deal.value === null ? '' : `, ${say('dealValue')} ${deal.value} EUR`
    const findings = deal.findings.filter((finding) => !isOtherControl(finding))
    section(`${say('deal')} ${route}${value}`, findingLines(findings, response, language, terminal))
  }
  const grounds = response.assessment.reaches.reduce((count, reach) => count + reach.grounds.length, 0)
  if (full || grounds <= DETAILED_ENTRIES) section(say('grounds'), groundLines(response, language, terminal))
  if (meta.contract) section(say('contract'), wrap(`  ${meta.contract.text}`, terminal.width, 2))
  section(
    say('near'),
    bullets(meta.uncoded.map(({ regime, ...uncoded }) => uncodedLine(regime, uncoded, scope.regimes, language))),
  )
  section(say('goods'), goodsLines(response, language, terminal))
  if (results.length > 0) {
    lines.push(...overviewLines(response, language, terminal), '')
    if (full || results.length <= DETAILED_ENTRIES) {
      for (const [at, result] of results.entries()) lines.push(...detailLines(result, at + 1, language, terminal), '')
    } else lines.push(say('more'), '')
    if (meta.returned < meta.total) lines.push(`${say('next')} ${meta.returned} ${say('of')} ${meta.total}.`, '')
  }
  section(say('winddowns'), bullets(winddownLines(response, language, full)))
  section(say('derogations'), bullets(derogationLines(response, language, full)))
  section(
    say('documents'),
    documentLines(response, language, full).flatMap((line) => wrap(`  ${line}`, terminal.width, 6)),
  )
  section(say('controls'), bullets(controlTexts(response, language)))
  if (scope.warnings.length > 0) {
    lines.push(terminal.style(['bold', 'yellow'], say('warnings')), ...bullets(scope.warnings), '')
  }
  if (full || results.length === 0) {
    const uncoded = scope.regimes.flatMap(({ code, uncoded_annexes }) =>
      uncoded_annexes.map((one) => uncodedLine(code, one, scope.regimes, language)),
    )
    section(say('notChecked'), bullets(uncoded))
  }
  lines.push(...wrap(response.disclaimer, terminal.width).map((line) => terminal.style('dim', line)))
  return `${lines.join('\n')}\n`
}

type Say = (key: keyof typeof CHECK_TEXTS) => string

function headLines(response: CnResponse, language: Language, terminal: Terminal): string[] {
  const { assessment, cn_name, cn_exists, meta, scope } = response
  const say: Say = (key) => CHECK_TEXTS[key][language]
  const subject = meta.cn?.code ?? printable(response.query).trim()
  const missing = meta.cn && !cn_exists ? ` (${say('notInCn')} ${scope.cn_year})` : ''
  const colour = colourOf(response)
  return [
    ...wrap(assessment.headline, terminal.width).map((line) => terminal.style(['bold', colour], line)),
    ...wrap(assessment.reason, terminal.width),
    ...assessment.steps.flatMap(({ text }, at) => wrap(`${at + 1}. ${text}`, terminal.width, 3)),
    `${terminal.style('bold', subject)}${missing}`,
    ...(cn_name ? wrap(cn_name, terminal.width) : []),
    terminal.style('dim', `${say('asOf')} ${dayInSentence(scope.as_of, language)} · ${say('data')} ${scope.dataset}`),
  ]
}

/** Green only where nothing has to be done. */
const colourOf = ({ assessment: { answer } }: CnResponse): 'red' | 'yellow' | 'green' =>
  answer === 'prohibited' ? 'red' : answer === 'none' ? 'green' : 'yellow'

/** Controls that are no sanctions: of a deal its findings, otherwise what the scope has. */
function controlTexts({ deal, scope, meta }: CnResponse, language: Language): string[] {
  const line = (head: string, text: string, documents: Parameters<typeof controlDocuments>[0]) =>
    `${head}: ${[text, controlDocuments(documents, language)].filter(Boolean).join(' ')}`
  return deal
    ? deal.findings.filter(isOtherControl).map(({ article, text, control }) =>
        line(
          article,
          text,
          meta.documents.filter(({ regime }) => regime === control),
        ),
      )
    : (scope.controls ?? []).map(({ name, legal_act, text, documents }) =>
        line(`${legal_act}, ${name}`, text, documents),
      )
}

const uncodedLine = (
  regime: string,
  { annex, article, what }: { annex: string | null; article: string | null; what: string },
  regimes: readonly NamedRegime[],
  language: Language,
): string => `${what.replace(/\.$/, '')} (${provisionInWords(regime, article, annex, regimes, language)})`

function goodsLines(response: CnResponse, language: Language, terminal: Terminal): string[] {
  const { goods = [] } = response.meta
  const marks = goods.map((one) => markInWords(one, response, language))
  const widest = Math.max(0, ...marks.map((mark) => mark.length))
  const rows = goods.map(({ code, name }, at) => [
    `  ${code}`,
    marks[at] ?? '',
    shorten(name, Math.max(20, terminal.width - widest - 18)),
  ])
  return table(rows)
}

/** The provisions behind the assessment, each with its own limit and description. */
const groundLines = ({ assessment }: CnResponse, language: Language, terminal: Terminal): string[] =>
  groundsInWords(assessment, language).flatMap(({ head, grounds }) => [
    ...wrap(`  ${head}`, terminal.width, 2),
    ...grounds.flatMap((ground) => wrap(`    ${ground}`, terminal.width, 6)),
  ])

type Finding = NonNullable<CnResponse['deal']>['findings'][number]

/** Findings of the deal, as a checklist. */
const findingLines = (
  findings: readonly Finding[],
  { scope, meta }: CnResponse,
  language: Language,
  terminal: Terminal,
): string[] =>
  findings.flatMap((finding) => {
    const { text, documents } = finding
    const choices = documentChoices(finding, meta.documents, language)
    const codes = documents.length > 0 ? ` (${CHECK_TEXTS.documentCodes[language]}: ${choices})` : ''
    return wrap(`  [ ] ${findingHead(finding, scope.regimes, language)}: ${text}${codes}`, terminal.width, 6)
  })

function overviewLines({ results, scope: { regimes } }: CnResponse, language: Language, terminal: Terminal): string[] {
  const say: Say = (key) => CHECK_TEXTS[key][language]
  const columns = ['code', 'annex', 'article', 'what', 'direction', 'covers', 'since'] as const
  const rows = results.map((result, at) => [
    `${at + 1}`.padStart(2),
    (result.partial_entry ? 'ex ' : '') + result.cn_code,
    result.annex ?? '–',
    result.article === null ? '–' : citationInWords(result.article, language),
    RESTRICTION_NAMES[result.restriction.type][language],
    wayOf(result, regimes, language),
    say(result.covers_query),
    sinceOf(result, language),
  ])
  const [top = '', ...body] = table([[' ', ...columns.map(say)], ...rows])
  return [terminal.style('dim', top), ...body]
}

/** `EU_to_RU` → `UE → Rosja`, `via_RU` → `przez: Rosja`; a regime of parts of a country is named by its act. */
function wayOf({ restriction: { direction }, regime }: CnResult, regimes: readonly NamedRegime[], language: Language) {
  const name = regimeName(regime.code, regimes)
  const union = language === 'pl' ? 'UE' : 'EU'
  if (direction === null) return '–'
  if (name === regime.legal_act) {
    const way = direction.startsWith('EU_to_') ? 'export' : direction.startsWith('via_') ? 'transit' : 'import'
    return `${DIRECTION_NAMES[way][language]}, ${name}`
  }
  if (direction.startsWith('via_')) return language === 'pl' ? `przez: ${name}` : `via ${name}`
  return direction.startsWith('EU_to_') ? `${union} → ${name}` : `${name} → ${union}`
}

function sinceOf({ valid_from, valid_from_basis, valid_to, in_force }: CnResult, language: Language): string {
  const say: Say = (key) => CHECK_TEXTS[key][language]
  const parts = [valid_from === null ? say('sinceUnknown') : dayInWords(valid_from, language)]
  if (valid_from !== null && valid_from_basis === 'at_latest') parts.push(`(${say('atLatest')})`)
  if (valid_to !== null) parts.push(`${say('until')} ${dayInWords(valid_to, language)}`)
  if (in_force === 'possibly') parts.push(`(${say('possibly')})`)
  return parts.join(' ')
}

function detailLines(result: CnResult, number: number, language: Language, terminal: Terminal): string[] {
  const say: Say = (key) => CHECK_TEXTS[key][language]
  const indented = (text: string) => wrap(`   ${text}`, terminal.width, 5)
  const { restriction } = result
  const lines = [
    ...wrap(`${`${number}`.padStart(2)} ${terminal.style('bold', restriction.label)}`, terminal.width, 3),
    ...indented(restriction.summary),
    ...(restriction.condition ? indented(restriction.condition) : []),
    ...(restriction.note ? indented(restriction.note) : []),
  ]
  if (result.basis.kind === 'inferred') lines.push(...indented(terminal.style('yellow', result.basis.text)))
  if (result.partial_by === 'description') {
    lines.push(...indented(terminal.style('yellow', say('ex'))))
    if (result.listed_as) lines.push(...indented(`${say('listedAs')}: ${result.listed_as}`))
  }
  if (result.except_codes.length > 0) lines.push(...indented(`${say('except')}: ${result.except_codes.join(', ')}`))
  for (const threshold of result.thresholds)
    lines.push(...indented(`${say('threshold')}: ${thresholdInWords(threshold, language)}`))
  if (result.exemptions.length > 0) lines.push(...indented(`${say('exemptions')}:`))
  for (const { article, text, from, until } of result.exemptions)
    lines.push(...indented(`• ${citationInWords(article, language)}${termOf(from, until, language)}: ${text}`))
  for (const doubt of result.doubts) lines.push(...indented(`${terminal.style('yellow', say('doubt'))}: ${doubt}`))
  if (result.data_quality !== 'verified' && result.doubts.length === 0)
    lines.push(...indented(terminal.style('yellow', say(result.data_quality === 'demo' ? 'demo' : 'toReview'))))
  return [...lines, ...indented(terminal.style('dim', result.eur_lex_url))]
}

/** ` (od 24 lipca 2026 r. do 1 stycznia 2027 r.)`; nothing for an exemption without days. */
function termOf(from: Day | null, until: Day | null, language: Language): string {
  const days = [
    from && `${CHECK_TEXTS.from[language]} ${dayInSentence(from, language)}`,
    until && `${CHECK_TEXTS.until[language]} ${dayInSentence(until, language)}`,
  ].filter(Boolean)
  return days.length > 0 ? ` (${days.join(' ')})` : ''
}
