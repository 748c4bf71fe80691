import { digits } from '../../terms/cn-code.ts'
import { LANGUAGES } from '../../terms/language.ts'
import type { Law } from '../read/law.ts'
import type { MistakeList } from '../read/mistakes.ts'
import type { Nomenclature } from '../tariff/nomenclature.ts'
import type { Nomenclatures } from '../tariff/nomenclature-years.ts'
import type { Inspection } from './inspection.ts'
import { checkActs, checkDocuments, isOfOtherAct } from './validate-acts.ts'
import { checkAnnexes } from './validate-annexes.ts'
import { checkEnded } from './validate-ended.ts'
import { checkMeasures } from './validate-measures.ts'
import { checkCountries, checkMovements } from './validate-movements.ts'
import { checkControls, checkWitness } from './validate-witness.ts'

/** Checks what needs more than one file: references, dates, codes, counts. */
export function validate(law: Law, nomenclatures: Nomenclatures, mistakes: MistakeList): void {
  const inspection: Inspection = {
    law,
    nomenclatures,
    acts: new Map(law.acts.map(({ value }) => [value.celex, value])),
    mistake: (place, what) => mistakes.add({ ...place, what }),
  }
  checkActs(inspection)
  checkDocuments(inspection)
  checkWitness(inspection)
  checkControls(inspection)
  checkWords(inspection)
  checkCountries(inspection)
  for (const regime of law.regimes) {
    checkAnnexes(inspection, regime)
    checkMeasures(inspection, regime)
    checkEnded(inspection, regime)
    checkMovements(inspection, regime)
  }
  checkCounts(inspection)
}

/** Checks that every code and word exists in the tariff, and that no name has two meanings. */
function checkWords({ law, nomenclatures, mistake }: Inspection): void {
  const latest = nomenclatures.of(nomenclatures.years.at(-1)!)
  for (const language of LANGUAGES) {
    const seen = new Set<string>()
    for (const { value, at } of law.words) {
      value[language].forEach((term, index) => {
        const name = term.toLowerCase()
        if (seen.has(name)) mistake(at(language, index), `"${term}" stands twice among the ${language} words`)
        seen.add(name)
      })
    }
  }
  const missing = missingFrom(latest, new Set(law.meanings.flatMap(({ value }) => value.tariff)))
  for (const { value, at } of law.meanings) {
    value.tariff.forEach((word, index) => {
      if (missing.has(word)) mistake(at('tariff', index), `"${word}" is no word of the CN of ${latest.year}`)
    })
  }
  for (const { value, at } of law.words) {
    value.codes.forEach((code, index) => {
      if (!latest.exists(digits(code))) mistake(at('codes', index), `${code} is not in the CN of ${latest.year}`)
    })
  }
}

/** The words that do not occur in the tariff. It is read only until all were found. */
function missingFrom({ lines }: Nomenclature, words: Set<string>): Set<string> {
  for (const { name } of lines) {
    if (words.size === 0) break
    for (const text of [name.pl, name.en]) {
      for (const word of text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? []) words.delete(word)
    }
  }
  return words
}

function checkCounts({ law, mistake }: Inspection): void {
  const pinned = (path: readonly string[], counted: number) => {
    const value = path.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], law.counts)
    if (value !== counted) mistake(law.countsAt(...path), `${path.join(' ')}: ${counted} in law/, pinned ${value}`)
  }
  pinned(['acts'], law.acts.length)
  pinned(['documents'], law.documents.length)
  // A regime that could not be read is reported in its own files, not at everything that names it.
  if (law.regimes.length === Object.keys(law.counts.regimes).length) {
    pinned(['documents_of_other_acts'], law.documents.filter(({ value }) => isOfOtherAct(law, value)).length)
  }
  pinned(['words'], law.words.length)
  pinned(['meanings'], law.meanings.length)
  for (const { year, rows } of law.nomenclatures) {
    for (const kind of ['section', 'chapter', 'heading', 'hs6', 'cn8', 'group']) {
      pinned(['nomenclature', String(year), kind], rows.filter((row) => row.kind === kind).length)
    }
  }
  for (const year of Object.keys(law.counts.nomenclature)) {
    if (!law.nomenclatures.some((nomenclature) => String(nomenclature.year) === year))
      mistake(law.countsAt('nomenclature', year), `nomenclature ${year} is pinned, but has no file`)
  }
  for (const { folder, annexes, measures, exemptions, derogations, winddowns, ended } of law.regimes) {
    const references = (kind: 'exemptions' | 'derogations' | 'winddowns') =>
      measures.reduce((sum, { value }) => sum + (value[kind]?.length ?? 0), 0)
    const counted = {
      annexes: annexes.length,
      rows: annexes.reduce((sum, { listings }) => sum + listings.length, 0),
      measures: measures.length,
      exemptions: exemptions.length,
      derogations: derogations.length,
      winddowns: winddowns.length,
      exemption_references: references('exemptions'),
      derogation_references: references('derogations'),
      winddown_references: references('winddowns'),
    }
    for (const [name, count] of Object.entries(counted)) pinned(['regimes', folder, name], count)
    const endedRows = ended.annexes.reduce((sum, { listings }) => sum + listings.length, 0)
    const provisions = [ended.measures, ended.exemptions, ended.derogations, ended.winddowns]
    // A law from before there was a history pins neither.
    if (endedRows === 0 && law.counts.regimes[folder]?.ended_rows === undefined) continue
    pinned(['regimes', folder, 'ended_rows'], endedRows)
    pinned(
      ['regimes', folder, 'ended_provisions'],
      provisions.reduce((sum, list) => sum + list.length, 0),
    )
  }
}
