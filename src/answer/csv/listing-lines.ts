import type { Dataset, Entry } from '../../law/build/dataset.ts'
import { firstListing } from '../../law/build/predecessors.ts'
import { inForce } from '../../law/build/validity.ts'
import { readableName } from '../../law/tariff/nomenclature-names.ts'
import { group } from '../../terms/cn-code.ts'
import { type Day, yearOf } from '../../terms/day.ts'
import type { Language } from '../../terms/language.ts'
import { printLimits } from '../../terms/limit.ts'
import { labelOf } from '../texts.ts'

export const LISTING_COLUMNS: readonly string[] = [
  'cn_code',
  'name',
  'regime',
  'country',
  'annex',
  'article',
  'type',
  'direction',
  'role',
  'measure',
  'condition',
  'thresholds',
  'partial',
  'partial_by',
  'except_codes',
  'listed_as',
  'in_force',
  'valid_from',
  'valid_from_basis',
  'valid_to',
  'since_act',
  'until_act',
  'data_quality',
  'basis',
]

const ALL_GOODS = '*'

/** Every listing × measure that is in force on that day, or possibly so, as a line; in the order of the law. */
export function* listingLines(dataset: Dataset, day: Day, language: Language): Generator<readonly string[]> {
  const nomenclature = dataset.nomenclatures.of(yearOf(day))
  const nameOf = ({ code, listedAs }: Entry): string => {
    if (code === '') return ''
    const line = dataset.nomenclatures.lastLine(code, nomenclature.year)
    return line ? readableName(line, language) : (listedAs?.[language] ?? '')
  }
  for (const entry of [...dataset.entries, ...dataset.ended, ...dataset.allGoods].toSorted((a, b) => a.ord - b.ord)) {
    const force = inForce(entry.validity, entry.code, day)
    if (force === 'no') continue
    const { regime, validity } = entry
    const since = entry.code === '' ? validity : firstListing(entry, entry.code).validity
    yield [
      // A ban of all goods of an origin has no code of its own.
      entry.code === '' ? ALL_GOODS : group(entry.code),
      nameOf(entry),
      regime.data.code,
      regime.data.country,
      entry.annex ?? '',
      entry.article,
      entry.type,
      entry.flow ?? '',
      entry.role,
      labelOf(entry.role, entry.title)[language],
      entry.condition?.[language] ?? '',
      printLimits(entry.limits),
      String(entry.partialBy !== null),
      entry.partialBy ?? '',
      entry.except.map(group).join(', '),
      entry.listedAs?.[language] ?? '',
      force,
      since.from ?? '',
      since.basis ?? '',
      validity.to ?? '',
      since.sinceAct ?? '',
      validity.untilAct ?? '',
      entry.doubts.length > 0 ? 'to_review' : entry.quality,
      entry.basis.kind,
    ]
  }
}
