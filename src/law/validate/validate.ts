import { digits } from '../../base/cn-code.ts'
import { LANGUAGES } from '../../base/language.ts'
import type { Law } from '../read/law.ts'
import type { MistakeList } from '../read/mistakes.ts'
import type { Nomenclature } from '../tariff/nomenclature.ts'
import type { Nomenclatures } from '../tariff/nomenclature-years.ts'
import type { Inspection } from './inspection.ts'
import { checkActs, checkDocuments } from './validate-acts.ts'
import { checkAnnexes } from './validate-annexes.ts'
import { checkAsks } from './validate-asks.ts'
import { checkMeasures } from './validate-measures.ts'
import { checkCountries, checkMovements } from './validate-movements.ts'
import { checkNear } from './validate-near.ts'
import { checkTariffYears } from './validate-tariff-years.ts'
import { checkControls, checkWitness } from './validate-witness.ts'

/** Checks what needs more than one file: references, dates, codes. */
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
  checkNear(inspection)
  checkTariffYears(inspection)
  for (const regime of law.regimes) {
    checkAnnexes(inspection, regime)
    checkMeasures(inspection, regime)
    checkMovements(inspection, regime)
    checkAsks(inspection, regime)
  }
}

/** Checks that every code and word exists in the tariff, and that no name has two meanings. */
function checkWords({ law, nomenclatures, mistake }: Inspection): void {
  const latest = nomenclatures.of(nomenclatures.years.at(-1)!)
  for (const code of Object.keys(law.hints?.value.named ?? {}))
    if (!latest.exists(digits(code))) mistake(law.hints!.at('named', code), `${code} is not in the CN`)
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
