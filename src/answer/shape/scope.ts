import { type Digits, group, onOnePath } from '../../base/cn-code.ts'
import { type Day, yearOf } from '../../base/day.ts'
import type { Language, Text } from '../../base/language.ts'
import { ownText } from '../../base/own-text.ts'
import type { Dataset, Regime } from '../../law/dataset/dataset.ts'
import type { Direction, ListedPlace, RegimeData } from '../../law/terms/law.ts'
import { actsInForce } from '../match/regimes.ts'
import { directionOfUncoded, standsOn } from '../match/uncoded.ts'
import { concernsDirection, directionsAsked } from '../question/directions.ts'
import type { Question } from '../question/question.ts'
import type { Scope } from '../response/response.ts'
import {
  actsPending,
  beforeComplete,
  ENDED_CODE,
  noTariffOf,
  notChecked,
  openQuestion,
  replacesEnded,
  unknownCode,
} from './texts.ts'

/** The fields of a question that determine `scope`. */
type ScopeQuestion = Pick<Question, 'language' | 'direction' | 'asOf' | 'read' | 'deal'>

/** What was checked, and what no code can answer. `warnedOf` are the regimes that a deal is warned of. */
export function scopeOf(
  dataset: Dataset,
  { regimes, scope, warnings }: Frame,
  { asOf, language, read }: ScopeQuestion,
  warnedOf: readonly Regime[] = regimes,
): Scope {
  const asked = read.as === 'cn_code' ? read.digits : null
  const firstYear = dataset.nomenclatures.years[0]
  return {
    ...scope,
    warnings: [
      ...(asked === null ? [] : codeWarnings(dataset, asked, asOf, language)),
      ...regimes.flatMap((regime, at) =>
        warnedOf.includes(regime) ? [...warnings[at]!, ...openQuestionsAbout(asked, regime, language)] : [],
      ),
      ...(firstYear !== undefined && yearOf(asOf) < firstYear ? [noTariffOf(yearOf(asOf), firstYear)[language]] : []),
    ],
  }
}

/** What questions have in common that differ in nothing but their goods. */
export interface Frame {
  readonly regimes: readonly Regime[]
  readonly cnYear: number
  readonly scope: Omit<Scope, 'warnings'>
  /** What is warned of whatever the goods, for each of the regimes. */
  readonly warnings: readonly (readonly string[])[]
}

export function frameOf(
  dataset: Dataset,
  regimes: readonly Regime[],
  question: Omit<ScopeQuestion, 'read'>,
  cnYear: number,
): Frame {
  const { language, direction, asOf, deal } = question
  const directions = { coded: deal ? null : direction, uncoded: directionOfUncoded(question) }
  const scope = {
    as_of: asOf,
    cn_year: cnYear,
    dataset: dataset.version,
    regimes: regimes.map((regime) => {
      const gone = regime.endedAnnexes.filter(({ from, until }) => from <= asOf && asOf <= until)
      return regimeScope(regime, gone, directions, asOf, language)
    }),
    on_request: dataset.regimes
      .filter((regime) => regime.data.territories && !regimes.includes(regime))
      .map((regime) => onRequest(regime, language)),
    directions: [...directionsAsked(direction)],
  }
  return { regimes, cnYear, scope, warnings: regimes.map((regime) => [...warningsOfRegime(regime, asOf, language)]) }
}

function onRequest({ data }: Regime, language: Language): Scope['on_request'][number] {
  const territories = (data.territories ?? []).map(({ code }) => code)
  return {
    code: data.code,
    name: data.name[language],
    territories,
    text: ownText(notChecked(data.name, data.code, territories)[language]),
  }
}

function regimeScope(
  { data, shortName, annexes, uncoded, workedIn, pending }: Regime,
  gone: Regime['endedAnnexes'],
  { coded, uncoded: withoutCodes }: { readonly coded: Direction | null; readonly uncoded: Direction | null },
  asOf: Day,
  language: Language,
): Scope['regimes'][number] {
  return {
    code: data.code,
    short_name: shortName[language],
    legal_act: data.legal_act[language],
    celex: data.consolidated.celex,
    consolidated_version: data.consolidated.version,
    source_version: data.state,
    worked_in: workedIn.map(({ celex, title }) => ({ celex, title: title[language] })),
    complete_from: data.complete_from,
    annexes_checked: [...annexes, ...gone].filter((one) => concernsDirection(one, coded)).map(({ annex }) => annex),
    uncoded_annexes: uncoded
      .filter((one) => standsOn(one, asOf) && concernsDirection(one, withoutCodes))
      .map(({ annex, article, what, places }) => ({
        annex,
        article,
        what: what[language],
        ...(places.length > 0 && { places: placesOn(places, asOf) }),
      })),
    pending_acts: pending.map(({ celex, title, in_force_from }) => ({
      celex,
      title: title[language],
      in_force_from,
      known_through: witnessOf(data, celex)?.[language] ?? null,
    })),
  }
}

const openQuestionsAbout = (asked: Digits | null, regime: Regime, language: Language): readonly string[] =>
  asked === null
    ? []
    : regime.openQuestions
        .filter(({ codes }) => codes.some((code) => onOnePath(code, asked)))
        .map(({ annex, text }) => openQuestion(regime.shortName, annex, text)[language])

function* warningsOfRegime(regime: Regime, asOf: Day, language: Language): Generator<string> {
  const { data } = regime
  const name = regime.shortName
  if (asOf < data.complete_from) yield beforeComplete(name, data.complete_from)[language]
  // Where acts are known to be pending, they are named instead.
  if (data.pending.length === 0) {
    for (const { about, text } of data.doubts ?? []) {
      if (about === 'completeness') yield `${name[language]}: ${text[language]}`
    }
  }
  const late = actsInForce(regime, asOf)
  if (late.length > 0) {
    yield actsPending(
      name,
      late.map(({ celex, title }) => ({ title, witness: witnessOf(data, celex) })),
    )[language]
  }
}

/** Those on the list that day, or on it from a later day that is known. */
const placesOn = (places: readonly ListedPlace[], day: Day) =>
  places
    .filter(({ until }) => until === undefined || day <= until)
    .map(({ kind, name, country, from, until = null }) => ({ kind, name, country, from, until }))

/** What shows some of the changes of an act that was not read. */
const witnessOf = ({ inferred }: RegimeData, act: string): Text | null =>
  inferred?.find((one) => one.act === act)?.witness ?? null

function* codeWarnings({ nomenclatures }: Dataset, digits: Digits, asOf: Day, language: Language): Generator<string> {
  const year = nomenclatures.of(yearOf(asOf))
  const replaced = nomenclatures.replaces(digits)
  if (replaced) yield replacesEnded(replaced.codes.map(group).join(', '))[language]
  if (year.exists(digits)) return
  yield (nomenclatures.existedIn(digits).length > 0 ? ENDED_CODE : unknownCode(nomenclatures.years))[language]
}
