import type { CnResponse, CnResult, WinddownAnswer } from '../answer/response.ts'
import type { Language } from '../terms/language.ts'
import { printLimit } from '../terms/limit.ts'
import { printable } from '../terms/plain-text.ts'
import { RESTRICTION_NAMES } from '../terms/restriction-names.ts'
import { CHECK_TEXTS } from './print-answer-texts.ts'
import { shorten, type Terminal, table, wrap } from './terminal.ts'

/** Above this number of entries only the table is printed, unless --full is given. */
const DETAILED_ENTRIES = 12
/** Longer texts of wind-downs and derogations are cut, unless --full or --json is given. */
const BRIEF_CHARACTERS = 220

/** An answer for people: the verdict first, then every match, then wind-downs, derogations and warnings. */
export function printAnswer(response: CnResponse, language: Language, full: boolean, terminal: Terminal): string {
  const say = (key: keyof typeof CHECK_TEXTS) => CHECK_TEXTS[key][language]
  const heading = (text: string) => terminal.style('bold', text)
  const { results, meta, scope } = response
  const lines = [...verdictLines(response, say, terminal), '']
  if (response.deal) lines.push(...dealLines(response, say, terminal), '')
  if (meta.goods && meta.goods.length > 0) {
    const rows = meta.goods.map(({ code, name, restricted }) => [
      `  ${code}`,
      restricted ? '!' : ' ',
      shorten(name, terminal.width - 18),
    ])
    lines.push(heading(say('goods')), ...table(rows), '')
  }
  if (results.length > 0) {
    lines.push(...overviewLines(results, language, terminal), '')
    if (full || results.length <= DETAILED_ENTRIES) {
      for (const [at, result] of results.entries()) lines.push(...detailLines(result, at + 1, language, terminal), '')
    } else lines.push(say('more'), '')
    if (meta.returned < meta.total) lines.push(`${say('next')} ${meta.returned} ${say('of')} ${meta.total}.`, '')
  }
  const bullet = (text: string) => wrap(`  • ${text}`, terminal.width, 4)
  const briefBullet = (text: string) => bullet(full ? text : shorten(text, BRIEF_CHARACTERS))
  if (response.winddowns.length > 0) {
    lines.push(heading(say('winddowns')))
    for (const winddown of response.winddowns) lines.push(...briefBullet(winddownLine(winddown, say)))
    lines.push('')
  }
  if (response.derogations.length > 0) {
    lines.push(heading(say('derogations')))
    for (const { article, until, text } of response.derogations) {
      lines.push(...briefBullet(`${article}${until ? ` (${say('until')} ${until})` : ''}: ${text}`))
    }
    lines.push('')
  }
  if (scope.warnings.length > 0) {
    lines.push(terminal.style(['bold', 'yellow'], say('warnings')))
    for (const warning of scope.warnings) lines.push(...bullet(warning))
    lines.push('')
  }
  if (full || results.length === 0) {
    lines.push(heading(say('notChecked')))
    for (const { code, uncoded_annexes } of scope.regimes) {
      for (const { annex, article, what } of uncoded_annexes) {
        const where = [code, article, annex && `${say('annex')} ${annex}`].filter(Boolean).join(', ')
        lines.push(...bullet(`${what} (${where})`))
      }
    }
    lines.push('')
  }
  lines.push(...wrap(response.disclaimer, terminal.width).map((line) => terminal.style('dim', line)))
  return `${lines.join('\n')}\n`
}

type Say = (key: keyof typeof CHECK_TEXTS) => string

function verdictLines(response: CnResponse, say: Say, terminal: Terminal): string[] {
  const { cn_name, cn_exists, meta, scope } = response
  const onlyOpen = response.deal !== undefined && response.assessment.reaches.every(({ kind }) => kind !== 'ban')
  const label =
    response.verdict === 'no_match'
      ? terminal.style(['bold', 'green'], say('noMatch'))
      : response.has_prohibition && !onlyOpen
        ? terminal.style(['bold', 'red'], say('restricted'))
        : terminal.style(['bold', 'yellow'], say('onlyConditions'))
  const subject = meta.cn?.code ?? printable(response.query).trim()
  const missing = meta.cn && !cn_exists ? ` (${say('notInCn')} ${scope.cn_year})` : ''
  return [
    `${label}  ${terminal.style('bold', subject)}${missing}`,
    ...(cn_name ? wrap(cn_name, terminal.width) : []),
    terminal.style('dim', `${say('asOf')} ${scope.as_of} · ${say('data')} ${scope.dataset}`),
  ]
}

