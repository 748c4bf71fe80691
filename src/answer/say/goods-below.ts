import { type Digits, group, prefixOf } from '../../base/cn-code.ts'
import type { Language, Text } from '../../base/language.ts'
import { type Entry, listsWhole } from '../../law/dataset/dataset.ts'
import { codesOf, type Line, type Nomenclature } from '../../law/tariff/nomenclature.ts'
import { readableName } from '../../law/tariff/nomenclature-names.ts'
import { nameInSentence, small } from './name-sentence.ts'

/** More goods than these would be a list; the tariff tree has them all. */
const MAX_TOLD = 3
const NAME_CHARACTERS = 60
const MORE: Text = { pl: ' i inne', en: ' and others' }
const IN_PART: Text = { pl: ' w części', en: ' in part' }

/**
 * Which goods of a heading or subheading the rows list, in the words of the tariff: `ciągniki gąsienicowe (8701 30)`. A line
 * whose codes are all listed stands for them. Null where the codes asked for have no heading in common, and of a chapter,
 * whose hundreds of lines would only be counted.
 */
export function goodsBelow(
  entries: readonly Entry[],
  asked: readonly Digits[],
  tariff: Nomenclature,
  language: Language,
): string | null {
  const [first] = asked
  if (first === undefined) return null
  const code = asked.length === 1 ? first : prefixOf(first, 4)
  const isNarrow = code.length >= 4 && asked.every((one) => one.startsWith(code))
  const line = isNarrow ? tariff.line(code) : undefined
  const found = line?.children.flatMap((child) => listedLines(child, entries)) ?? []
  if (found.length === 0) return null
  const told = found.slice(0, MAX_TOLD).map((one) => {
    const isInPart = codesOf(one).some((code) => !entries.some((entry) => isWhole(entry, code)))
    return nameInSentence(ownWords(one, language), rangeOf(one) + (isInPart ? IN_PART[language] : ''), NAME_CHARACTERS)
  })
  return told.join(', ') + (found.length > MAX_TOLD ? MORE[language] : '')
}

/** Whether a row lists all goods of a code, whatever they are worth. */
const isWhole = (entry: Entry, code: Digits): boolean =>
  code.startsWith(entry.code) &&
  listsWhole(entry, code) &&
  (entry.limits === 'any' || (entry.limits.length === 0 && entry.condition === null))

function listedLines(line: Line, entries: readonly Entry[]): readonly Line[] {
  const codes = codesOf(line)
  const isListed = (code: Digits) =>
    entries.some((entry) => code.startsWith(entry.code) && !entry.except.some((one) => code.startsWith(one)))
  if (codes.every(isListed)) return [line]
  const below = line.children.flatMap((child) => listedLines(child, entries))
  if (below.length > 0) return below
  return codes.some((code) => entries.some((entry) => entry.code.startsWith(code))) ? [line] : []
}

/** Not those of the lines above it, which the code asked for has in common. */
const ownWords = (line: Line, language: Language): string =>
  small(readableName(line, language).split(' › ').at(-1) ?? '')

/** `8701 30 00`, or of a line without a code `8701 21–8701 29`. */
function rangeOf(line: Line): string {
  const codes = codesOf(line)
  if (codes.length === 1) return group(codes[0]!)
  // Undivided subheadings among others have two zeros more.
  const length = Math.min(...codes.map((code) => code.replace(/00$/, '').length))
  const shown = (code: Digits) => group(prefixOf(code, length < 6 ? 4 : length < 8 ? 6 : 8))
  return `${shown(codes[0]!)}–${shown(codes.at(-1)!)}`
}
