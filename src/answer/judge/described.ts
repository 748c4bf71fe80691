import type { Digits } from '../../base/cn-code.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { Language, Phrase, Text } from '../../base/language.ts'
import type { Regime, Uncoded } from '../../law/dataset/dataset.ts'
import { type Near, type Nearness, nearTo } from '../../law/dataset/near.ts'
import type { CountryRegime, Direction } from '../../law/terms/law.ts'
import { leavesUnionBefore } from '../match/concern.ts'
import { type NearUncoded, standsOn } from '../match/uncoded.ts'
import { isCarriage, placesIn, type Route, staysInUnion, targetsOf } from '../question/deal.ts'
import { conditionOf } from './asks.ts'
import { priorAuthorisation } from './charges.ts'
import { briefOf } from './duty-texts.ts'
import { exportTo, happeningOn } from './happenings.ts'
import type { Charge, Cited, Condition, Duty, Gap } from './model.ts'
import { existedOn, goesThatWay, isTouched } from './not-checked.ts'
import type { Setting } from './setting.ts'

interface Described {
  readonly charges: readonly Charge[]
  readonly duties: readonly Duty[]
  readonly gaps: readonly Gap[]
}

/** What acts prohibit by description alone, where these goods may be meant. `called` are those that a name calls by their own words. */
export function describedFor(codes: readonly Digits[], called: readonly NearUncoded[], setting: Setting): Described {
  const found = descriptionsOn(setting).flatMap(({ near, uncoded, judged }) => {
    const isCalled = called.some((one) => one.uncoded === uncoded)
    const nearness = isCalled ? 'near' : nearest(near, codes)
    return nearness === 'no' ? [] : [judged[nearness]]
  })
  return {
    charges: found.filter((one) => 'holds' in one),
    duties: found.filter((one) => 'brief' in one),
    gaps: found.filter((one) => 'country' in one),
  }
}

/** Goods that an act describes, and what it prohibits or asks for if they are near. */
interface Description {
  readonly near: Near
  readonly uncoded: Uncoded | null
  readonly judged: Readonly<Record<'near' | 'weak', Charge | Duty | NotHeld>>
}

/** The descriptions that concern a way, judged once for all goods. */
const descriptionsOn = derivedOnce((setting: Setting): readonly Description[] => {
  const { regimes, route, dataset } = setting
  if (staysInUnion(route) || isCarriage(route)) return []
  const ofRegimes = regimes
    .filter(({ data }) => data.complete_from <= setting.day)
    .flatMap((regime) =>
      regime.uncoded.flatMap((uncoded) => {
        const direction = directionOn(uncoded, regime, setting)
        if (direction === null || !standsOn(uncoded, setting.day)) return []
        const judged = (nearness: 'near' | 'weak') => ofRegime(regime, uncoded, direction, nearness, setting)
        return [{ near: uncoded.near, uncoded, judged: { near: judged('near'), weak: judged('weak') } }]
      }),
    )
  const ofCountries = (setting.isWhole ? touchedOn(route, setting) : []).flatMap((one) => {
    if (one.goods !== 'description' || !goesThatWay(one, route)) return []
    if (one.regime !== undefined && dataset.regimes.some(({ data }) => data.code === one.regime)) return []
    const judged = { near: ofCountry(one, 'near', setting), weak: ofCountry(one, 'weak', setting) }
    return [{ near: route.countries.nearOf(one), uncoded: null, judged }]
  })
  return [...ofRegimes, ...ofCountries]
})

type NotHeld = Extract<Gap, { kind: 'not_held' }>

const plain = (text: string): string => text.replace(/\.$/, '')

/** The same goods are judged on every way. */
const nearnessOf = derivedOnce((_: readonly Digits[]) => new Map<Near, Nearness>())

function nearest(near: Near, codes: readonly Digits[]): Nearness {
  const before = nearnessOf(codes).get(near)
  if (before !== undefined) return before
  const nearness = nearestOf(near, codes)
  nearnessOf(codes).set(near, nearness)
  return nearness
}

const nearestOf = (near: Near, codes: readonly Digits[]): Nearness => {
  const found = codes.map((code) => nearTo(near, code))
  return found.includes('near') ? 'near' : found.includes('weak') ? 'weak' : 'no'
}

/** The way in which goods without codes would be concerned by the deal; null where they would not. */
function directionOn({ directions }: Uncoded, regime: Regime, { route }: Setting): Direction | null {
  const targets = targetsOf(regime, route.day)
  const isConcerned: Readonly<Record<Direction, boolean>> = {
    export: targets.includes(route.destination),
    import:
      (targets.includes(route.origin) || targets.includes(route.dispatch)) && !targets.includes(route.destination),
    // Transit bans are about goods exported from the Union.
    transit: !route.toUnion && leavesUnionBefore(regime, route),
  }
  const ways: readonly Direction[] = directions.length > 0 ? directions : ['export', 'import', 'transit']
  return ways.find((way) => isConcerned[way]) ?? null
}

