import type { Dataset } from '../../law/build/dataset.ts'
import { group } from '../../terms/cn-code.ts'
import { type RegimeAct, regimeName } from '../../terms/countries.ts'
import type { Language } from '../../terms/language.ts'
import { DIRECTIONS, type Direction } from '../../terms/law.ts'
import { reachPlace } from '../assessment/reach-words.ts'
import type { Reach } from '../assessment/terms.ts'
import { documentChoices } from '../deal/finding-words.ts'
import { directionsAsked } from '../directions.ts'
import { readQuery } from '../question.ts'
import type { Scope } from '../response.ts'
import type { CnMatch, CnShort } from '../short-response.ts'
import { DISCLAIMER } from '../texts.ts'

/** Separates several values in one cell, as in the lists of the page. */
const SEPARATOR = ' | '

/** The countries that have columns of their own; measures about others stand in `other`. */
const COUNTRIES = ['RU', 'BY'] as const

const REACH_COLUMNS = COUNTRIES.flatMap((country) => DIRECTIONS.map((direction) => ({ country, direction })))

/** The names do not depend on the language, so that a formula or a query that was written once goes on working. */
export const CHECK_COLUMNS: readonly string[] = [
  'query',
  'code',
  'name',
  'verdict',
  'prohibition',
  'extent',
  'sentence',
  ...REACH_COLUMNS.map(({ country, direction }) => `${country.toLowerCase()}_${direction}`),
  'other',
  'places',
  'goods',
  'confidence',
  'findings',
  'warnings',
  'as_of',
  'dataset',
  'problem',
  'disclaimer',
  'grounds',
  'documents',
]

/** What the lines of one file have in common. */
export interface CheckFile {
  readonly asOf: string
  readonly dataset: string
  readonly disclaimer: string
  readonly language: Language
  /** By which countries and regimes are named. */
  readonly regimes: readonly RegimeAct[]
  /** Warnings about every line. */
  readonly warnings: readonly string[]
  /** Whether measures of this country and direction were asked about, so that an empty list of them means something. */
  isAsked(country: string, direction: Direction): boolean
}

/** What lines have in common that were asked alike: about this scope, this direction, a deal or none. */
export function checkFileOf(
  { version, regimes }: Pick<Dataset, 'version' | 'regimes'>,
  scope: Scope,
  language: Language,
  { direction, isDeal }: { readonly direction: Direction | null; readonly isDeal: boolean },
): CheckFile {
  const codes = new Set(scope.regimes.map(({ code }) => code))
  const countries = new Set(regimes.filter(({ data }) => codes.has(data.code)).map(({ data }) => data.country))
  const directions = directionsAsked(direction)
  return {
    asOf: scope.as_of,
    dataset: version,
    disclaimer: DISCLAIMER[language],
    language,
    regimes: scope.regimes,
    warnings: scope.warnings,
    isAsked: (country, way) => !isDeal && countries.has(country) && directions.includes(way),
  }
}

/** An answer as one line. `verdict` is `not_checked` where nothing was: a filter for `no_match` must not find it. */
export function checkLine(answer: CnShort, file: CheckFile): readonly string[] {
  const { query, verdict, has_prohibition, assessment, matches, goods, meta, deal, warnings } = answer
  const { checked, extent, sentence, reaches } = assessment
  const reachCell = (country: string, direction: Direction) => {
    const found = reaches.filter((reach) => reach.country === country && reach.direction === direction)
    if (found.length > 0) return found.map(reachText).join(SEPARATOR)
    return checked && file.isAsked(country, direction) ? 'none' : ''
  }
  const others = reaches.filter(
    ({ country, direction }) => direction === null || !COUNTRIES.some((one) => one === country),
  )
  return [
    query,
    codeOf(answer),
    answer.cn_name ?? goods?.[0]?.name ?? '',
    checked ? verdict : 'not_checked',
    checked ? String(has_prohibition) : '',
    checked ? extent : '',
    sentence,
    ...REACH_COLUMNS.map(({ country, direction }) => reachCell(country, direction)),
    others.map((reach) => `${reachPlace(reach, file.regimes, file.language)} ${reachText(reach)}`).join(SEPARATOR),
    placesOf(matches, meta.total > meta.returned, file),
    (goods ?? []).map(({ code }) => code).join(SEPARATOR),
    meta.name?.confidence ?? '',
    (deal?.findings ?? []).map((finding) => findingText(finding, file)).join(SEPARATOR),
    [...warnings, ...file.warnings].join(SEPARATOR),
    file.asOf,
    file.dataset,
    '',
    file.disclaimer,
    reaches.flatMap((reach) => groundTexts(reach, file)).join(SEPARATOR),
    documentTexts(answer, file).join(SEPARATOR),
  ]
}

/** A question that could not be answered, as one line: the text of its problem stands where the sentence would. */
export const problemLine = (query: string, problem: { code: string; detail: string }, file: CheckFile) =>
  CHECK_COLUMNS.map((column) => {
    switch (column) {
      case 'query':
        return query
      case 'verdict':
        return 'not_checked'
      case 'sentence':
        return problem.detail
      case 'problem':
        return problem.code
      case 'as_of':
        return file.asOf
      case 'dataset':
        return file.dataset
      case 'disclaimer':
        return file.disclaimer
      default:
        return ''
    }
  })

const reachText = ({ kind, extent }: Reach): string => `${kind}: ${extent}`

/** `ban export Russia 3h(1) XVIII: threshold (value of one item over 300 EUR)`. */
const groundTexts = (reach: CnShort['assessment']['reaches'][number], { regimes, language }: CheckFile): string[] =>
  reach.grounds.map(({ article, annex, extent, limit }) => {
    const name = reachPlace(reach, regimes, language)
    const place = [reach.kind, reach.direction, name, article, annex].filter(Boolean).join(' ')
    return `${place}: ${extent}${limit === null ? '' : ` (${limit})`}`
  })

/** `prohibited Russia 2a(1a)`; what was not checked names its acts alone. */
function findingText({ kind, regime, article }: Finding, { regimes, language }: CheckFile): string {
  const name = regime !== null && kind !== 'not_checked' && regimeName(regime, regimes, language)
  return [kind, name, article].filter(Boolean).join(' ')
}

type Finding = NonNullable<CnShort['deal']>['findings'][number]

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
function placesOf(matches: readonly CnMatch[], more: boolean, { regimes, language }: CheckFile): string {
  const places = matches.map(({ regime, annex, article }) =>
    [regimeName(regime, regimes, language), annex, article].filter(Boolean).join(' '),
  )
  return [...new Set(places), ...(more ? ['…'] : [])].join(SEPARATOR)
}
