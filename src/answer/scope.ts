import type { Dataset, Regime, Uncoded } from '../law/build/dataset.ts'
import { type Digits, group, onOnePath } from '../terms/cn-code.ts'
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
type ScopeQuestion = Pick<Question, 'language' | 'direction' | 'asOf' | 'read'>

/** What was checked, and what no code can answer. */
export function scopeOf(dataset: Dataset, regimes: readonly Regime[], question: ScopeQuestion, cnYear: number): Scope {
  const { language, direction, asOf } = question
  return {
    as_of: asOf,
    cn_year: cnYear,
    dataset: dataset.version,
    regimes: regimes.map((regime) => {
      const gone = regime.endedAnnexes.filter(({ from, until }) => from <= asOf && asOf <= until)
      const variant = `${language} ${direction} ${gone.map(({ annex }) => annex).join(' ')}`
      return memoizedRegime(regime, variant, () => regimeScope(regime, gone, direction, language))
    }),
    on_request: dataset.regimes
      .filter((regime) => regime.data.territories && !regimes.includes(regime))
      .map((regime) => memoizedOnRequest(regime, language, () => onRequest(regime, language))),
    directions: [...directionsAsked(direction)],
    warnings: warningsOf(dataset, regimes, question),
  }
}

/**
 * The regimes that a question is about. Those that are aimed at part of a country are included only if the question names
 * the regime or the place: they would answer questions that nobody asked.
 */
export const regimesAsked = (
  { regimes }: Dataset,
  { regime: only, deal }: Pick<Question, 'regime' | 'deal'>,
): readonly Regime[] =>
  regimes.filter(({ data: { code, territories } }) => {
    if (only !== null) return code === only
    return (
      !territories ||
      (deal !== null && territories.some(({ code: one }) => [deal.origin, deal.destination].includes(one)))
    )
  })

const memoizedOnRequest = memoizePer<Regime, Scope['on_request'][number]>()

function onRequest({ data }: Regime, language: Language): Scope['on_request'][number] {
  const territories = (data.territories ?? []).map(({ code }) => code)
  return { code: data.code, territories, text: notChecked(data.name, data.code, territories)[language] }
}

const memoizedRegime = memoizePer<Regime, Scope['regimes'][number]>()

function regimeScope(
  { data, annexes, uncoded, workedIn, pending }: Regime,
  gone: Regime['endedAnnexes'],
  direction: Direction | null,
  language: Language,
): Scope['regimes'][number] {
  const concerned = (one: { readonly directions: readonly Direction[] }) => concernsDirection(one, direction)
  return {
    code: data.code,
    legal_act: data.legal_act[language],
    celex: data.consolidated.celex,
    consolidated_version: data.consolidated.version,
    source_version: data.state,
    worked_in: workedIn.map(({ celex, title }) => ({ celex, title: title[language] })),
    complete_from: data.complete_from,
    annexes_checked: [...annexes, ...gone].filter(concerned).map(({ annex }) => annex),
    uncoded_annexes: uncoded
      .filter(concerned)
      .map(({ annex, article, what }) => ({ annex, article, what: what[language] })),
    pending_acts: pending.map(({ celex, title, in_force_from }) => ({ celex, title: title[language], in_force_from })),
  }
}

function warningsOf(dataset: Dataset, regimes: readonly Regime[], { asOf, language, read }: ScopeQuestion): string[] {
  const warnings: string[] = []
  for (const regime of regimes) {
    const { data, openQuestions } = regime
    const name = nameOf(regime)
    if (asOf < data.complete_from) warnings.push(beforeComplete(name, data.complete_from)[language])
    // Where acts are known to be pending, they are named instead.
    if (data.pending.length === 0) {
      for (const { about, text } of data.doubts ?? []) {
        if (about === 'completeness') warnings.push(`${name[language]}: ${text[language]}`)
      }
    }
    const late = actsInForce(regime, asOf)
    if (late.length > 0)
      warnings.push(
        actsPending(
          name,
          late.map(({ title }) => title),
        )[language],
      )
    if (read.as !== 'cn_code') continue
    for (const { annex, codes, text } of openQuestions) {
      if (!codes.some((code) => onOnePath(code, read.digits))) continue
      warnings.push(openQuestion(name, annex, text)[language])
    }
  }
  const firstYear = dataset.nomenclatures.years[0]
  if (firstYear !== undefined && yearOf(asOf) < firstYear) warnings.push(noTariffOf(yearOf(asOf), firstYear)[language])
  return read.as === 'cn_code' ? [...codeWarnings(dataset, read.digits, asOf, language), ...warnings] : warnings
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

/** Measures without codes whose goods usually have one of these codes. */
export const uncodedNear = (
  regimes: readonly Regime[],
  asked: readonly Digits[],
  direction: Question['direction'],
): NearUncoded[] =>
  regimes.flatMap((regime) =>
    regime.uncoded
      .filter(({ near }) => near.some((code) => asked.some((one) => onOnePath(code, one))))
      .filter((uncoded) => concernsDirection(uncoded, direction))
      .map((uncoded) => ({ regime, uncoded })),
  )
