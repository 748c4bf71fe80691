import { fold } from '../../base/fold.ts'
import { isRemainder } from '../../law/tariff/nomenclature-names.ts'

/** Endings differ behind so many letters. */
const STEM = 5

/**
 * Of the goods and levels that a name of the tariff goes through, the part with most of the words that were understood,
 * and of several such the deepest; else the last level that says what the goods are. Goods that a level leaves out are not meant.
 * A part that says nothing alone ("Of cotton") stands behind the goods that it divides.
 */
export function partMeant(name: string, understood: readonly string[]): string {
  const stems = [...new Set(understood.filter(({ length }) => length >= STEM).map((word) => fold(word).slice(0, STEM)))]
  const all = name.split('›').map((level) => level.trim())
  const telling = all.filter((level) => !isRemainder(level))
  const levels = telling.length > 0 ? telling : all.slice(0, 1)
  let best = { part: levels.at(-1)!, at: levels.length - 1, words: 0 }
  for (const [at, level] of levels.entries()) {
    const [most] = level
      .split(';')
      .map((part) => ({ part: part.trim(), at, words: stems.filter((stem) => hasStem(part, stem)).length }))
      .toSorted((one, other) => other.words - one.words)
    if (most && most.words > 0 && most.words >= best.words) best = most
  }
  if (!RELATIVE.test(best.part)) return shortened(best.part)
  const divided = levels.slice(0, best.at).findLast((level) => !RELATIVE.test(level))
  if (divided === undefined) return shortened(best.part)
  return shortened(`${divided.split(';')[0]}: ${best.part.charAt(0).toLowerCase()}${best.part.slice(1)}`)
}

/** Levels that only divide the one above begin with such words. */
const RELATIVE =
  /^(?:of|for|with|without|having|in|not|containing|weighing|from|exceeding|z|ze|o|do|dla|w|bez|na|nie|od|zawierając\S*|niezawierając\S*|przekraczając\S*|nieprzekraczając\S*)(?=\s)/i

/** More than this is cut where goods of an enumeration end. */
const CHARACTERS = 160
const shortened = (part: string): string =>
  part.length <= CHARACTERS ? part : `${part.slice(0, CHARACTERS).replace(/[,;][^,;]*$/, '')} …`

const hasStem = (part: string, stem: string): boolean => fold(` ${part}`).includes(` ${stem}`)
