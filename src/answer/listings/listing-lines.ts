import { group } from '../../base/cn-code.ts'
import { type Day, yearOf } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import type { Dataset, Entry } from '../../law/dataset/dataset.ts'
import { readableName } from '../../law/tariff/nomenclature-names.ts'
import { printLimits } from '../../law/terms/limit.ts'
import { labelOf } from '../shape/texts.ts'
import { type ListingFilter, NO_FILTER } from './listing-filter.ts'
import { listedSince, listingsOn } from './listings-on.ts'

/** An entry that is in force on a day, or possibly so, and what its cells depend on besides. */
interface ListingLine {
  readonly entry: Entry
  readonly force: 'yes' | 'possibly'
  /** Since when it has been listed. */
  readonly since: Entry['validity']
  readonly name: string
  readonly language: Language
}

/** The cell of every column. */
const CELLS: Readonly<Record<string, (line: ListingLine) => string>> = {
  // A ban of all goods of an origin has no code of its own.
  cn_code: ({ entry: { code } }) => (code === '' ? ALL_GOODS : group(code)),
  name: ({ name }) => name,
  regime: ({ entry: { regime } }) => regime.data.code,
  country: ({ entry: { regime } }) => regime.data.country,
  annex: ({ entry: { annex } }) => annex ?? '',
  article: ({ entry: { article } }) => article,
  type: ({ entry: { type } }) => type,
  direction: ({ entry: { flow } }) => flow ?? '',
  role: ({ entry: { role } }) => role,
  measure: ({ entry: { role, title }, language }) => labelOf(role, title)[language],
  condition: ({ entry: { condition }, language }) => condition?.[language] ?? '',
  thresholds: ({ entry: { limits } }) => printLimits(limits),
  partial: ({ entry: { partialBy } }) => String(partialBy !== null),
  partial_by: ({ entry: { partialBy } }) => partialBy ?? '',
  except_codes: ({ entry: { except } }) => except.map(group).join(', '),
  listed_as: ({ entry: { listedAs }, language }) => listedAs?.[language] ?? '',
  in_force: ({ force }) => force,
  valid_from: ({ since }) => since.from ?? '',
  valid_from_basis: ({ since }) => since.basis ?? '',
  valid_to: ({ entry: { validity } }) => validity.to ?? '',
  since_act: ({ since }) => since.sinceAct ?? '',
  until_act: ({ entry: { validity } }) => validity.untilAct ?? '',
  data_quality: ({ entry: { doubts, quality } }) => (doubts.length > 0 ? 'to_review' : quality),
  basis: ({ entry: { basis } }) => basis.kind,
}

export const LISTING_COLUMNS: readonly string[] = Object.keys(CELLS)

/** Stands for a code where a ban covers all goods of an origin. */
export const ALL_GOODS = '*'

/** Listings as lines, in the order of the law. */
export function* listingLines(
  dataset: Dataset,
  day: Day,
  language: Language,
  filter: ListingFilter = NO_FILTER,
): Generator<readonly string[]> {
  const nomenclature = dataset.nomenclatures.of(yearOf(day))
  const nameOf = ({ code, listedAs }: Entry): string => {
    if (code === '') return ''
    const line = dataset.nomenclatures.lastLine(code, nomenclature.year)
    return line ? readableName(line, language) : (listedAs?.[language] ?? '')
  }
  for (const { entry, inForce } of listingsOn(dataset, day, filter)) {
    const line = { entry, force: inForce, since: listedSince(entry), name: nameOf(entry), language }
    yield Object.values(CELLS).map((cell) => cell(line))
  }
}
