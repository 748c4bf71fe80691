import { isBan, listsWhole } from '../law/build/dataset.ts'
import { type Line, type Nomenclature, pathOf } from '../law/tariff/nomenclature.ts'
import { ownName } from '../law/tariff/nomenclature-names.ts'
import { type Digits, group, prefixOf } from '../terms/cn-code.ts'
import type { Language } from '../terms/language.ts'
import type { Match } from './grants.ts'
import type { CnResponse } from './response.ts'

type Tree = NonNullable<CnResponse['meta']['tree']>
type Extent = Tree['lines'][number]['listed']

/** The most lines shown beside or below the code; a chapter can have ninety headings. */
const SHOWN = 24

/** The place of a code in the tariff: the lines above it, its siblings within the heading, and its children. */
export function treeOf(
  digits: Digits,
  nomenclature: Nomenclature,
  language: Language,
  listings: (code: Digits) => readonly Match[],
): Tree | undefined {
  const anchor = anchorOf(digits, nomenclature)
  if (!anchor) return undefined
  const { above, around } = surroundings(digits, anchor, nomenclature)
  const shown = window(around, anchor)
  const toAnswer = (line: Line, depth: number) => ({
    code: line.kind === 'group' ? null : group(line.code),
    name: ownName(line, language),
    depth,
    asked: line === nomenclature.line(digits),
    ...extentsOf(line, listings),
  })
  return {
    lines: [...above.map(toAnswer), ...shown.map(({ line, below }) => toAnswer(line, above.length + below))],
    omitted: around.length - shown.length,
  }
}

/** The line of the code, or the nearest above it when some line below begins with the digits. */
function anchorOf(digits: Digits, nomenclature: Nomenclature): Line | undefined {
  const line = nomenclature.line(digits)
  if (line) return line
  for (let length = digits.length - 1; length >= 2; length--) {
    const above = nomenclature.line(prefixOf(digits, length))
    if (above) return beginningWith(digits, above).length > 0 ? above : undefined
  }
  return undefined
}

interface Placed {
  readonly line: Line
  /** Steps below the last line above. */
  readonly below: number
}

function surroundings(digits: Digits, anchor: Line, nomenclature: Nomenclature) {
  const path = pathOf(anchor)
  if (nomenclature.line(digits) !== anchor) {
    return { above: path, around: beginningWith(digits, anchor).map((line) => ({ line, below: 0 })) }
  }
  const children = (below: number): Placed[] => anchor.children.map((line) => ({ line, below }))
  // The siblings of a heading would be a whole chapter. Within a heading they show what the code is not.
  if (anchor.level === null || anchor.kind === 'heading' || path.length <= 2) {
    return { above: path, around: children(0) }
  }
  const siblings = anchor.parent?.children ?? [anchor]
  const around = siblings.flatMap((line) => [{ line, below: 0 }, ...(line === anchor ? children(1) : [])])
  return { above: path.slice(0, -1), around }
}

function beginningWith(digits: Digits, line: Line): Line[] {
  return line.children.flatMap((child) =>
    child.kind !== 'group' && child.code.startsWith(digits) ? [child] : beginningWith(digits, child),
  )
}

/** The part that is shown, with the code in it. */
function window(around: readonly Placed[], anchor: Line): readonly Placed[] {
  const at = around.findIndex(({ line }) => line === anchor)
  const start = Math.max(0, Math.min(at - SHOWN / 2, around.length - SHOWN))
  return around.slice(start, start + SHOWN)
}

/** How much of a line is listed, and how much is banned. */
function extentsOf(line: Line, listings: (code: Digits) => readonly Match[]): { listed: Extent; banned: Extent } {
  if (line.kind === 'group') {
    const parts = line.children.map((child) => extentsOf(child, listings))
    return { listed: together(parts.map(({ listed }) => listed)), banned: together(parts.map(({ banned }) => banned)) }
  }
  const matches = listings(line.code)
  return {
    listed: extentOf(line.code, matches),
    banned: extentOf(
      line.code,
      matches.filter(({ entry }) => isBan(entry.type)),
    ),
  }
}

function extentOf(code: Digits, matches: readonly Match[]): Extent {
  if (matches.length === 0) return null
  const above = matches.filter(({ entry }) => code.startsWith(entry.code))
  if (above.length === 0) return 'below'
  if (above.some(({ entry }) => listsWhole(entry, code))) return 'whole'
  return above.some(({ entry }) => entry.partialBy === 'codes') ? 'below' : 'part'
}

function together(parts: readonly Extent[]): Extent {
  if (parts.every((part) => part === null)) return null
  return parts.every((part) => part === 'whole') ? 'whole' : 'below'
}
