import type { CnResponse, CnResult, Scope } from '../../answer/response/response.ts'
import { isEndInDoubt } from '../../answer/shape/end-in-doubt.ts'
import { markInWords } from '../../answer/shape/mark-words.ts'
import type { Language } from '../../base/language.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { PURPOSE_NAMES } from '../../law/terms/purpose-names.ts'
import { regimeName } from '../../law/terms/regime-name.ts'
import { RESTRICTION_NAMES } from '../../law/terms/restriction-names.ts'
import { dayInSentence } from '../../law/terms/wording.ts'
import { controlLines } from './controls-html.ts'
import { dealLines } from './deal-html.ts'
import { documentGroups } from './documents.ts'
import { coverageInWords, endInWords, placeOf, placesByCountry, winddownsByUse } from './grants-html.ts'
import { groundLines } from './grounds-html.ts'
import { headlineMark } from './marks.ts'
import { basisInWords, citation, codesInWords, daysInWords, truncation } from './matches-html.ts'
import { type Section, sectionsOf, sectionTitle } from './measures.ts'
import { addressOf, type PageAnswer } from './page-answer.ts'
import { questionInWords } from './question-words.ts'
import { readingInWords } from './reading-html.ts'
import { placeInWords, sourceInWords } from './scope-html.ts'
import { answerSpeaker, type Say, SECTION_TEXTS, titled } from './texts.ts'

/** What an answer is about: the code as the tariff writes it, or the name that was asked for. */
export const subjectOf = ({ meta, query }: CnResponse): string => meta.cn?.code ?? query.trim()

/** The answer as plain text, to be pasted into a letter or a file note. */
export function answerAsText(answer: PageAnswer): string {
  const { response, question } = answer
  const { language } = question
  const say = answerSpeaker(language)
  const parts = [
    headlineLines(response, say),
    uncodedLines(response, say),
    response.scope.warnings.map((warning) => `! ${warning}`),
    goodsLines(response, language),
    dealLines(response, say),
    groundLines(response, say),
    truncation(response, say),
    ...sectionsOf(response.results).map((section) => sectionLines(section, response, say)),
    winddownLines(response, say),
    derogationLines(response, say),
    documentLines(response, say),
    controlLines(response, say),
    recordLines(answer, say),
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

/** The text with the reader's own case number in front, which only the browser knows. */
export const withCaseNumber = (text: string, number: string, language: Language): string =>
  number.trim() === '' ? text : `${answerSpeaker(language)('caseNumber')}: ${number.trim()}\n\n${text}`

/** What was understood of a name, and the goods it means. */
function goodsLines(response: CnResponse, language: Language): string[] {
  const reading = readingInWords(response, language)
  const goods = response.meta.goods ?? []
  return [
    ...(reading === null ? [] : [reading]),
    ...goods.map((one) => `${one.code} [${markInWords(one, response, language)}] ${one.name}`),
  ]
}

function headlineLines(response: CnResponse, say: Say): string[] {
  const { assessment, cn_name, meta } = response
  return [
    [subjectOf(response), cn_name].filter(Boolean).join(' – '),
    assessment.sentence,
    headlineMark(response) === 'clear' ? say('notAllowed') : '',
    meta.contract?.text ?? '',
  ].filter((line) => line !== '')
}

function uncodedLines({ meta: { uncoded }, scope }: CnResponse, say: Say): string[] {
  const lines = uncoded.map((one) => `- ${uncodedInWords(one, scope, say)}`)
  return titled(say('uncodedNear'), lines)
}

/** `Rosja, art. 4 ust. 1 lit. a): towary ze wspólnego wykazu uzbrojenia UE.` */
export const uncodedInWords = (one: CnResponse['meta']['uncoded'][number], { regimes }: Scope, say: Say): string =>
  `${[regimeName(one.regime, regimes), placeInWords(one, say)].filter(Boolean).join(', ')}: ${one.what}`

function sectionLines(section: Section, response: CnResponse, say: Say): string[] {
  return [
    sectionTitle(section, response, say.language),
    ...section.measures.flatMap(({ about, listings }) => {
      const { restriction, regime, eur_lex_url } = about
      const toReview = listings.every(({ data_quality }) => data_quality === 'verified') ? '' : ` [${say('toReview')}]`
      return [
        `- ${RESTRICTION_NAMES[restriction.type][say.language]}: ${restriction.label}`,
        `  ${regime.legal_act}, ${citation(about, say)}; ${codesInWords(listings)}; ${daysInWords(about, say)}${toReview}`,
        ...decidingWords(listings).map((text) => `  ${text}`),
        ...basisInWords(listings).map((text) => `  ${text}`),
        ...(restriction.note ? [`  ${say('remark')}: ${restriction.note}`] : []),
        `  ${eur_lex_url}`,
      ]
    }),
  ]
}

/** A letter about a chapter need not repeat the whole annex. */
const MAX_DESCRIBED = 10

/** Where an annex lists part of a code, what decides: its description of the goods, or the limit of the measure. */
function decidingWords(listings: readonly CnResult[]): string[] {
  const described = listings.filter(({ partial_by, listed_as }) => partial_by === 'description' && listed_as !== null)
  const conditions = new Set(listings.flatMap(({ restriction: { condition } }) => condition ?? []))
  return [
    ...described.slice(0, MAX_DESCRIBED).map(({ cn_code, listed_as }) => `ex ${cn_code}: ${listed_as}`),
    ...(described.length > MAX_DESCRIBED ? ['…'] : []),
    ...conditions,
  ]
}

function winddownLines({ winddowns, meta, scope }: CnResponse, say: Say): string[] {
  const lines = winddownsByUse(winddowns).current.map((one) => {
    const coverage = meta.contract ? ` ${coverageInWords(one, say)}` : ''
    const end = isEndInDoubt(one, scope.as_of) ? `, ${endInWords(one, scope.as_of, say)}` : ''
    return `- ${placeOf(one, scope, say.language)}${end}: ${one.text}${coverage}`
  })
  return titled(say('winddowns'), lines)
}

function derogationLines({ derogations, scope }: CnResponse, say: Say): string[] {
  const usable = derogations.filter(({ status }) => status !== 'expired')
  const lines = placesByCountry(usable, scope, say).map((line) => `- ${line}`)
  return titled(say('derogations'), lines)
}

function documentLines(response: CnResponse, say: Say): string[] {
  const lines = documentGroups(response).flatMap(({ regime, direction, purposes }) =>
    purposes.flatMap(({ purpose, documents }) => [
      `${regimeName(regime, response.scope.regimes)}, ${SECTION_TEXTS[direction][say.language]}: ${PURPOSE_NAMES[purpose][say.language]}`,
      ...documents.map(({ code, text, article }) => `- ${code} ${text} · ${citationInWords(article, say.language)}`),
    ]),
  )
  return titled(say('documents'), lines)
}

function recordLines(answer: PageAnswer, say: Say): string[] {
  const { response, moment } = answer
  const { scope, meta } = response
  return [
    `${say('question')}: ${questionInWords(answer)}`,
    `${say('checkedAt')}: ${dayInSentence(moment.day, say.language)}, ${moment.time} ${say('brussels')}`,
    `${say('dataVersion')}: ${meta.dataset}`,
    `${say('citations')}:`,
    ...scope.regimes.map((regime) => `- ${sourceInWords(regime, moment.day, say)}`),
    `${say('address')}: ${addressOf(answer)}`,
    response.disclaimer,
  ]
}
