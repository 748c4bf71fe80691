import { isRemainder } from '../../law/tariff/nomenclature-names.ts'
import { fold } from '../../terms/fold.ts'

/** Endings differ behind so many letters. */
const STEM = 5

/**
 * Of the goods and levels that a name of the tariff goes through, the part with most of the words that were understood,
 * and of several such the deepest; else the first. Goods that a level leaves out are not meant.
 */
export function partMeant(name: string, understood: readonly string[]): string {
  const stems = [...new Set(understood.filter(({ length }) => length >= STEM).map((word) => fold(word).slice(0, STEM)))]
  const levels = name.split('›').map((level) => level.trim())
  let best = { part: (levels[0] ?? '').split(';')[0]!, words: 0 }
  for (const level of levels.filter((level) => !isRemainder(level))) {
    const [most] = level
      .split(';')
      .map((part) => ({ part: part.trim(), words: stems.filter((stem) => hasStem(part, stem)).length }))
      .toSorted((one, other) => other.words - one.words)
    if (most && most.words > 0 && most.words >= best.words) best = most
  }
  return best.part
}

const hasStem = (part: string, stem: string): boolean => fold(` ${part}`).includes(` ${stem}`)
