import type { Language, Phrase } from '../../base/language.ts'
import { UNION } from '../../law/dataset/countries.ts'
import type { Dataset, Regime } from '../../law/dataset/dataset.ts'
import type { Direction } from '../../law/terms/law-vocabulary.ts'
import { type Deal, type Route, routeOf, targetsOf } from '../question/deal.ts'
import { directionsAsked } from '../question/directions.ts'
import type { QuestionContext } from '../question/question.ts'
import { happeningOn } from './happenings.ts'
import type { Setting } from './setting.ts'

/** One way to judge: the route of the question, or one that it leaves open. */
export interface WayAsked extends Setting {
  /** As the parameters of a deal: `origin=BY&destination=EU`; empty for the route of the question. */
  readonly value: string
  readonly text: string
}

/**
 * The ways that goods may go where no route was given: from each target into the Union, from the Union to it, and from the
 * Union through it. The deal of a question is the only way; its value is left to the decision.
 */
export function waysAsked(dataset: Dataset, regimes: readonly Regime[], context: QuestionContext): readonly WayAsked[] {
  const { deal, asOf, direction } = context
  const { countries } = dataset
  const settingOn = (one: Deal): Setting => ({
    dataset,
    regimes,
    route: routeOf(one, asOf, countries),
    isWhole: context.regime === null,
    day: asOf,
    language: context.language,
    rules: new Map(),
  })
  if (deal) return [{ ...settingOn({ ...deal, value: null }), value: '', text: '' }]
  const asked = directionsAsked(direction)
  const beyond = countryBeyond(dataset, regimes, asOf)
  return regimes.flatMap((regime) => {
    const [target] = targetsOf(regime, asOf)
    if (target === undefined || countries.inUnion(target, asOf)) return []
    const ways: readonly (readonly [Direction, Deal | null])[] = [
      ['import', dealOf(target, UNION)],
      ['export', dealOf(UNION, target)],
      ['transit', beyond === null ? null : { ...dealOf(UNION, beyond), via: [target] }],
      // Goods of the target that only cross the Union are asked about by whoever asks about transit.
      ['transit', beyond === null || direction !== 'transit' ? null : { ...dealOf(target, beyond), via: [UNION] }],
    ]
    return ways.flatMap(([way, one]) => (one && asked.includes(way) ? [wayOf(settingOn(one), way, regime)] : []))
  })
}

const dealOf = (from: string, destination: string): Deal => ({
  origin: from,
  dispatch: from,
  destination,
  via: [],
  value: null,
})

function wayOf(setting: Setting, direction: Direction, regime: Regime): WayAsked {
  const { origin, destination, via } = setting.route
  const parameters = [`origin=${origin}`, `destination=${destination}`, ...via.map((stop) => `via=${stop}`)]
  return {
    ...setting,
    value: parameters.join('&'),
    text: wayInWords(direction, regime, setting.route, setting.language),
  }
}

function wayInWords(direction: Direction, regime: Regime, route: Route, language: Language): string {
  if (route.fromUnion || route.toUnion) return happeningOn(direction, regime, route, language).words
  return THROUGH_UNION[language](regime.place.import[language])
}

const THROUGH_UNION: Phrase<[place: string]> = {
  pl: (place) => `przewóz ${place} przez Unię`,
  en: (place) => `carriage from ${place} through the Union`,
}

/** A third country that goods may go to through a target: a frequent one that no regime asked about is aimed at. */
function countryBeyond({ hints, countries }: Dataset, regimes: readonly Regime[], day: Route['day']): string | null {
  const targets = regimes.flatMap((regime) => targetsOf(regime, day)).map(countries.countryOf)
  const known = [...(hints?.frequent ?? []), ...countries.codes]
  return (
    known.find(
      (code) =>
        !countries.inUnion(code, day) &&
        !targets.includes(code) &&
        countries.regimes.every(({ country }) => country !== code),
    ) ?? null
  )
}
