import type { Dataset, Regime, Uncoded } from '../law/build/dataset.ts'
import { type Digits, group, onOnePath, prefixOf } from '../terms/cn-code.ts'
import { regimeName } from '../terms/countries.ts'
import { type Day, yearOf } from '../terms/day.ts'
import type { Language, Text } from '../terms/language.ts'
import type { Act, Direction } from '../terms/law.ts'
import { concernsDirection, directionsAsked } from './directions.ts'
import { memoizePer } from './memoize.ts'
import type { Question } from './question.ts'
import type { Scope } from './response.ts'
import {
  actsPending,
  beforeComplete,
  ENDED_CODE,
  noTariffOf,
  notChecked,
  openQuestion,
  replacesEnded,
  UNKNOWN_CODE,
} from './texts.ts'

/** The fields of a question that determine `scope`. */
type ScopeQuestion = Pick<Question, 'language' | 'direction' | 'asOf' | 'read' | 'deal'>

/** What was checked, and what no code can answer. */
export const scopeOf = (dataset: Dataset, frame: Frame, question: ScopeQuestion): Scope => ({
  ...frame.scope,
  warnings: warningsOf(dataset, frame, question),
})

/** What questions have in common that differ in nothing but their goods. */
export interface Frame {
  readonly regimes: readonly Regime[]
  readonly cnYear: number
  readonly scope: Omit<Scope, 'warnings'>
  /** Warnings about each regime, whatever the goods. */
  readonly warnings: ReadonlyMap<Regime, readonly string[]>
}

export function frameOf(
  dataset: Dataset,
  regimes: readonly Regime[],
  question: Omit<ScopeQuestion, 'read'>,
  cnYear: number,
): Frame {
  const { language, direction, asOf, deal } = question
  const looked = { coded: deal ? null : direction, uncoded: directionOfUncoded(question) }
  return {
    regimes,
    cnYear,
    scope: {
      as_of: asOf,
      cn_year: cnYear,
      dataset: dataset.version,
      regimes: regimes.map((regime) => {
        const gone = regime.endedAnnexes.filter(({ from, until }) => from <= asOf && asOf <= until)
        const variant = `${language} ${looked.coded} ${looked.uncoded} ${gone.map(({ annex }) => annex).join(' ')}`
        return memoizedRegime(regime, variant, () => regimeScope(regime, gone, looked, language))
      }),
      on_request: dataset.regimes
        .filter((regime) => regime.data.territories && !regimes.includes(regime))
        .map((regime) => memoizedOnRequest(regime, language, () => onRequest(regime, language))),
      directions: [...directionsAsked(direction)],
    },
    warnings: new Map(
      regimes.map((regime) => [regime, [...warningsAbout(regime, asOf)].map((warning) => warning[language])]),
    ),
  }
}

/**
 * The regimes that a question is about. Those that are aimed at part of a country are included only if the question names
 * the regime or the place: they would answer questions that nobody asked.
 */
export const regimesAsked = (
  dataset: Dataset,
  { regime, deal }: Pick<Question, 'regime' | 'deal'>,
): readonly Regime[] => regimesFor(dataset, regime, deal ? [deal.origin, deal.destination, ...deal.via] : [])

/** `places` are what the deal of one question names, or the deals of several that are answered together. */
export const regimesFor = ({ regimes }: Dataset, only: string | null, places: readonly string[]): readonly Regime[] =>
  regimes.filter(({ data: { code, territories } }) => {
    if (only !== null) return code === only
    return !territories || territories.some((one) => places.includes(one.code))
  })

const memoizedOnRequest = memoizePer<Regime, Scope['on_request'][number]>()

function onRequest({ data }: Regime, language: Language): Scope['on_request'][number] {
  const territories = (data.territories ?? []).map(({ code }) => code)
  return {
    code: data.code,
    name: data.name[language],
    territories,
    text: notChecked(data.name, data.code, territories)[language],
  }
}

const memoizedRegime = memoizePer<Regime, Scope['regimes'][number]>()

function regimeScope(
  { data, annexes, uncoded, workedIn, pending }: Regime,
  gone: Regime['endedAnnexes'],
  { coded, uncoded: withoutCodes }: { readonly coded: Direction | null; readonly uncoded: Direction | null },
  language: Language,
): Scope['regimes'][number] {
  return {
    code: data.code,
    legal_act: data.legal_act[language],
    celex: data.consolidated.celex,
    consolidated_version: data.consolidated.version,
    source_version: data.state,
    worked_in: workedIn.map(({ celex, title }) => ({ celex, title: title[language] })),
    complete_from: data.complete_from,
    annexes_checked: [...annexes, ...gone].filter((one) => concernsDirection(one, coded)).map(({ annex }) => annex),
    uncoded_annexes: uncoded
      .filter((one) => concernsDirection(one, withoutCodes))
      .map(({ annex, article, what }) => ({ annex, article, what: what[language] })),
    pending_acts: pending.map(({ celex, title, in_force_from }) => ({ celex, title: title[language], in_force_from })),
  }
}