function ofRegime(
  regime: Regime,
  uncoded: Uncoded,
  direction: Direction,
  nearness: 'near' | 'weak',
  setting: Setting,
): Charge | Duty | NotHeld {
  const { language, route } = setting
  // Another act decides about these goods.
  if (uncoded.governedBy !== null && nearness === 'near')
    return notHeld(regime.place.name[language], uncoded.governedBy[language], GOVERNED, language)
  const cited = { regime, article: uncoded.article ?? '', annex: uncoded.annex }
  const conditions = uncoded.asks.filter(({ when }) => when === null).map((ask) => conditionOf(ask, language))
  // What is asked of all goods is a duty.
  if (uncoded.asks.length === 0)
    return { kind: 'control', cited, text: uncoded.what[language], brief: briefOf('control', language) }
  if (nearness === 'weak' || conditions.length === 0) return toCheck(cited, uncoded.what[language], setting)
  const charge = described(cited, uncoded.what[language], conditions, happeningOn(direction, regime, route, language))
  return { ...charge, authorisations: priorOf(regime, uncoded, cited, setting) }
}

/** Where the provisions only ask for an authorisation beforehand. */
function priorOf({ law }: Regime, { article }: Uncoded, cited: Cited, setting: Setting): Charge['authorisations'] {
  const named = (article ?? '').split(', ')
  const measures = law.measures.filter((one) => one.until_act === undefined && named.includes(one.article))
  const [first] = measures
  if (!first || !measures.every(({ type }) => type === 'restriction')) return []
  return [priorAuthorisation(cited, first.summary, setting)]
}

function ofCountry(one: CountryRegime, nearness: 'near' | 'weak', setting: Setting): Charge | Duty {
  const { language, route } = setting
  const [act] = one.acts
  const cited = { regime: null, article: act?.[language] ?? '', annex: null }
  const what = (one.what ?? one.text)[language]
  if (nearness === 'weak' || !act) return toCheck(cited, what, setting)
  const text = IS_IT[language](plain(what))
  const ask = { id: countryAskId(one), fact: 'fits', occasion: null, text } as const
  const isImport = one.only === 'import' || (route.toUnion && one.only !== 'export')
  const happening = isImport
    ? {
        kind: 'import' as const,
        country: one.country,
        words: `${IMPORT[language]} ${route.countries.placeOf(one.country).import[language]}`,
        place: route.countries.placeOf(one.country).name[language],
      }
    : exportTo(one.country, route, language)
  return described(cited, what, [{ kind: 'ask', ask }], happening)
}

/** `MM.32013R0401`: of a regime that is only described, by its country and its first act. */
export const countryAskId = ({ country, acts: [act] }: CountryRegime): string => `${country}.${act?.celex}`

const described = (
  cited: Cited,
  what: string,
  conditions: readonly Condition[],
  happening: Charge['happening'],
): Charge => ({
  happening,
  source: { described: what },
  cited,
  holds: [conditions],
  unlikely: null,
  lifts: [],
  authorisations: [],
  since: null,
  otherwise: null,
  leftOut: null,
  inferred: null,
  isUncertain: false,
})

const toCheck = (cited: Cited, what: string, { language }: Setting): Duty => ({
  kind: 'not_checked',
  cited,
  text: what,
  item: plain(what),
  brief: briefOf('not_checked', language),
})

/** Regimes on goods, aimed at a country of the deal, that the law does not hold or that were not asked about. */
export const gapsOf = derivedOnce((setting: Setting): readonly Gap[] => {
  const { route, regimes, language } = setting
  if (staysInUnion(route) || !setting.isWhole) return []
  return touchedOn(route, setting).flatMap((one): Gap[] => {
    if (one.goods !== 'code' && one.goods !== 'partly') return []
    if (regimes.some(({ data }) => data.code === one.regime)) return []
    const acts = one.acts.map((act) => act[language]).join(', ')
    const country = route.countries.name(one.country)[language]
    return [notHeld(country, acts, NOT_HELD, language)]
  })
})

const notHeld = (country: string, acts: string, words: typeof NOT_HELD, language: Language): NotHeld => ({
  kind: 'not_held',
  country,
  text: words[language](country, acts),
})

/** The regimes aimed at a country of the deal, the same for all goods. */
function touchedOn(route: Route, { dataset }: Setting): readonly CountryRegime[] {
  const known = touchedByRoute.get(route)
  if (known) return known
  const places = placesIn(route)
  const found = route.countries.regimes.filter(
    (one) => isTouched(one, places, dataset.regimes) && existedOn(one, route.day),
  )
  touchedByRoute.set(route, found)
  return found
}

const touchedByRoute = new WeakMap<Route, readonly CountryRegime[]>()

const IS_IT: Phrase<[goods: string]> = { pl: (goods) => `Czy jest to: ${goods}?`, en: (goods) => `Is it: ${goods}?` }
const IMPORT: Text = { pl: 'przywóz', en: 'import from' }
const NOT_HELD: Phrase<[country: string, acts: string]> = {
  pl: (country, acts) => `unijnych sankcji towarowych (${country}) nie ma w naszych danych: ${acts}`,
  en: (country, acts) => `the EU sanctions on goods (${country}) are not in our data: ${acts}`,
}
const GOVERNED: Phrase<[country: string, acts: string]> = {
  pl: (country, acts) => `towar ten (${country}) reguluje ${acts}; nie ma go w danych`,
  en: (country, acts) => `${acts} governs these goods (${country}) and is not in our data`,
}
