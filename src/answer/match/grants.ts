import { type Digits, group, narrower, touches, withoutEx } from '../../base/cn-code.ts'
import { type Day, earlier } from '../../base/day.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { Language, Text } from '../../base/language.ts'
import { ownText } from '../../base/own-text.ts'
import { type Entry, type Grant, grantsOn, isGrantList } from '../../law/dataset/dataset.ts'
import { concernsGoods } from '../../law/dataset/doubts.ts'
import { inForce } from '../../law/dataset/validity.ts'
import type { Derogation, Doubt, Exemption, Provision, Winddown } from '../../law/terms/law.ts'
import type { Route } from '../question/deal.ts'
import type { DerogationAnswer, WinddownAnswer } from '../response/response.ts'
import { fits, isBound, quotaFirst } from './fitting.ts'

/** An entry that was found, and the goods that both it and the question mean. */
export interface Match {
  readonly entry: Entry
  readonly goods: Digits
  readonly inForce: 'yes' | 'possibly'
  /** The day asked about. */
  readonly day: Day
  /** The deal asked about: a grant whose conditions it does not fit concerns nothing. */
  readonly route?: Route
  /** The value of one item is above the limit on values, which decides nothing any more. */
  readonly aboveValue?: boolean
  /** What a judgement can see of it: matches with the same key are judged alike. */
  readonly key?: string
  /** It was declared that the goods are those of the row, and nothing that frees them fits. */
  readonly isDeclared?: boolean
}

/** Finds the matches of codes for questions that differ in nothing but their goods. */
export interface Matching {
  all(digits: Digits): readonly Match[]
  /** Every listing of a code, on whatever day. */
  ever(digits: Digits): readonly Entry[]
  /** Those of them that count when the code is judged: with a deal, the ones that its countries decide. */
  decisive(matches: readonly Match[]): readonly Match[]
  /** Whether any of these matches concerns the question. */
  isListed(matches: readonly Match[]): boolean
  /** Whether codes with these matches are in any list on that day, for this question or for another direction or deal. */
  isInLists(codes: readonly Digits[], matches: readonly Match[]): boolean
}

export const matchGoods = (entry: Entry, asked: Digits): Digits => narrower(entry.code, asked)

/** Exemptions that can concern these goods on that day, in the order of the law: one list for the same exemptions. */
export function exemptionsOf(match: Match): readonly Grant<Exemption>[] {
  const all = grantsOn(match.entry, 'exemptions', match.day)
  const isOpen = (one: Grant<Exemption>) => openOn(one.provision, match.day) && concerns(one, match)
  return all.every(isOpen) ? all : sameList(all.filter(isOpen))
}

interface ListNode {
  readonly list: readonly Grant<Exemption>[]
  readonly longer: Map<Grant<Exemption>, ListNode>
}

const NO_GRANTS: readonly Grant<Exemption>[] = Object.freeze([])

const listsFrom = derivedOnce((grant: Grant<Exemption>): ListNode => ({ list: [grant], longer: new Map() }))

/** The one list that has these grants in this order (a trie), so that what is derived from it is derived once. */
function sameList([first, ...rest]: readonly Grant<Exemption>[]): readonly Grant<Exemption>[] {
  if (!first) return NO_GRANTS
  let node = listsFrom(first)
  for (const grant of rest) {
    const longer = node.longer.get(grant) ?? { list: [...node.list, grant], longer: new Map() }
    node.longer.set(grant, longer)
    node = longer
  }
  return node.list
}

/** Whether a grant can concern the goods and, where there is one, the deal. */
const concerns = (grant: Grant<Provision>, { entry, goods, route }: Match): boolean =>
  touches(grant.goods, goods) && (route === undefined || fits(grant.provision, entry.regime, route))

/** Exemptions that free some deals in all these goods: an open quota, and with a deal a place or a route that fits it. */
export const boundExemptionsOf = (match: Match): readonly Grant<Exemption>[] =>
  match.isDeclared || match.entry.exemptions.length === 0
    ? []
    : exemptionsOf(match)
        .filter(({ provision, goods: { codes } }) => {
          const { quota, frees } = provision
          if (!isBound(provision) || frees !== undefined || (quota === undefined && !match.route)) return false
          return codes.length === 0 || codes.some((code) => match.goods.startsWith(code))
        })
        .toSorted(quotaFirst)

