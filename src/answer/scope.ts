import { type Dataset, isOnRequest, type Regime, type Uncoded } from '../law/build/dataset.ts'
import { lowerBound } from '../search/binary-search.ts'
import { type Digits, group, onOnePath } from '../terms/cn-code.ts'
import { regimeName } from '../terms/countries.ts'
import { type Day, nextDay, yearOf } from '../terms/day.ts'
import type { Language, Text } from '../terms/language.ts'
import type { Act, Direction, RegimeData } from '../terms/law.ts'
import { placesIn } from './deal/deal.ts'
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
  unknownCode,
} from './texts.ts'

/** The fields of a question that determine `scope`. */
type ScopeQuestion = Pick<Question, 'language' | 'direction' | 'asOf' | 'read' | 'deal'>

/**
 * What was checked, and what no code can answer. The lists of regimes are the same objects for all questions about the same
 * regimes, language, directions and days, so that neither making nor serializing them takes longer the more regimes there are.
 */
export const scopeOf = (
  dataset: Dataset,
  { regimes, scope }: Frame,
  question: ScopeQuestion,
  /** Those that a deal is warned of. */
  warnedOf: readonly Regime[] = regimes,
): Scope => ({ ...scope, warnings: warningsOf(dataset, warnedOf, question) })

/** What questions have in common that differ in nothing but their goods. */
export interface Frame {
  readonly regimes: readonly Regime[]
  readonly cnYear: number
  readonly scope: Omit<Scope, 'warnings'>
}

export function frameOf(
  dataset: Dataset,
  regimes: readonly Regime[],
  question: Omit<ScopeQuestion, 'read'>,
  cnYear: number,
): Frame {
  const { language, direction, asOf, deal } = question
  const looked = { coded: deal ? null : direction, uncoded: directionOfUncoded(question) }
  const scope = {
    as_of: asOf,
    cn_year: cnYear,
    dataset: dataset.version,
    regimes: memoizedRegimes(regimes, `${language} ${looked.coded} ${looked.uncoded} ${spanOf(regimes, asOf)}`, () =>
      regimes.map((regime) => {
        const gone = regime.endedAnnexes.filter(({ from, until }) => from <= asOf && asOf <= until)
        const variant = `${language} ${looked.coded} ${looked.uncoded} ${gone.map(({ annex }) => annex).join(' ')}`
        return memoizedRegime(regime, variant, () => regimeScope(regime, gone, looked, language))
      }),
    ),
    on_request: memoizedRequests(regimes, language, () =>
      dataset.regimes
        .filter((regime) => regime.data.territories && !regimes.includes(regime))
        .map((regime) => onRequest(regime, language)),
    ),
    directions: [...directionsAsked(direction)],
  }
  return { regimes, cnYear, scope }
}

const memoizedRegimes = memoizePer<readonly Regime[], Scope['regimes']>()
const memoizedRequests = memoizePer<readonly Regime[], Scope['on_request']>()

/**
 * The days on which something about these regimes begins or ends that an answer tells, sorted. Between two of them every day
 * is told the same.
 */
const memoizedDays = memoizePer<readonly Regime[], readonly Day[]>()

function turningDays(regimes: readonly Regime[]): readonly Day[] {
  return memoizedDays(regimes, '', () => {
    const days = regimes.flatMap(({ data, pending, endedAnnexes }) => [
      data.complete_from,
      ...pending.flatMap(({ in_force_from }) => in_force_from ?? []),
      ...endedAnnexes.flatMap(({ from, until }) => [from, nextDay(until)]),
    ])
    return [...new Set(days)].toSorted()
  })
}

/** Which of the spans between turning days a day is in. */
export const spanOf = (regimes: readonly Regime[], day: Day): number =>
  lowerBound(turningDays(regimes), (turning) => turning <= day)

/**
 * The regimes that a question is about. Those that are checked on request are included only if the question names the
 * regime or the place: they would answer questions that nobody asked.
 */
export const regimesAsked = (
  dataset: Dataset,
  { regime, deal }: Pick<Question, 'regime' | 'deal'>,
): readonly Regime[] => regimesFor(dataset, regime, deal ? placesIn(deal) : [])

/**
 * `places` are what the deal of one question names, or the deals of several that are answered together. The same list for
 * every question that names no such place: what depends on the regimes alone is memoized per list.
 */
export function regimesFor({ regimes }: Dataset, only: string | null, places: readonly string[]): readonly Regime[] {
  const { byCode, usual, named } = selectionsOf(regimes)
  if (only !== null) return byCode.get(only) ?? []
  const asked = places.filter((place) => named.has(place))
  if (asked.length === 0) return usual
  return memoizedNamed(regimes, asked.toSorted().join(' '), () =>
    regimes.filter((regime) => !isOnRequest(regime) || requestedBy(regime).some((place) => asked.includes(place))),
  )
}

const memoizedNamed = memoizePer<readonly Regime[], readonly Regime[]>({ perObject: 200 })

/** The places that ask for a regime: the parts of a country that it is aimed at, or the country. */
const requestedBy = ({ data }: Regime): readonly string[] => data.territories?.map(({ code }) => code) ?? [data.country]