function warningsOf(dataset: Dataset, frame: Frame, { asOf, language, read }: ScopeQuestion): string[] {
  const warnings: string[] = []
  for (const [regime, general] of frame.warnings) {
    warnings.push(...general)
    if (read.as !== 'cn_code') continue
    for (const { annex, codes, text } of regime.openQuestions) {
      if (!codes.some((code) => onOnePath(code, read.digits))) continue
      warnings.push(openQuestion(nameOf(regime), annex, text)[language])
    }
  }
  const firstYear = dataset.nomenclatures.years[0]
  if (firstYear !== undefined && yearOf(asOf) < firstYear) warnings.push(noTariffOf(yearOf(asOf), firstYear)[language])
  return read.as === 'cn_code' ? [...codeWarnings(dataset, read.digits, asOf, language), ...warnings] : warnings
}

/** What is not known of a regime on that day, whatever is asked. */
function* warningsAbout(regime: Regime, asOf: Day): Generator<Text> {
  const { data } = regime
  const name = nameOf(regime)
  if (asOf < data.complete_from) yield beforeComplete(name, data.complete_from)
  // Where acts are known to be pending, they are named instead.
  if (data.pending.length === 0) {
    for (const { about, text } of data.doubts ?? []) {
      if (about === 'completeness') yield { pl: `${name.pl}: ${text.pl}`, en: `${name.en}: ${text.en}` }
    }
  }
  const late = actsInForce(regime, asOf).map(({ title }) => title)
  if (late.length > 0) yield actsPending(name, late)
}

const memoizedName = memoizePer<Regime, Text>()

const nameOf = (regime: Regime): Text =>
  memoizedName(regime, '', () => {
    const { code, legal_act } = regime.data
    return {
      pl: regimeName(code, [{ code, legal_act: legal_act.pl }], 'pl'),
      en: regimeName(code, [{ code, legal_act: legal_act.en }], 'en'),
    }
  })

function* codeWarnings({ nomenclatures }: Dataset, digits: Digits, asOf: Day, language: Language): Generator<string> {
  const year = nomenclatures.of(yearOf(asOf))
  const replaced = nomenclatures.replaces(digits)
  if (replaced) yield replacesEnded(replaced.codes.map(group).join(', '))[language]
  if (year.exists(digits)) return
  yield (nomenclatures.existedIn(digits).length > 0 ? ENDED_CODE : UNKNOWN_CODE)[language]
}

/** Pending acts that may have changed the law of that day. */
export const actsInForce = ({ pending }: Regime, day: Day): readonly Act[] =>
  pending.filter(({ in_force_from }) => in_force_from === null || in_force_from <= day)

export interface NearUncoded {
  readonly regime: Regime
  readonly uncoded: Uncoded
}

/** The direction by which measures without codes are chosen. Goods that cross the Union come from and go to other countries. */
const directionOfUncoded = ({ direction, deal }: Pick<Question, 'direction' | 'deal'>): Direction | null =>
  deal && direction === 'transit' ? null : direction

const memoizedChapters = new WeakMap<Regime, ReadonlySet<Digits>>()

/** The chapters of goods that a regime has measures without codes about: most codes are in none of them. */
function chaptersNear(regime: Regime): ReadonlySet<Digits> {
  const known = memoizedChapters.get(regime)
  if (known) return known
  const chapters = new Set(regime.uncoded.flatMap(({ near }) => near.map((code) => prefixOf(code, 2))))
  memoizedChapters.set(regime, chapters)
  return chapters
}

/** Measures without codes whose goods usually have one of these codes. */
export const uncodedNear = (
  regimes: readonly Regime[],
  asked: readonly Digits[],
  question: Pick<Question, 'direction' | 'deal'>,
): NearUncoded[] => {
  const found: NearUncoded[] = []
  for (const regime of regimes) {
    const chapters = chaptersNear(regime)
    if (!asked.some((code) => chapters.has(prefixOf(code, 2)))) continue
    for (const uncoded of regime.uncoded) {
      if (!uncoded.near.some((code) => asked.some((one) => onOnePath(code, one)))) continue
      if (concernsDirection(uncoded, directionOfUncoded(question))) found.push({ regime, uncoded })
    }
  }
  return found
}