/** Whether an exemption from a duty names all these goods (12g(2)(a): no clause for some machine tools). */
export const isLifted = (match: Match): boolean =>
  match.entry.type === 'other' &&
  exemptionsOf(match).some(
    ({ provision, goods }) => provision.codes && goods.codes.some((code) => match.goods.startsWith(code)),
  )

/** Exemptions of part of the goods by what they are. */
export const freedGoodsOf = (match: Match): readonly Grant<Exemption>[] =>
  !match.isDeclared && match.entry.exemptions.some(({ provision }) => provision.frees !== undefined)
    ? exemptionsOf(match).filter(({ provision }) => provision.frees !== undefined)
    : []

const openOn = (provision: Exemption, day: Day): boolean => statusOf(provision, provision.from, day) === 'open'

/** A provision whose end is in doubt counts as open after it, since leaving it out could hide a grant that still applies. */
const endInDoubt = ({ doubts }: Provision): boolean => doubts?.some(({ about }) => about === 'until') ?? false

export function winddownsOf(
  matches: readonly Match[],
  day: Day,
  contractDate: Day | null,
  language: Language,
): WinddownAnswer[] {
  return gather(matches, 'winddowns', day).map(({ grant, regime, annex, doubts }) => {
    const { provision } = grant
    const status = winddownStatus(provision, day)
    const applies = contractDate === null ? null : appliesTo(provision, contractDate)
    return {
      regime,
      article: provision.ref,
      annex,
      cn_codes: codesWritten(grant),
      except_codes: grant.goods.except.map(group),
      contracts_before: provision.contracts_before,
      from: provision.from ?? null,
      until: provision.until,
      status,
      applies,
      text: provision.text[language],
      data_quality: doubts.size > 0 ? 'to_review' : grant.quality,
      doubts: [...doubts].map(({ text }) => text[language]),
    }
  })
}

/** Whether a grant was ever open for these goods. One that ended before they were listed never concerned them. */
function everOpen({ entry }: Match, { until }: Provision): boolean {
  if (until === null) return true
  // A row may have ended while contracts for it could still be performed.
  const last = earlier(until, entry.validity.to)
  return last === null || inForce(entry.validity, last) !== 'no'
}

type Status = DerogationAnswer['status']

/** One whose last day nobody has read is never told as open. */
function winddownStatus(provision: Winddown, day: Day): WinddownAnswer['status'] {
  const status = statusOf(provision, provision.from ?? provision.contracts_before ?? undefined, day)
  return status === 'open' && provision.contracts_before === null ? 'unknown' : status
}

function statusOf(provision: Provision, begins: Day | undefined, day: Day): Status {
  if (provision.until !== null && day > provision.until && !endInDoubt(provision)) return 'expired'
  return begins !== undefined && day < begins ? 'not_yet' : 'open'
}

/**
 * Whether the period was made for contracts of that day; `status` says whether it is still open. Null where the sources
 * leave two cut-off days open and they disagree about this contract.
 */
function appliesTo(provision: Winddown, contractDate: Day): boolean | null {
  const verdicts = new Set(cutOffsOf(provision).map((one) => contractDate < one))
  const [verdict = null] = verdicts
  return verdicts.size === 1 ? verdict : null
}

const GRANT_LISTS = ['exemptions', 'derogations', 'winddowns'] as const

/** Whether a list only says how bans are lifted, and whatever lifts them has ended: its rows settle nothing any more. */
export function isSpent(entry: Entry, day: Day): boolean {
  if (!isGrantList(entry)) return false
  const grants: readonly Grant<Provision>[] = GRANT_LISTS.flatMap((list) => grantsOn(entry, list, day))
  return grants.length > 0 && grants.every(({ provision }) => statusOf(provision, undefined, day) === 'expired')
}

