import { group } from '../../../base/cn-code.ts'
import type { Language } from '../../../base/language.ts'
import type { Dataset } from '../../../law/dataset/dataset.ts'
import { DIRECTIONS, type Direction } from '../../../law/terms/law.ts'
import { regimeName } from '../../../law/terms/regime-name.ts'
import { directionsAsked } from '../../question/directions.ts'
import { readQuery } from '../../question/question.ts'
import type { Scope } from '../../response/response.ts'
import type { CnShort } from '../../response/short-response.ts'
import type { Reach } from '../../response/terms.ts'
import { documentChoices } from '../finding-words.ts'
import { reachPlace } from '../reach-words.ts'
import { DISCLAIMER } from '../texts.ts'

/** Separates several values in one cell, as in the lists of the page. */
const SEPARATOR = ' | '

const NOT_CHECKED = 'not_checked'

/** The countries that have columns of their own; measures about others stand in `other`. */
const COUNTRIES = ['RU', 'BY'] as const

export type CheckFile = ReturnType<typeof checkFileOf>

/** What lines of a file have in common that were asked alike: about this scope, this direction, a deal or none. */
export function checkFileOf(
  { version, regimes }: Pick<Dataset, 'version' | 'regimes'>,
  scope: Scope,
  language: Language,
  { direction, isDeal }: { readonly direction: Direction | null; readonly isDeal: boolean },
) {
  const codes = new Set(scope.regimes.map(({ code }) => code))
  const countries = new Set(regimes.filter(({ data }) => codes.has(data.code)).map(({ data }) => data.country))
  const directions = directionsAsked(direction)
  return {
    asOf: scope.as_of,
    dataset: version,
    disclaimer: DISCLAIMER[language],
    language,
    /** By which countries and regimes are named. */
    regimes: scope.regimes,
    warnings: scope.warnings,
    /** Whether measures of this country and direction were asked about, so that an empty list of them means something. */
    isAsked: (country: string, way: Direction): boolean =>
      !isDeal && countries.has(country) && directions.includes(way),
  }
}

/** The cell of every column. The names do not depend on the language, so that a formula or a query that was written once goes on working. */
const CELLS: Readonly<Record<string, (answer: CnShort, file: CheckFile) => string>> = {
  answer: ({ assessment: { answer } }) => answer,
  headline: ({ assessment: { headline } }) => headline,
  reason: ({ assessment: { reason } }) => reason,
  query: ({ query }) => query,
  code: codeOf,
  name: ({ cn_name, goods }) => cn_name ?? goods?.[0]?.name ?? '',
  // A filter for `no_match` must not find what was not checked.
  verdict: ({ verdict, assessment: { checked } }) => (checked ? verdict : NOT_CHECKED),
  prohibition: ({ has_prohibition, assessment: { checked } }) => (checked ? String(has_prohibition) : ''),
  extent: ({ assessment: { checked, extent } }) => (checked ? extent : ''),
  sentence: ({ assessment: { sentence } }) => sentence,
  ...Object.fromEntries(
    COUNTRIES.flatMap((country) =>
      DIRECTIONS.map((direction) => [`${country.toLowerCase()}_${direction}`, reachCell(country, direction)]),
    ),
  ),
  other: ({ assessment: { reaches } }, { language }) =>
    reaches
      .filter(({ country, direction }) => direction === null || !COUNTRIES.some((one) => one === country))
      .map((reach) => `${reachPlace(reach, language)} ${reachText(reach)}`)
      .join(SEPARATOR),
  places: placesOf,
  goods: ({ goods = [] }) => goods.map(({ code }) => code).join(SEPARATOR),
  confidence: ({ meta: { name } }) => name?.confidence ?? '',
  findings: ({ deal }, file) => (deal?.findings ?? []).map((finding) => findingText(finding, file)).join(SEPARATOR),
  warnings: ({ warnings }, file) => [...warnings, ...file.warnings].join(SEPARATOR),
  as_of: (_, { asOf }) => asOf,
  dataset: (_, { dataset }) => dataset,
  problem: () => '',
  disclaimer: (_, { disclaimer }) => disclaimer,
  grounds: ({ assessment: { reaches } }, file) => reaches.flatMap((reach) => groundTexts(reach, file)).join(SEPARATOR),
  documents: (answer, file) => documentTexts(answer, file).join(SEPARATOR),
  questions: ({ assessment: { questions } }) => questions.map(questionText).join(SEPARATOR),
  facts: ({ deal, meta }) => (deal?.facts ?? meta.facts ?? []).map(factText).join(SEPARATOR),
}

