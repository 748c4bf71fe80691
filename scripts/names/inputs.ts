import { readLawAt } from '../../src/law/check.ts'
import { buildNomenclature } from '../../src/law/tariff/nomenclature.ts'
import type { Inputs } from './examples.ts'

/** What is learned from, read from a law whose model may be missing or out of date. */
export function inputsAt(place: string): Inputs {
  const { law } = readLawAt(place)
  const latest = law?.nomenclatures.at(-1)
  if (!law || !latest) throw new Error(`no law can be read at ${place}`)
  return {
    tariff: buildNomenclature(latest.year, latest.rows),
    words: law.words.map(({ value }) => value),
    lexicon: law.lexicon.map(({ value }) => value),
  }
}
