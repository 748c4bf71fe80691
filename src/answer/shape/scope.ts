import { type Digits, group, onOnePath } from '../../base/cn-code.ts'
import { type Day, yearOf } from '../../base/day.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { Language, Text } from '../../base/language.ts'
import { ownText } from '../../base/own-text.ts'
import { type Dataset, isOnRequest, type Regime, type Uncoded } from '../../law/dataset/dataset.ts'
import { nearTo } from '../../law/dataset/near.ts'
import type { Act, Direction, RegimeData } from '../../law/terms/law.ts'
import { placesIn } from '../question/deal.ts'
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
      return regimeScope(regime, gone, directions, language)
    }),
    on_request: dataset.regimes
      .filter((regime) => regime.data.territories && !regimes.includes(regime))
      .map((regime) => onRequest(regime, language)),
    directions: [...directionsAsked(direction)],
  }
  return { regimes, cnYear, scope, warnings: regimes.map((regime) => [...warningsOfRegime(regime, asOf, language)]) }
}

/**
 * The regimes that a question is about. Those that are checked on request are included only if the question names the
 * regime or the place: they would answer questions that nobody asked.
 */
export const regimesAsked = (
  dataset: Dataset,
  { regime, deal }: Pick<Question, 'regime' | 'deal'>,
): readonly Regime[] => regimesFor(dataset, regime, deal ? placesIn(deal) : [])

/** `places` are what the deal of one question names, or the deals of several that are answered together. */
export function regimesFor({ regimes }: Dataset, only: string | null, places: readonly string[]): readonly Regime[] {
  const { byCode, usual, named } = selectionsOf(regimes)
  if (only !== null) return byCode.get(only) ?? []
  const asked = places.filter((place) => named.has(place))
  if (asked.length === 0) return usual
  return regimes.filter((regime) => !isOnRequest(regime) || requestedBy(regime).some((place) => asked.includes(place)))
}

/** The places that ask for a regime: the parts of a country that it is aimed at, or the country. */
const requestedBy = ({ data }: Regime): readonly string[] => data.territories?.map(({ code }) => code) ?? [data.country]

const selectionsOf = derivedOnce((regimes: readonly Regime[]) => ({
  byCode: Map.groupBy(regimes, ({ data }) => data.code),
  /** Those that are checked unless a question names others. */
  usual: regimes.filter((regime) => !isOnRequest(regime)),
  /** Countries and parts of countries that have regimes of their own on request. */
  named: new Set(regimes.filter(isOnRequest).flatMap(requestedBy)),
}))

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
      .filter((one) => concernsDirection(one, withoutCodes))
      .map(({ annex, article, what }) => ({ annex, article, what: what[language] })),
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

/** Pending acts that may have changed the law of that day. */
export const actsInForce = ({ pending }: Regime, day: Day): readonly Act[] =>
  pending.filter(({ in_force_from }) => in_force_from === null || in_force_from <= day)

export interface NearUncoded {
  readonly regime: Regime
  readonly uncoded: Uncoded
  /** The order of the law. */
  readonly ord: number
}

/** The direction by which measures without codes are chosen. Goods that cross the Union come from and go to other countries. */
const directionOfUncoded = ({ direction, deal }: Pick<Question, 'direction' | 'deal'>): Direction | null =>
  deal && direction === 'transit' ? null : direction

/** Measures without codes whose goods usually have one of these codes. */
export function uncodedNear(
  regimes: readonly Regime[],
  asked: readonly Digits[],
  question: Pick<Question, 'direction' | 'deal' | 'read'>,
): NearUncoded[] {
  const { read } = question
  const found = rankedUncoded(regimes).filter(({ uncoded: { near } }) =>
    asked.some((code) => nearTo(near, code) === 'near'),
  )
  const called = read.as === 'name' ? uncodedCalled(regimes, read.text) : []
  if (found.length === 0 && called.length === 0) return []
  return [...new Set([...found, ...called])]
    .filter(({ uncoded }) => concernsDirection(uncoded, directionOfUncoded(question)))
    .toSorted((a, b) => a.ord - b.ord)
}

/** Goods without codes that a name calls by their own words, on the way that it is asked about; nothing for a code. */
export const calledBy = (
  regimes: readonly Regime[],
  question: Pick<Question, 'direction' | 'deal' | 'read'>,
): readonly NearUncoded[] =>
  question.read.as === 'name'
    ? uncodedCalled(regimes, question.read.text).filter(({ uncoded }) =>
        concernsDirection(uncoded, directionOfUncoded(question)),
      )
    : []

/** Measures without codes about goods that the name calls by one of their own words. */
function uncodedCalled(regimes: readonly Regime[], text: string): readonly NearUncoded[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return rankedUncoded(regimes).filter(({ uncoded: { names } }) =>
    names.some((name) => words.some((word) => word.startsWith(name))),
  )
}

const rankedUncoded = derivedOnce((regimes: readonly Regime[]): readonly NearUncoded[] =>
  regimes
    .flatMap((regime) => regime.uncoded.map((uncoded) => ({ regime, uncoded })))
    .map((one, ord): NearUncoded => ({ ...one, ord })),
)
