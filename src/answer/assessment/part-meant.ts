import { isRemainder } from '../../law/tariff/nomenclature-names.ts'
import { fold } from '../../terms/fold.ts'

/** Endings differ behind so many letters. */
const STEM = 5

/**
 * Of the goods and levels that a name of the tariff goes through, the part with most of the words that were understood,
 * and of several such the deepest; else the last level that says what the goods are. Goods that a level leaves out are not meant.
 */
export function partMeant(name: string, understood: readonly string[]): string {
  const stems = [...new Set(understood.filter(({ length }) => length >= STEM).map((word) => fold(word).slice(0, STEM)))]
  const levels = name.split('›').map((level) => level.trim())
  const telling = levels.filter((level) => !isRemainder(level))
  let best = { part: (telling.at(-1) ?? levels[0])!, words: 0 }
  for (const level of telling) {
    const [most] = level
      .split(';')
      .map((part) => ({ part: part.trim(), words: stems.filter((stem) => hasStem(part, stem)).length }))
      .toSorted((one, other) => other.words - one.words)
    if (most && most.words > 0 && most.words >= best.words) best = most
  }
  return best.part
}

const hasStem = (part: string, stem: string): boolean => fold(` ${part}`).includes(` ${stem}`)
