import type { Digits } from '../../base/cn-code.ts'
import type { Text } from '../../base/language.ts'
import type { Ask } from '../../law/dataset/asks.ts'
import { UNION } from '../../law/dataset/countries.ts'
import type { Entry, Grant, Regime } from '../../law/dataset/dataset.ts'
import { isBan, isGrantList } from '../../law/dataset/dataset.ts'
import { firstListing } from '../../law/dataset/predecessors.ts'
import type { Exemption, Provision } from '../../law/terms/law.ts'
import { type Concern, isConditional, type Reason } from '../match/concern.ts'
import type { ConcernedMatch } from '../match/concerned.ts'
import { isBound } from '../match/fitting.ts'
import {
  cutOffsOf,
  exemptionsOf,
  isLifted,
  type Match,
  NATIONAL_AUTHORITY,
  openDerogationsOf,
  openWinddownsOf,
} from '../match/grants.ts'
import { memberStateOf, type Route, targetsOf } from '../question/deal.ts'
import { askedOfRegime, askedOn, conditionOf, isForOthers, occasionsOf, rowsConditions } from './asks.ts'
import { citedAt, dutyOf, dutyOfPassing } from './duty-texts.ts'
import { happeningOf } from './happenings.ts'
import type { Authorisation, Charge, Cited, Condition, Duty, Lift } from './model.ts'
import type { Setting } from './setting.ts'

interface Rules {
  readonly charges: readonly Charge[]
  readonly duties: readonly Duty[]
}

/** What the measures that concern a deal prohibit and ask for in goods of one code, provision by provision. */
export function rulesOf(concerned: readonly ConcernedMatch[], leaf: Digits | null, setting: Setting): Rules {
  const charges: Charge[] = []
  const duties: Duty[] = []
  const groups = Map.groupBy(
    concerned.filter(({ match }) => !isGrantList(match.entry)),
    ({ match: { entry }, concern }) => `${measureOf(entry)} ${concern.reason} ${concern.kind}`,
  )
  for (const [key, group] of groups) {
    const rule = ruleOnce(key, group as [ConcernedMatch, ...ConcernedMatch[]], leaf, setting)
    if (rule === null) continue
    if ('holds' in rule) charges.push(rule)
    else duties.push(rule)
  }
  return { charges, duties }
}

/** Many goods of a chapter are under rows that say the same: what these prohibit or ask for is one object for all. */
function ruleOnce(
  about: string,
  group: readonly [ConcernedMatch, ...ConcernedMatch[]],
  leaf: Digits | null,
  setting: Setting,
): Charge | Duty | null {
  const [{ match, concern }] = group
  const matches = group.map((one) => one.match) as [Match, ...Match[]]
  const keys = matches.flatMap((one) => one.key ?? [])
  const key = keys.length === matches.length ? `${about} ${keys.join(';')}` : null
  const known = key === null ? undefined : setting.rules.get(key)
  if (known !== undefined) return known
  const rule = ruleOf(matches, concern, leaf, setting)
  const found =
    rule === null || 'holds' in rule
      ? rule
      : isLifted(match)
        ? null
        : { ...rule, unless: liftsOf(matches, concern.reason, leaf, setting) }
  if (key !== null) setting.rules.set(key, found)
  return found
}

/** The measure of an entry, as charges name it. */
export const measureOf = ({ regime, article }: Entry): string => `${regime.data.code} ${article}`

/** Reasons for which a ban may concern a deal, though its countries do not say so: it is asked, and meanwhile seen to. */
const UNLIKELY: readonly Reason[] = ['use', 'persons', 'end_use', 'vessel']

function ruleOf(
  matches: readonly [Match, ...Match[]],
  concern: Concern,
  leaf: Digits | null,
  setting: Setting,
): Charge | Duty | null {
  const [first] = matches
  const { entry } = first
  const { kind, reason } = concern
  if (kind === null || waitsForAct(matches)) return null
  if (!isBan(entry.type) && kind !== 'authorisation')
    return isConditional(concern) ? null : dutyOf(entry, concern, setting)
  // Of bans on services the trade in goods needs to know, but is not prohibited.
  if (entry.servicesOnly) return dutyOf(entry, concern, setting)
  const occasions = occasionsOf(reason, entry, setting.route)
  const own = entry.asks.length > 0 && isForOthers(entry.asks, occasions) ? [] : askedOn(entry.asks, occasions)
  const asked: readonly Ask[] = [...own, ...askedOfRegime(entry, reason)]
  if (!isDirect(reason) && asked.length === 0) return isLeftOpen(reason) ? dutyOfPassing(entry, concern, setting) : null
  const conditions = asked.map((ask) => ofDeal(conditionOf(ask, setting.language)))
  const alternatives = rowsConditions(matches, setting.language)
  return {
    happening: happeningOf(entry, reason, setting.route, setting.language),
    source: { measure: measureOf(entry), reason },
    cited: citedAt(entry),
    holds: alternatives.map((all) => [...conditions, ...all]),
    unlikely: isUnlikely(entry, reason, setting) ? dutyOf(entry, concern, setting) : null,
    lifts: liftsOf(matches, reason, leaf, setting),
    authorisations: [
      // What a price cap or the like allows needs nobody’s leave.
      ...(isBan(entry.type) || entry.condition !== null
        ? []
        : [priorAuthorisation(citedAt(entry), entry.summary, setting)]),
      ...authorisationsOf(matches, setting),
    ],
    since: firstListing(entry, first.goods).validity.from,
    otherwise: isDirect(reason) || reason === 'use' ? null : dutyOfPassing(entry, concern, setting),
    isUncertain: matches.every(({ inForce }) => inForce === 'possibly'),
    leftOut: matches.every((one) => one.entry.leftOut !== null) ? entry.leftOut![setting.language] : null,
    inferred: matches.every(({ entry: { basis } }) => basis.kind === 'inferred')
      ? entry.basis.text[setting.language]
      : null,
  }
}

