import type { NomenclatureRow } from '../../law/tariff/nomenclature.ts'
import { readNomenclature } from '../../law/read/read-rows.ts'
import { Refusal } from './import-error.ts'

const HEADER = 'kind\tcode\tlevel\tunit\tname_pl\tname_en\tsource_pl\tsource_en'

/** Rows as `law/nomenclature/cn-YYYY.tsv`; what the project's own reader would refuse is never handed out. */
export function nomenclatureTable(file: string, rows: readonly NomenclatureRow[]): string {
  const lines = rows.map(({ kind, code, level, unit, name, sourcePl, sourceEn }) =>
    [kind, code, level === null ? '' : String(level), unit, name.pl, name.en, sourcePl, sourceEn].join('\t'),
  )
  const text = `${[HEADER, ...lines].join('\n')}\n`
  const { mistakes } = readNomenclature(file, text)
  if (mistakes.length > 0) throw new Refusal(mistakes)
  return text
}
