import { isDay } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import { eurLexUrl } from '../../law/terms/celex.ts'
import { regimeName } from '../../law/terms/regime-name.ts'
import { dayInWords, listed } from '../../law/terms/wording.ts'
import { regimesInWords } from '../answer/question-words.ts'
import { CLASS_HINTS, CLASS_TEXTS, listSpeaker } from '../pages/list-texts.ts'
import { hrefOf } from '../shell/paths.ts'
import { LINE_CLASSES } from './checked-line.ts'
import type { BatchHead } from './reply.ts'
import {
  daysOf,
  directionOf,
  isOfDeals,
  type ListResult,
  type ReportCell,
  type ReportSheet,
  regimesOf,
} from './report.ts'
import { countClasses } from './sort-and-filter.ts'
import { dealInWords, otherWarnings, pendingActs } from './words.ts'

/** What was asked and with which law: the record of the check on the page, in print and on the second sheet. */
export function recordOf(result: ListResult): { term: string; value: ReportCell }[] {
  const { checked, question, head } = result
  const regimes = regimesOf(result)
  const { language, filters } = question
  const say = listSpeaker(language)
  const replies = checked.flatMap(({ reply }) => reply ?? [])
  const distinct = (values: readonly string[]) => [...new Set(values)].join(', ')
  const direction = directionOf(question)
  const acts = regimes.flatMap((one) => {
    const name = regimeName(one.code, regimes)
    const href = eurLexUrl(one.celex, language)
    return [
      { term: `${say('law')}: ${name}`, value: { text: one.legal_act, href, plain: `${one.legal_act}, ${href}` } },
      { term: `${say('lawData')}: ${name}`, value: stateInWords(one, language) },
    ]
  })
  const pending = head ? pendingActs(head.scope, language) : []
  return [
    { term: say('asOf'), value: daysOf(result).join(', ') },
    isOfDeals(result)
      ? { term: say('deal'), value: dealOfAll(result) }
      : { term: say('direction'), value: direction ? say(`${direction}Asked`) : say('anyDirection') },
    { term: say('country'), value: regimesInWords(regimes, language) || say('anyCountry') },
    { term: say('contractDate'), value: dayGiven(filters.contract_date, language) },
    { term: say('dataset'), value: distinct(replies.map(({ dataset }) => dataset)) },
    ...acts,
    ...pending.map(({ country, celex, words }) => {
      const href = eurLexUrl(celex, language)
      return { term: `${say('pending')}: ${country}`, value: { text: words, href, plain: `${words}, ${href}` } }
    }),
  ].filter(({ value }) => value !== '')
}

/** `24 października 2025 (tekst skonsolidowany z dnia … i Rozporządzenie Rady (UE) 2025/392); dane pełne od …`. */
function stateInWords(regime: BatchHead['scope']['regimes'][number], language: Language): string {
  const { consolidated_version, source_version, worked_in, complete_from } = regime
  const say = listSpeaker(language)
  const text = consolidated_version && `${say('consolidated')} ${dayInWords(consolidated_version, language)}`
  const read = listed([...(text ? [text] : []), ...worked_in.map(({ title }) => title)], language)
  const state = `${dayInWords(source_version, language)}${read && ` (${read})`}`
  return `${state}; ${say('completeFrom')} ${dayInWords(complete_from, language)}`
}

/** The deal that all lines have; otherwise that each has its own. */
function dealOfAll({ checked, places, question }: ListResult): string {
  const deals = checked.flatMap(({ line }) =>
    line.deal && line.skipped === null ? [dealInWords(line.deal, places, question.language)] : [],
  )
  const [only, ...others] = new Set(deals)
  return only !== undefined && others.length === 0 ? only : listSpeaker(question.language)('dealOfRows')
}

const dayGiven = (day: string | undefined, language: Language): string =>
  day && isDay(day) ? dayInWords(day, language) : listSpeaker(language)('notGiven')

/** The sheet that says what was asked, with which law, what it lacks, and what the classes mean. */
export function recordSheet(result: ListResult, origin: string): ReportSheet {
  const { checked, question, head } = result
  const { language } = question
  const say = listSpeaker(language)
  const href = origin + hrefOf('/list', language)
  const counted = countClasses(checked)
  const counts = LINE_CLASSES.map((name) => [
    `${CLASS_TEXTS[name][language]}: ${CLASS_HINTS[name][language]}`,
    counted.get(name) ?? 0,
  ])
  return {
    name: say('information'),
    columns: [{ maxWidth: 60 }, { maxWidth: 100 }],
    rows: [
      [say('information'), ''],
      ...recordOf(result).map(({ term, value }) => [term, value]),
      ...(head ? otherWarnings(head.scope).map((warning) => [say('warning'), warning]) : []),
      [say('allLines'), checked.length],
      ...counts,
      [say('address'), { text: href, href, plain: href }],
      [say('disclaimer'), head?.disclaimer ?? ''],
    ],
  }
}