/** Goods of codes are described by the annex: what a measure asks besides is about the deal. */
const ofDeal = (condition: Condition): Condition =>
  condition.kind === 'ask' ? { ...condition, ask: { ...condition.ask, isOfDeal: true } } : condition

/** In a deal with the target itself, who the other party is has to be known. */
const isUnlikely = ({ regime }: Entry, reason: Reason, { route }: Setting): boolean =>
  UNLIKELY.includes(reason) && !(reason === 'persons' && isDealWith(regime, route))

const isDealWith = (regime: Regime, route: Route): boolean => {
  const targets = targetsOf(regime, route.day)
  return [route.origin, route.dispatch, route.destination].some((place) => targets.includes(place))
}

/** A measure that waits for an act of the Council has no first day. */
const waitsForAct = (matches: readonly Match[]): boolean => matches.every(({ entry }) => entry.validity.from === null)

/** Whether the countries of the deal settle that the ban concerns it. */
export const isDirect = (reason: Reason): boolean => DIRECT.includes(reason)
const DIRECT: readonly Reason[] = [
  'destination',
  'country',
  'origin',
  'exported',
  'located',
  'via',
  'via_any_origin',
  'third_country',
]

/** Whether the act leaves open what to do, so that papers are to be kept. */
const isLeftOpen = (reason: Reason): boolean => OPEN_REASONS.includes(reason)
const OPEN_REASONS: readonly Reason[] = [
  'use',
  'passage',
  'between_members',
  'through_union',
  'processed',
  'inside_union',
  'outside_union',
]

/** What frees such a deal from the ban in goods of this code, and on what condition. Purposes free nobody by themselves. */
function liftsOf(matches: readonly Match[], reason: Reason, leaf: Digits | null, setting: Setting): readonly Lift[] {
  const { language } = setting
  const [first] = matches
  const occasions = occasionsOf(reason, first!.entry, setting.route)
  const lifts = new Map<Grant<Provision>, Lift>()
  const add = (grant: Grant<Provision>, match: Match, kind: Lift['kind'], conditions: readonly Condition[]) => {
    if (lifts.has(grant) || isForOthers(grant.asks, occasions) || !coversAll(grant, leaf ?? match.goods)) return
    if (!isForMember(grant, setting)) return
    const { ref, annex = null, text, until, value_up_to: most } = grant.provision
    lifts.set(grant, {
      kind,
      cited: { regime: match.entry.regime, article: ref, annex },
      conditions: [
        ...conditions,
        ...(most === undefined ? [] : [{ kind: 'value' as const, above: most, orLess: true as const }]),
        ...askedOn(grant.asks, occasions).map((ask) => conditionOf(ask, language)),
      ],
      text: text[language],
      until,
    })
  }
  for (const match of matches) {
    for (const grant of exemptionsOf(match)) {
      const { provision, asks } = grant
      if ((asks.length > 0 || isByPlaceAlone(provision)) && provision.codes_of === undefined)
        add(grant, match, provision.quota ? 'quota' : 'exemption', [])
    }
    for (const grant of openWinddownsOf(match)) {
      const [first, ...others] = cutOffsOf(grant.provision)
      if (first !== undefined) add(grant, match, 'winddown', [{ kind: 'contract', before: [first, ...others] }])
    }
  }
  return [...lifts.values()]
}

const coversAll = ({ goods: { codes, except } }: Grant<Provision>, code: Digits): boolean =>
  (codes.length === 0 || codes.some((one) => code.startsWith(one))) && !except.some((one) => code.startsWith(one))

/** An exemption for some Member States or destinations, whatever the deal is for. */
const isByPlaceAlone = (provision: Exemption): boolean =>
  isBound(provision) &&
  provision.quota === undefined &&
  provision.frees === undefined &&
  provision.only?.route === undefined

/** Where no Member State is named, the gravest is meant, which no exemption for some of them frees. */
function isForMember({ provision: { only } }: Grant<Provision>, { route }: Setting): boolean {
  if (only?.member_states === undefined && only?.except_member_states === undefined) return true
  return memberStateOf(route) !== UNION
}

/** Of a provision that only asks for an authorisation beforehand. */
export const priorAuthorisation = (cited: Cited, summary: Text, { language }: Setting): Authorisation => ({
  cited,
  authority: NATIONAL_AUTHORITY[language],
  text: summary[language],
  isPrior: true,
})

function authorisationsOf(matches: readonly Match[], { language }: Setting): readonly Authorisation[] {
  const found = new Map<string, Authorisation>()
  for (const match of matches) {
    for (const { provision } of openDerogationsOf(match)) {
      if (provision.services_only) continue
      const { ref: article, annex = null, authority, text } = provision
      if (found.has(article)) continue
      found.set(article, {
        cited: { regime: match.entry.regime, article, annex },
        authority: (authority ?? NATIONAL_AUTHORITY)[language],
        text: text[language],
      })
    }
  }
  return [...found.values()]
}
