import { type Digits, isDigits } from '../../base/cn-code.ts'
import { readLawAt } from '../../law/check.ts'
import { type Annex, type Law, type Listing, type RegimeLaw, rowsOf } from '../../law/read/law.ts'
import { LawError, lawErrorAt } from '../../law/read/mistakes.ts'
import { buildNomenclature } from '../../law/tariff/nomenclature.ts'
import { buildNomenclatures } from '../../law/tariff/nomenclature-years.ts'
import { annexKey } from '../../law/terms/annex-name.ts'
import type { ConsolidatedPage } from '../page/consolidated-page.ts'

/** The part of `law/` that a page is compared with: one regime, and the tariff that says what a printed code means. */
export type OpenLaw = Readonly<ReturnType<typeof openLaw>>

/** The act that was asked for, or that a page is from, is not in `law/`, or the two are different acts. */
export class UnknownActError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnknownActError'
  }
}

/** Reads `law/` without validating it: in the middle of an update by hand its counts need not be right yet. */
export function openLaw(directory: string, act: string | undefined, celex: string | null) {
  const { law, ...report } = readLawAt(directory)
  if (!law || law.nomenclatures.length === 0) {
    throw report.mistakes.length > 0 ? new LawError(report) : lawErrorAt(directory, 'no law and nomenclature here')
  }
  const regime = chooseRegime(law, act, celex)
  const nomenclatures = buildNomenclatures(law.nomenclatures.map(({ year, rows }) => buildNomenclature(year, rows)))
  const exists = (code: Digits) => nomenclatures.existedIn(code).length > 0
  const { code } = regime.regime.value
  /** The acts of all regimes. */
  const acts = law.acts.map(({ value }) => value)
  const known = new Set(
    acts.filter(({ regime, status }) => regime === code && status !== 'pending').map(({ celex }) => celex),
  )
  return {
    directory,
    acts,
    regime,
    /** What a printed code means: padding zeros resolved, `9026 00 00` is heading 9026. Null for a range or a TARIC code. */
    meaning: (digits: string): Digits | null => {
      if (!isDigits(digits) || digits.length < 2 || digits.length > 8) return null
      if (exists(digits)) return digits
      const unpadded = digits.replace(/(?:00)+$/, '')
      return unpadded.length >= 2 && isDigits(unpadded) && exists(unpadded) ? unpadded : digits
    },
    /** The act is worked in, or known to change no goods. */
    knows: (celex: string): boolean => known.has(celex),
  }
}

function chooseRegime(law: Law, act: string | undefined, celex: string | null): RegimeLaw {
  const names = law.regimes.map(({ folder }) => folder).join(', ')
  if (act !== undefined) {
    const regime = law.regimes.find(({ folder }) => folder === act)
    if (!regime) throw new UnknownActError(`law/ has no act ${act}; it has ${names}`)
    if (celex && basicOf(celex) !== regime.regime.value.act) {
      throw new UnknownActError(`the page is ${celex}, not ${act}: leave --act out, or name the other page`)
    }
    return regime
  }
  if (!celex) throw new UnknownActError(`the piece does not say which act it is from: add --act, one of ${names}`)
  const regime = law.regimes.find(({ regime }) => regime.value.act === basicOf(celex))
  if (!regime) throw new UnknownActError(`the page is ${celex}, an act that law/ does not have; it has ${names}`)
  return regime
}

/** `02014R0833-20260724` → `32014R0833` */
const basicOf = (celex: string): string => `3${celex.slice(1).split('-')[0]}`

/** The page with its annexes named as law/ names them. */
export function inNamesOf({ regime }: OpenLaw, page: ConsolidatedPage): ConsolidatedPage {
  const names = new Map(regime.annexes.map(({ declared: { value } }) => [annexKey(value.annex), value.annex]))
  const nameOf = (annex: string) => names.get(annexKey(annex)) ?? annex
  if (page.annexes.every(({ annex }) => nameOf(annex) === annex)) return page
  return {
    ...page,
    annexes: page.annexes.map((one) => {
      const annex = nameOf(one.annex)
      return { ...one, annex, rows: one.rows.map((row) => ({ ...row, annex })) }
    }),
    deletedAnnexes: page.deletedAnnexes.map(({ after, mark }) => ({ after: after && nameOf(after), mark })),
  }
}

export const lawAnnex = ({ regime }: OpenLaw, annex: string): Annex | undefined =>
  regime.annexes.find(({ declared }) => declared.value.annex === annex)

/** The rows that a page should have. */
export const listingsOf = (annex: Annex | undefined): readonly Listing[] => (annex ? rowsOf(annex) : [])

/**
 * The listings that a page prints, and those that law/ adds to each for codes of today (`successor_of`). A range is printed
 * once, and every code of it is such a listing: the first stands for the range.
 */
export function printedListings(listings: readonly Listing[]): ReadonlyMap<Listing, readonly Listing[]> {
  const printed = new Map<Listing, Listing[]>()
  let last: Listing | null = null
  for (const listing of listings) {
    const isNext = listing.successorOf !== '' && last?.printed === listing.printed
    if (isNext && [last!.code, last!.successorOf].includes(listing.successorOf)) printed.get(last!)!.push(listing)
    else {
      printed.set(listing, [])
      last = listing
    }
  }
  return printed
}

export type RowCountMismatch = ReturnType<typeof rowCountMismatches>[number]

/**
 * The annexes of a page with another number of rows than law/ has; null where law/ does not have the annex. An annex that only law/ has is a
 * mismatch if the page is whole.
 */
export function rowCountMismatches(page: ConsolidatedPage, law: OpenLaw) {
  const coded = (annex: Annex) =>
    [...printedListings(listingsOf(annex)).keys()].filter(({ code }) => code !== '').length
  const inPage = new Map(
    inNamesOf(law, page).annexes.map(({ annex, rows, named }) => [annex, rows.length > 0 ? rows.length : named.length]),
  )
  const inLaw = new Map(law.regime.annexes.map((annex) => [annex.declared.value.annex, coded(annex)]))
  const names = page.whole ? new Set([...inPage.keys(), ...inLaw.keys()]) : inPage.keys()
  return [...names]
    .map((annex) => ({ annex, inPage: inPage.get(annex) ?? 0, pinned: inLaw.get(annex) ?? null }))
    .filter((counts) => counts.inPage !== (counts.pinned ?? 0))
}
