/** More digits would not be exact as a number of JavaScript. */
const MAX_DIGITS = 15

/** A text of digits alone, as a number within the bounds; undefined for anything else. */
export function parseWholeNumber(text: string, least: number, most: number): number | undefined {
  const number = /^\d+$/.test(text) && text.length <= MAX_DIGITS ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : undefined
}
