import type { CnResponse } from '../../answer/response.ts'
import { countryName } from '../../terms/countries.ts'
import { RESTRICTION_NAMES } from '../../terms/restriction-names.ts'
import { dayInWords } from '../../terms/wording.ts'
import { citation, daysInWords } from './matches-html.ts'
import { sectionsOf } from './measures.ts'
import type { PageAnswer } from './page-answer.ts'
import { answerSpeaker, SECTION_TEXTS } from './texts.ts'
import { verdictOf } from './verdict.ts'
import { verdictInWords } from './verdict-words.ts'

/** What an answer is about: the code as the tariff writes it, or the name that was asked for. */
export const subjectOf = ({ meta, query }: CnResponse): string => meta.cn?.code ?? query.trim()

/** The answer as plain text, to be pasted into a letter or a file note. */
export function answerAsText({ response, question, moment, address }: PageAnswer): string {
  const { language } = question
  const say = answerSpeaker(language)
  const { meta, scope } = response
  const { sentence, more, designations } = verdictInWords(verdictOf(response), response, language)
  const lines = [
    [subjectOf(response), response.cn_name].filter(Boolean).join(' – '),
    sentence,
    ...more,
    ...designations.map((one) => `  “${one}”`),
    '',
  ]
  for (const warning of scope.warnings) lines.push(`! ${warning}`)
  if (scope.warnings.length > 0) lines.push('')
  for (const { code, name, restricted } of meta.goods ?? []) {
    lines.push(`${code} [${say(restricted ? 'restricted' : 'unrestricted')}] ${name}`)
  }
  if (meta.goods) lines.push('')
  for (const { country, direction, measures } of sectionsOf(response.results)) {
    lines.push(`${countryName(country, language)}: ${SECTION_TEXTS[direction][language]}`)
    for (const { about, listings } of measures) {
      const codes = listings.map((one) => (one.partial_entry ? `ex ${one.cn_code}` : one.cn_code))
      const toReview = listings.every(({ data_quality }) => data_quality === 'verified') ? '' : ` [${say('toReview')}]`
      lines.push(`- ${RESTRICTION_NAMES[about.restriction.type][language]}: ${about.restriction.label}`)
      lines.push(
        `  ${about.regime.legal_act}, ${citation(about, say)}; ${codes.join(', ')}; ${daysInWords(about, language, say)}${toReview}`,
      )
    }
    lines.push('')
  }
  const open = response.winddowns.filter(({ status }) => status === 'open')
  if (open.length > 0)
    lines.push(
      `${say('winddowns')}:`,
      ...open.map(({ article, text }) => `- ${say('article')} ${article}: ${text}`),
      '',
    )
  return [
    ...lines,
    `${say('asOf')} ${scope.as_of} · ${say('dataVersion')} ${meta.dataset} · ${say('checkedAt')} ${dayInWords(moment.day, language)}, ${moment.time} ${say('brussels')}`,
    address,
    response.disclaimer,
    '',
  ].join('\n')
}
