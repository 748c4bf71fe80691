import { readLawAt } from '../../law/build/load.ts'
import type { Annex, Law, Listing, RegimeLaw } from '../../law/read/law.ts'
import { LawError, lawErrorAt } from '../../law/read/mistakes.ts'
import { buildNomenclature } from '../../law/tariff/nomenclature.ts'
import { buildNomenclatures } from '../../law/tariff/nomenclature-years.ts'
import { type Digits, isDigits } from '../../terms/cn-code.ts'
import type { Act } from '../../terms/law.ts'
import type { ConsolidatedPage } from '../page/consolidated-page.ts'

/** The part of `law/` that a page is compared with: one regime, and the tariff that says what a printed code means. */
export interface OpenLaw {
  readonly directory: string
  /** The acts of all regimes. */
  readonly acts: readonly Act[]
  readonly regime: RegimeLaw
  /** What a printed code means: padding zeros resolved, `9026 00 00` is heading 9026. Null for a range or a TARIC code. */
  readonly meaning: (digits: string) => Digits | null
  /** The act is worked in, or known to change no goods. */
  readonly knows: (celex: string) => boolean
}

/** The act that was asked for, or that a page is from, is not in `law/`, or the two are different acts. */
export class UnknownActError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnknownActError'
  }
}

/** Reads `law/` without validating it: in the middle of an update by hand its counts need not be right yet. */
export function openLaw(directory: string, act: string | undefined, celex: string | null): OpenLaw {
  const { law, ...report } = readLawAt(directory)
  if (!law || law.nomenclatures.length === 0) {
    throw report.mistakes.length > 0 ? new LawError(report) : lawErrorAt(directory, 'no law and nomenclature here')
  }
  const regime = chooseRegime(law, act, celex)
  const nomenclatures = buildNomenclatures(law.nomenclatures.map(({ year, rows }) => buildNomenclature(year, rows)))
  const exists = (code: Digits) => nomenclatures.existedIn(code).length > 0
  const { code } = regime.regime.value
  const acts = law.acts.map(({ value }) => value)
  const known = new Set(
    acts.filter(({ regime, status }) => regime === code && status !== 'pending').map(({ celex }) => celex),
  )
  return {
    directory,
    acts,
    regime,
    meaning: (digits) => {
      if (!isDigits(digits) || digits.length < 2 || digits.length > 8) return null
      if (exists(digits)) return digits
      const unpadded = digits.replace(/(?:00)+$/, '')
      return unpadded.length >= 2 && isDigits(unpadded) && exists(unpadded) ? unpadded : digits
    },
    knows: (celex) => known.has(celex),
  }
}

/** The folder that `law/` would have for the act of a page: `02014R0833-20260724` → `833-2014`. */
export function folderOf(celex: string | null): string | null {
  const [, year, number] = /^0(\d{4})[A-Z](\d{4})-/.exec(celex ?? '') ?? []
  return year && number ? `${Number(number)}-${year}` : null
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

export const lawAnnex = ({ regime }: OpenLaw, annex: string): Annex | undefined =>
  regime.annexes.find(({ declared }) => declared.value.annex === annex)

export const listingsOf = (annex: Annex | undefined): readonly Listing[] =>
  (annex?.listings ?? []).map(({ value }) => value)

/** An annex of a page with another number of rows than annexes.yaml pins. */
export interface RowCountMismatch {
  readonly annex: string
  readonly inPage: number
  /** Null: law/ does not have the annex. */
  readonly pinned: number | null
}

/** Compares the numbers of rows with annexes.yaml. An annex that only law/ has is a mismatch if the page is whole. */
export function rowCountMismatches(page: ConsolidatedPage, { regime }: OpenLaw): RowCountMismatch[] {
  const mismatches: RowCountMismatch[] = []
  const seen = new Set<string>()
  for (const { annex, rows, named } of page.annexes) {
    seen.add(annex)
    const declared = regime.annexes.find((one) => one.declared.value.annex === annex)?.declared.value
    const pinned = declared ? declared.rows - (declared.without_code ?? 0) : null
    const inPage = rows.length > 0 ? rows.length : named.length
    if (inPage !== (pinned ?? 0)) mismatches.push({ annex, inPage, pinned })
  }
  if (!page.whole) return mismatches
  for (const { declared } of regime.annexes) {
    const { annex, rows, without_code } = declared.value
    if (!seen.has(annex) && rows > (without_code ?? 0)) mismatches.push({ annex, inPage: 0, pinned: rows })
  }
  return mismatches
}