interface Selections {
  readonly byCode: ReadonlyMap<string, readonly Regime[]>
  /** Those that are checked unless a question names others. */
  readonly usual: readonly Regime[]
  /** Countries and parts of countries that have regimes of their own on request. */
  readonly named: ReadonlySet<string>
}

const memoizedSelections = memoizePer<readonly Regime[], Selections>()

const selectionsOf = (regimes: readonly Regime[]): Selections =>
  memoizedSelections(regimes, '', () => ({
    byCode: Map.groupBy(regimes, ({ data }) => data.code),
    usual: regimes.filter((regime) => !isOnRequest(regime)),
    named: new Set(regimes.filter(isOnRequest).flatMap(requestedBy)),
  }))

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
    pending_acts: pending.map(({ celex, title, in_force_from }) => ({
      celex,
      title: title[language],
      in_force_from,
      known_through: witnessOf(data, celex)?.[language] ?? null,
    })),
  }
}

function warningsOf(dataset: Dataset, regimes: readonly Regime[], question: ScopeQuestion): string[] {
  const { asOf, language, read } = question
  const warnings = [...regimeWarnings(regimes, question)]
  const firstYear = dataset.nomenclatures.years[0]
  if (firstYear !== undefined && yearOf(asOf) < firstYear) warnings.push(noTariffOf(yearOf(asOf), firstYear)[language])
  return read.as === 'cn_code' ? [...codeWarnings(dataset, read.digits, asOf, language), ...warnings] : warnings
}

const memoizedWarnings = memoizePer<readonly Regime[], readonly string[]>()
const memoizedOpen = memoizePer<readonly Regime[], ReadonlySet<string>>()

/** Chapters with open questions about codes. In all others, a code is warned of as any other. */
const chaptersInDoubt = (regimes: readonly Regime[]): ReadonlySet<string> =>
  memoizedOpen(
    regimes,
    '',
    () => new Set(regimes.flatMap(({ openQuestions }) => openQuestions.flatMap(({ codes }) => codes.map(chapterOf)))),
  )

const chapterOf = (code: Digits): string => code.slice(0, 2)

function regimeWarnings(regimes: readonly Regime[], { asOf, language, read }: ScopeQuestion): readonly string[] {
  const asked = read.as === 'cn_code' ? read.digits : null
  const make = (code: Digits | null) => regimes.flatMap((regime) => [...warningsOfRegime(regime, asOf, language, code)])
  if (asked !== null && chaptersInDoubt(regimes).has(chapterOf(asked))) return make(asked)
  return memoizedWarnings(regimes, `${language} ${spanOf(regimes, asOf)}`, () => make(null))
}

/** `asked`: the code that open questions may be about; null for none. */
function* warningsOfRegime(regime: Regime, asOf: Day, language: Language, asked: Digits | null): Generator<string> {
  const { data, openQuestions } = regime
  const name = nameOf(regime)
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
  if (asked === null) return
  for (const { annex, codes, text } of openQuestions) {
    if (codes.some((code) => onOnePath(code, asked))) yield openQuestion(name, annex, text)[language]
  }
}

/** What shows some of the changes of an act that was not read. */
const witnessOf = ({ inferred }: RegimeData, act: string): Text | null =>
  inferred?.find((one) => one.act === act)?.witness ?? null

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
  const byChapter = nearByChapter(regimes)
  const found = [...new Set(asked.map(chapterOf))]
    .flatMap((chapter) => byChapter.get(chapter) ?? [])
    .filter(({ uncoded: { near } }) => near.some((code) => asked.some((one) => onOnePath(code, one))))
  const called = read.as === 'name' ? uncodedCalled(regimes, read.text) : []
  if (found.length === 0 && called.length === 0) return []
  return [...new Set([...found, ...called])]
    .filter(({ uncoded }) => concernsDirection(uncoded, directionOfUncoded(question)))
    .toSorted((a, b) => a.ord - b.ord)
}

/** Measures without codes about goods that the name calls by one of their own words. */
function uncodedCalled(regimes: readonly Regime[], text: string): readonly NearUncoded[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return rankedUncoded(regimes).filter(({ uncoded: { names } }) =>
    names.some((name) => words.some((word) => word.startsWith(name))),
  )
}

const memoizedRanked = memoizePer<readonly Regime[], readonly NearUncoded[]>()

const rankedUncoded = (regimes: readonly Regime[]): readonly NearUncoded[] =>
  memoizedRanked(regimes, '', () =>
    regimes
      .flatMap((regime) => regime.uncoded.map((uncoded) => ({ regime, uncoded })))
      .map((one, ord): NearUncoded => ({ ...one, ord })),
  )

const memoizedNear = memoizePer<readonly Regime[], ReadonlyMap<string, readonly NearUncoded[]>>()

const nearByChapter = (regimes: readonly Regime[]): ReadonlyMap<string, readonly NearUncoded[]> =>
  memoizedNear(regimes, '', () => {
    const chapters = rankedUncoded(regimes).flatMap((one) =>
      [...new Set(one.uncoded.near.map(chapterOf))].map((chapter) => ({ chapter, one })),
    )
    const grouped = Map.groupBy(chapters, ({ chapter }) => chapter)
    return new Map([...grouped].map(([chapter, list]) => [chapter, list.map(({ one }) => one)]))
  })
