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

function openOn(provision: Exemption | Derogation, day: Day): boolean {
  const begun = provision.from === undefined || provision.from <= day
  const ended = provision.until !== null && provision.until < day
  return begun && (!ended || endInDoubt(provision))
}

/** A provision whose end is in doubt counts as open after it, since leaving it out could hide a grant that still applies. */
const endInDoubt = ({ doubts }: Provision): boolean => doubts?.some(({ about }) => about === 'until') ?? false

export function winddownsOf(
  matches: readonly Match[],
  day: Day,
  contractDate: Day | null,
  language: Language,
): WinddownAnswer[] {
  return gather(matches, (match) => everOpen(match, day)).map(({ grant, regime, annex, doubts }) => {
    const { provision } = grant
    const status = statusOf(provision, day)
    return {
      regime,
      article: provision.ref,
      annex,
      cn_codes: grant.written.map(groupWritten),
      except_codes: grant.goods.except.map(group),
      contracts_before: provision.contracts_before,
      from: provision.from ?? null,
      until: provision.until,
      status,
      applies: contractDate === null ? null : appliesTo(provision, status, contractDate),
      text: provision.text[language],
      data_quality: doubts.size > 0 ? 'to_review' : grant.quality,
      doubts: [...doubts].map(({ text }) => text[language]),
    }
  })
}

/** Wind-downs that ended before these goods were listed never concerned them and are left out. */
const everOpen = ({ entry, goods }: Match, day: Day): readonly Grant<Winddown>[] => {
  const { validity } = entry
  return grantsOn(entry, 'winddowns', day).filter(({ provision: { until } }) => {
    // A row may have ended while contracts for it could still be performed.
    const last = earlier(until, validity.to)
    return until === null || last === null || inForce(validity, goods, last) !== 'no'
  })
}

function statusOf(provision: Winddown, day: Day): WinddownAnswer['status'] {
  if (provision.until !== null && day > provision.until && !endInDoubt(provision)) return 'expired'
  return day < (provision.from ?? provision.contracts_before) ? 'not_yet' : 'open'
}

/** Null where the sources leave two cut-off days open and they disagree about this contract. */
function appliesTo(provision: Winddown, status: WinddownAnswer['status'], contractDate: Day): boolean | null {
  if (status !== 'open') return false
  const or = provision.doubts?.find(({ about }) => about === 'contracts_before')?.or
  const cutOffs = or ? [provision.contracts_before, or] : [provision.contracts_before]
  const verdicts = new Set(cutOffs.map((cutOff) => contractDate < cutOff))
  return verdicts.size === 1 ? contractDate < provision.contracts_before : null
}

const memoizedDerogation = memoizePer<Grant<Derogation>, DerogationAnswer>()

export function derogationsOf(matches: readonly Match[], day: Day, language: Language): DerogationAnswer[] {
  return gather(matches, ({ entry }) => grantsOn(entry, 'derogations', day))
    .filter(({ grant }) => openOn(grant.provision, day))
    .map(({ grant, regime, annex, doubts }) =>
      memoizedDerogation(grant, `${language} ${annex} ${grant.doubts.map((doubt) => doubts.has(doubt))}`, () => ({
        regime,
        article: grant.provision.ref,
        annex,
        cn_codes: grant.written.map(groupWritten),
        authority: (grant.provision.authority ?? NATIONAL_AUTHORITY)[language],
        from: grant.provision.from ?? null,
        until: grant.provision.until,
        text: grant.provision.text[language],
        data_quality: doubts.size > 0 ? 'to_review' : grant.quality,
        doubts: [...doubts].map(({ text }) => text[language]),
      })),
    )
}

interface Gathered<P> {
  readonly grant: Grant<P>
  readonly regime: string
  readonly annex: string | null
  /** Doubts that concern goods of the question. */
  readonly doubts: ReadonlySet<Doubt>
}

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
      const doubts = new Set([...(before?.doubts ?? []), ...grant.doubts.filter(concernsGoods(goods))])
      found.set(grant, { grant, regime: entry.regime.data.code, annex: same ? annex : null, doubts })
    }
  }
  return [...found.values()]
}

const groupWritten = (written: string): string =>
  written.startsWith('ex ') ? `ex ${group(withoutEx(written))}` : group(withoutEx(written))