export const CHECK_COLUMNS: readonly string[] = Object.keys(CELLS)

/** An answer as one line. */
export const checkLine = (answer: CnShort, file: CheckFile): readonly string[] =>
  Object.values(CELLS).map((cell) => cell(answer, file))

/** A question that could not be answered, as one line: the text of its problem stands where the sentence would. */
export function problemLine(query: string, { code, detail }: { code: string; detail: string }, file: CheckFile) {
  const { asOf, dataset, disclaimer } = file
  const told = {
    answer: NOT_CHECKED,
    headline: detail,
    reason: detail,
    query,
    verdict: NOT_CHECKED,
    sentence: detail,
    problem: code,
    as_of: asOf,
    dataset,
    disclaimer,
  }
  return CHECK_COLUMNS.map((column) => (told as Readonly<Record<string, string>>)[column] ?? '')
}

function reachCell(country: string, direction: Direction) {
  return ({ assessment: { checked, reaches } }: CnShort, file: CheckFile): string => {
    const found = reaches.filter((reach) => reach.country === country && reach.direction === direction)
    if (found.length > 0) return found.map(reachText).join(SEPARATOR)
    return checked && file.isAsked(country, direction) ? 'none' : ''
  }
}

const reachText = ({ kind, extent }: Reach): string => `${kind}: ${extent}`

/** `ban export Russia 3h(1) XVIII: threshold (value of one item over 300 EUR)`. */
const groundTexts = (reach: CnShort['assessment']['reaches'][number], { language }: CheckFile): string[] =>
  reach.grounds.map(({ article, annex, extent, limit }) => {
    const name = reachPlace(reach, language)
    const place = [reach.kind, reach.direction, name, article, annex].filter(Boolean).join(' ')
    return `${place}: ${extent}${limit === null ? '' : ` (${limit})`}`
  })

/** `prohibited Russia 2a(1a)`; what was not checked names its acts alone. */
function findingText({ kind, regime, article }: Finding, { regimes }: CheckFile): string {
  const name = regime !== null && kind !== 'not_checked' && regimeName(regime, regimes)
  return [kind, name, article].filter(Boolean).join(' ')
}

type Finding = NonNullable<CnShort['deal']>['findings'][number]

/** `833-2014.3g(1)(d): Was the product made …? (yes: prohibited, no: duties)`: what can be sent as `facts`, and what it leads to. */
const questionText = ({ id, text, answers }: CnShort['assessment']['questions'][number]): string =>
  `${id}: ${text} (${answers.map(({ value, leads_to }) => `${value}: ${leads_to}`).join(', ')})`

/** `833-2014.3g(1)(d):no`, as it was sent. */
const factText = ({ id, value, used }: NonNullable<CnShort['meta']['facts']>[number]): string =>
  `${id}:${value}${used ? '' : ' (unused)'}`

/** `prohibited Belarus 1bb(1): Y719 – exempt · X844 – authorised`. */
const documentTexts = ({ deal, documents: explained }: CnShort, file: CheckFile): string[] =>
  (deal?.findings ?? []).flatMap((finding) => {
    const choices = documentChoices(finding, explained, file.language)
    return choices === '' ? [] : [`${findingText(finding, file)}: ${choices}`]
  })

/** The code asked for as answers write it; of a name, the code of the goods that fit it best. */
function codeOf({ query, goods }: CnShort): string {
  const read = readQuery(query)
  if (typeof read === 'object' && read.as === 'cn_code') return group(read.digits)
  return goods?.[0]?.code ?? ''
}

/** Where the matches stand, each place once: `Russia XVII 3g(1)(a), (b)`. */
function placesOf({ matches, meta: { total, returned } }: CnShort, { regimes }: CheckFile): string {
  const places = matches.map(({ regime, annex, article }) =>
    [regimeName(regime, regimes), annex, article].filter(Boolean).join(' '),
  )
  return [...new Set(places), ...(total > returned ? ['…'] : [])].join(SEPARATOR)
}
