import { readLawAt } from '../../law/build/load.ts'
import type { Annex, Law, Listing, RegimeLaw } from '../../law/read/law.ts'
import { buildNomenclature } from '../../law/tariff/nomenclature.ts'
import { buildNomenclatures } from '../../law/tariff/nomenclature-years.ts'
import type { Digits } from '../../terms/cn-code.ts'
import type { ConsolidatedPage } from '../page/consolidated-page.ts'
import { PageError } from '../page/page-error.ts'

/** `law/` as a page is held against it: one regime, and the tariff that says what a printed code means. */
export interface LawSide {
  readonly directory: string
  readonly law: Law
  readonly regime: RegimeLaw
  /** What a printed code means: padding zeros resolved, `9026 00 00` is heading 9026. Null for a range or a TARIC code. */
  readonly meaning: (digits: string) => Digits | null
  /** The act is in the data: worked in, or known to change no goods. */
  readonly knows: (celex: string) => boolean
}

/** Reads `law/`. Mistakes of reading stop it; pins that are off do not, since a person may be in the midst of an update. */
export function openLaw(directory: string, act: string | undefined, celex: string | null): LawSide {
  const { law, mistakes } = readLawAt(directory)
  if (!law || law.nomenclatures.length === 0) {
    throw new PageError(`${directory} cannot be read as law: run "law validate" (${mistakes[0]?.what ?? 'no law'})`)
  }
  const regime = chooseRegime(law, act, celex)
  const nomenclatures = buildNomenclatures(law.nomenclatures.map(({ year, rows }) => buildNomenclature(year, rows)))
  const exists = (code: string) => nomenclatures.existedIn(code).length > 0
  const { code } = regime.regime.value
  const known = new Set(
    law.acts.filter(({ value }) => value.regime === code && value.status !== 'pending').map(({ value }) => value.celex),
  )
  return {
    directory,
    law,
    regime,
    meaning: (digits) => {
      if (!/^\d{2,8}$/.test(digits)) return null
      if (exists(digits)) return digits
      const unpadded = digits.replace(/(?:00)+$/, '')
      return unpadded.length >= 2 && exists(unpadded) ? unpadded : digits
    },
    knows: (celex) => known.has(celex),
  }
}

/** The folder of the act a page is from, if law/ has it; law/ is not read for this. */
export function folderOf(celex: string | null): string | null {
  const [, year, number] = /^0(\d{4})[A-Z](\d{4})-/.exec(celex ?? '') ?? []
  return year && number ? `${Number(number)}-${year}` : null
}

function chooseRegime(law: Law, act: string | undefined, celex: string | null): RegimeLaw {
  const names = law.regimes.map(({ folder }) => folder).join(', ')
  if (act !== undefined) {
    const regime = law.regimes.find(({ folder }) => folder === act)
    if (!regime) throw new PageError(`law/ has no act ${act}; it has ${names}`)
    if (celex && basicOf(celex) !== regime.regime.value.act) {
      throw new PageError(`the page is ${celex}, not ${act}: leave --act out, or name the other page`)
    }
    return regime
  }
  if (!celex) throw new PageError(`the piece does not say which act it is from: add --act, one of ${names}`)
  const regime = law.regimes.find(({ regime }) => regime.value.act === basicOf(celex))
  if (!regime) throw new PageError(`the page is ${celex}, an act that law/ does not have; it has ${names}`)
  return regime
}

/** `02014R0833-20260724` → `32014R0833` */
const basicOf = (celex: string): string => `3${celex.slice(1).split('-')[0]}`

export const lawAnnex = ({ regime }: LawSide, annex: string): Annex | undefined =>
  regime.annexes.find(({ declared }) => declared.value.annex === annex)

export const listingsOf = (annex: Annex | undefined): readonly Listing[] =>
  (annex?.listings ?? []).map(({ value }) => value)

/** An annex whose number of rows is not the one law/ pins, for a person to decide on. */
export interface OffPin {
  readonly annex: string
  readonly inPage: number
  /** Null: law/ does not have the annex. */
  readonly pinned: number | null
}

/** The annexes of a page against the pins of annexes.yaml; those only law/ has count when the page is whole. */
export function offPins(page: ConsolidatedPage, { regime }: LawSide): OffPin[] {
  const off: OffPin[] = []
  const seen = new Set<string>()
  for (const { annex, rows, named } of page.annexes) {
    seen.add(annex)
    const declared = regime.annexes.find((one) => one.declared.value.annex === annex)?.declared.value
    const pinned = declared ? declared.rows - (declared.without_code ?? 0) : null
    const inPage = rows.length > 0 ? rows.length : named.length
    if (inPage !== (pinned ?? 0)) off.push({ annex, inPage, pinned })
  }
  if (!page.whole) return off
  for (const { declared } of regime.annexes) {
    const { annex, rows, without_code } = declared.value
    if (!seen.has(annex) && rows > (without_code ?? 0)) off.push({ annex, inPage: 0, pinned: rows })
  }
  return off
}
