import { type Entry, type Grant, grantsOn } from '../law/build/dataset.ts'
import { concernsGoods } from '../law/build/doubts.ts'
import { inForce } from '../law/build/validity.ts'
import { type Digits, group, narrower, touches, withoutEx } from '../terms/cn-code.ts'
import { type Day, earlier } from '../terms/day.ts'
import type { Language } from '../terms/language.ts'
import type { Derogation, Doubt, Exemption, Provision, Winddown } from '../terms/law.ts'
import { memoizePer } from './memoize.ts'
import type { DerogationAnswer, WinddownAnswer } from './response.ts'
import { NATIONAL_AUTHORITY } from './texts.ts'

/** An entry that was found, and the goods that both it and the question mean. */
export interface Match {
  readonly entry: Entry
  readonly goods: Digits
  readonly inForce: 'yes' | 'possibly'
}

export const matchGoods = (entry: Entry, asked: Digits): Digits => narrower(entry.code, asked)

/** Exemptions that can concern these goods on that day, in the order of the law. */
export const exemptionsOf = ({ entry, goods }: Match, day: Day): readonly Grant<Exemption>[] =>
  grantsOn(entry, 'exemptions', day).filter(
    (exemption) => openOn(exemption.provision, day) && touches(exemption.goods, goods),
  )

const openOn = (provision: Exemption, day: Day): boolean => statusOf(provision, provision.from, day) === 'open'

/** A provision whose end is in doubt counts as open after it, since leaving it out could hide a grant that still applies. */
const endInDoubt = ({ doubts }: Provision): boolean => doubts?.some(({ about }) => about === 'until') ?? false

const memoizedWinddown = memoizePer<Grant<Winddown>, WinddownAnswer>()

export function winddownsOf(
  matches: readonly Match[],
  day: Day,
  contractDate: Day | null,
  language: Language,
): WinddownAnswer[] {
  const found = gather(matches, (match) => everOpen(match, grantsOn(match.entry, 'winddowns', day)))
  return found.map(({ grant, regime, annex, doubts }) => {
    const { provision } = grant
    const status = statusOf(provision, provision.from ?? provision.contracts_before, day)
    const applies = contractDate === null ? null : appliesTo(provision, contractDate)
    const variant = `${language} ${annex} ${status} ${applies} ${grant.doubts.map((doubt) => doubts.has(doubt))}`
    return memoizedWinddown(grant, variant, () => ({
      regime,
      article: provision.ref,
      annex,
      cn_codes: grant.written.map(groupWritten),
      except_codes: grant.goods.except.map(group),
      contracts_before: provision.contracts_before,
      from: provision.from ?? null,
      until: provision.until,
      status,
      applies,
      text: provision.text[language],
      data_quality: doubts.size > 0 ? 'to_review' : grant.quality,
      doubts: [...doubts].map(({ text }) => text[language]),
    }))
  })
}

/** Grants that ended before these goods were listed never concerned them and are left out. */
const everOpen = <P extends Provision>({ entry, goods }: Match, grants: readonly Grant<P>[]): readonly Grant<P>[] =>
  grants.filter(({ provision: { until } }) => {
    // A row may have ended while contracts for it could still be performed.
    const last = earlier(until, entry.validity.to)
    return until === null || last === null || inForce(entry.validity, goods, last) !== 'no'
  })

type Status = WinddownAnswer['status']

function statusOf(provision: Provision, begins: Day | undefined, day: Day): Status {
  if (provision.until !== null && day > provision.until && !endInDoubt(provision)) return 'expired'
  return begins !== undefined && day < begins ? 'not_yet' : 'open'
}

/**
 * Whether the period was made for contracts of that day; `status` says whether it is still open. Null where the sources
 * leave two cut-off days open and they disagree about this contract.
 */
function appliesTo(provision: Winddown, contractDate: Day): boolean | null {
  const or = provision.doubts?.find(({ about }) => about === 'contracts_before')?.or
  const cutOffs = or ? [provision.contracts_before, or] : [provision.contracts_before]
  const verdicts = new Set(cutOffs.map((cutOff) => contractDate < cutOff))
  return verdicts.size === 1 ? contractDate < provision.contracts_before : null
}

const memoizedDerogation = memoizePer<Grant<Derogation>, DerogationAnswer>()

/** Open ones first, then those to come, then those that are over. */
const STATUS_ORDER: readonly Status[] = ['open', 'not_yet', 'expired']

export function derogationsOf(matches: readonly Match[], day: Day, language: Language): DerogationAnswer[] {
  return gather(matches, (match) => everOpen(match, grantsOn(match.entry, 'derogations', day)))
    .map(({ grant, regime, annex, doubts }) => {
      const status = statusOf(grant.provision, grant.provision.from, day)
      const variant = `${language} ${annex} ${status} ${grant.doubts.map((doubt) => doubts.has(doubt))}`
      return memoizedDerogation(grant, variant, () => ({
        regime,
        article: grant.provision.ref,
        annex,
        cn_codes: grant.written.map(groupWritten),
        authority: (grant.provision.authority ?? NATIONAL_AUTHORITY)[language],
        from: grant.provision.from ?? null,
        until: grant.provision.until,
        status,
        text: grant.provision.text[language],
        data_quality: doubts.size > 0 ? 'to_review' : grant.quality,
        doubts: [...doubts].map(({ text }) => text[language]),
      }))
    })
    .toSorted((a, b) => STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status))
}

interface Gathered<P> {
  readonly grant: Grant<P>
  readonly regime: string
  readonly annex: string | null
  /** Doubts that concern goods of the question. */
  readonly doubts: ReadonlySet<Doubt>
}

const NO_DOUBTS: ReadonlySet<Doubt> = new Set()

/** Each grant once, in the order of the matches. Its annex is null when its matches are in several annexes. */
function gather<P extends Winddown | Derogation>(
  matches: readonly Match[],
  of: (match: Match) => readonly Grant<P>[],
): Gathered<P>[] {
  const found = new Map<Grant<P>, Gathered<P>>()
  for (const match of matches) {
    const { entry, goods } = match
    for (const grant of of(match)) {
      if (!touches(grant.goods, goods)) continue
      const annex = grant.provision.annex ?? entry.annex
      const before = found.get(grant)
      const same = before === undefined || before.annex === annex
      const doubts =
        grant.doubts.length === 0
          ? NO_DOUBTS
          : new Set([...(before?.doubts ?? []), ...grant.doubts.filter(concernsGoods(goods))])
      found.set(grant, { grant, regime: entry.regime.data.code, annex: same ? annex : null, doubts })
    }
  }
  return [...found.values()]
}

export const groupWritten = (written: string): string =>
  written.startsWith('ex ') ? `ex ${group(withoutEx(written))}` : group(withoutEx(written))