/** Open ones first, then those to come, then those that are over. */
const STATUS_ORDER: readonly Status[] = ['open', 'not_yet', 'expired']

export const derogationsOf = (matches: readonly Match[], day: Day, language: Language): DerogationAnswer[] =>
  gather(matches, 'derogations', day)
    .map(({ grant, regime, annex, doubts }) => ({
      regime,
      article: grant.provision.ref,
      annex,
      cn_codes: codesWritten(grant),
      authority: (grant.provision.authority ?? NATIONAL_AUTHORITY)[language],
      from: grant.provision.from ?? null,
      until: grant.provision.until,
      status: statusOf(grant.provision, grant.provision.from, day),
      text: grant.provision.text[language],
      data_quality: doubts.size > 0 ? 'to_review' : grant.quality,
      doubts: [...doubts].map(({ text }) => text[language]),
    }))
    .toSorted((a, b) => STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status))

/** Wind-downs that are open for these goods, with the contracts that they are for known. */
export const openWinddownsOf = (match: Match): readonly Grant<Winddown>[] =>
  grantsOn(match.entry, 'winddowns', match.day).filter(
    (grant) => concerns(grant, match) && winddownStatus(grant.provision, match.day) === 'open',
  )

/** The days before which a contract must have been made; several where the sources leave it open. */
export function cutOffsOf({ contracts_before: cutOff, doubts }: Winddown): readonly Day[] {
  const or = doubts?.find(({ about }) => about === 'contracts_before')?.or
  return cutOff === null ? [] : or ? [cutOff, or] : [cutOff]
}

/** What an authority may allow these goods on that day. */
export const openDerogationsOf = (match: Match): readonly Grant<Derogation>[] =>
  grantsOn(match.entry, 'derogations', match.day).filter(
    (grant) => concerns(grant, match) && statusOf(grant.provision, grant.provision.from, match.day) === 'open',
  )

interface Gathered<P> {
  readonly grant: Grant<P>
  readonly regime: string
  readonly annex: string | null
  /** Doubts that concern goods of the question. */
  readonly doubts: ReadonlySet<Doubt>
}

const NO_DOUBTS: ReadonlySet<Doubt> = new Set()

/** The grants of each kind. */
interface Kinds {
  readonly winddowns: Winddown
  readonly derogations: Derogation
}

/** The Polish authority is named by its function, as two sources had it before the ministries were reorganised. */
export const NATIONAL_AUTHORITY: Text = {
  pl: 'właściwy organ krajowy (w Polsce minister właściwy do spraw gospodarki; do sprawdzenia)',
  en: 'national competent authority (in Poland the minister responsible for the economy; to be verified)',
}

/** Each grant once, in the order of the matches. Its annex is null when its matches are in several annexes. */
function gather<K extends keyof Kinds>(matches: readonly Match[], kind: K, day: Day): Gathered<Kinds[K]>[] {
  const found = new Map<Grant<Kinds[K]>, Gathered<Kinds[K]>>()
  for (const match of matches) {
    const { entry, goods } = match
    for (const grant of grantsOn(entry, kind, day) as readonly Grant<Kinds[K]>[]) {
      if (!concerns(grant, match) || !everOpen(match, grant.provision)) continue
      const annex = grant.provision.annex ?? entry.annex
      const before = found.get(grant)
      const same = before === undefined || before.annex === annex
      if (before && same && grant.doubts.length === 0) continue
      const doubts =
        grant.doubts.length === 0
          ? NO_DOUBTS
          : new Set([...(before?.doubts ?? []), ...grant.doubts.filter(concernsGoods(goods))])
      found.set(grant, { grant, regime: entry.regime.data.code, annex: same ? annex : null, doubts })
    }
  }
  return [...found.values()]
}

/** Some grants name hundreds of codes. */
const codesWritten = derivedOnce(({ written }: Grant<Provision>) => written.map(groupWritten).map(ownText))

export const groupWritten = (written: string): string =>
  written.startsWith('ex ') ? `ex ${group(withoutEx(written))}` : group(withoutEx(written))