/** What the deal meets with, as a checklist. */
function dealLines({ deal, assessment }: CnResponse, say: Say, terminal: Terminal): string[] {
  if (!deal) return []
  const route = [deal.origin, ...deal.via, deal.destination].join(' → ')
  return [
    `${terminal.style('bold', say('deal'))} ${route}`,
    ...wrap(assessment.sentence, terminal.width),
    ...deal.findings.flatMap(({ kind, article, text, documents }) => {
      const codes = documents.length > 0 ? ` (${say('documents')}: ${documents.join(', ')})` : ''
      return wrap(`  [ ] ${say(kind)}, ${article}: ${text}${codes}`, terminal.width, 6)
    }),
  ]
}

function overviewLines(results: readonly CnResult[], language: Language, terminal: Terminal): string[] {
  const say: Say = (key) => CHECK_TEXTS[key][language]
  const header = [' ', ...(['code', 'annex', 'article', 'what', 'direction', 'since', 'quality'] as const).map(say)]
  const rows = results.map((result, at) => [
    `${at + 1}`.padStart(2),
    (result.partial_entry ? 'ex ' : '') + result.cn_code,
    result.annex ?? '–',
    result.article ?? '–',
    RESTRICTION_NAMES[result.restriction.type][language],
    arrow(result.restriction.direction),
    sinceOf(result, say),
    result.data_quality,
  ])
  const [top = '', ...body] = table([header, ...rows])
  return [terminal.style('dim', top), ...body]
}

/** `EU_to_RU` → `EU → RU`, `via_RU` → `via RU`. */
const arrow = (direction: string | null): string =>
  direction === null ? '–' : direction.replace('_to_', ' → ').replace('_', ' ')

function sinceOf({ valid_from, valid_from_basis, valid_to, in_force }: CnResult, say: Say): string {
  const from = valid_from === null ? '?' : valid_from_basis === 'at_latest' ? `≤ ${valid_from}` : valid_from
  const to = valid_to === null ? '' : ` ${say('until')} ${valid_to}`
  return `${from}${to}${in_force === 'possibly' ? ` (${say('possibly')})` : ''}`
}

function detailLines(result: CnResult, number: number, language: Language, terminal: Terminal): string[] {
  const say: Say = (key) => CHECK_TEXTS[key][language]
  const indented = (text: string) => wrap(`   ${text}`, terminal.width, 5)
  const lines = [
    ...wrap(`${`${number}`.padStart(2)} ${terminal.style('bold', result.restriction.label)}`, terminal.width, 3),
    ...indented(result.restriction.summary),
    ...(result.restriction.condition ? indented(result.restriction.condition) : []),
  ]
  if (result.partial_by === 'description') {
    lines.push(...indented(terminal.style('yellow', say('ex'))))
    if (result.listed_as) lines.push(...indented(`${say('listedAs')}: ${result.listed_as}`))
  }
  if (result.except_codes.length > 0) lines.push(...indented(`${say('except')}: ${result.except_codes.join(', ')}`))
  for (const threshold of result.thresholds) lines.push(...indented(`${say('threshold')}: ${printLimit(threshold)}`))
  if (result.exemption) {
    lines.push(...indented(`${say('exemptions')}:`))
    for (const one of result.exemption.split(' | ')) lines.push(...indented(`• ${one}`))
  }
  for (const doubt of result.doubts) lines.push(...indented(`${terminal.style('yellow', say('doubt'))}: ${doubt}`))
  return [...lines, ...indented(terminal.style('dim', result.regime.eur_lex_url))]
}

function winddownLine({ article, status, applies, text }: WinddownAnswer, say: Say): string {
  const verdict = applies === null ? '' : `, ${say(applies ? 'applies' : 'appliesNot')}`
  return `${article} [${say(status)}${verdict}]: ${text}`
}
