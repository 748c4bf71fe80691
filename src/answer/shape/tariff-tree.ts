import { type Digits, group } from '../../base/cn-code.ts'
import type { Language } from '../../base/language.ts'
import { codesOf, type Line, type Nomenclature, pathOf } from '../../law/tariff/nomenclature.ts'
import { ownName } from '../../law/tariff/nomenclature-names.ts'
import { markFor } from '../judge/reaches.ts'
import type { Matching } from '../match/grants.ts'
import type { CnResponse } from '../response/response.ts'

type Tree = NonNullable<CnResponse['meta']['tree']>

/** The most lines shown beside or below the code; a chapter can have ninety headings. */
const SHOWN = 32

/** The place of a code in the tariff: the lines above it, its siblings within the heading, and its children. */
export function treeOf(
  digits: Digits,
  nomenclature: Nomenclature,
  language: Language,
  matching: Matching,
): Tree | undefined {
  const anchor = nomenclature.line(digits)
  if (!anchor) return undefined
  const { above, around } = surroundings(anchor)
  const shown = window(around, anchor)
  const toAnswer = lineAnswer(anchor, nomenclature, language, matching)
  return {
    lines: [...above.map(toAnswer), ...shown.map(({ line, below }) => toAnswer(line, above.length + below))],
    omitted: around.length - shown.length,
  }
}

/** A part of all lines below a code. */
export function linesBelow(
  digits: Digits,
  nomenclature: Nomenclature,
  language: Language,
  matching: Matching,
  offset: number,
): { readonly lines: Tree['lines']; readonly total: number } {
  const anchor = nomenclature.line(digits)
  if (!anchor) return { lines: [], total: 0 }
  const below = childrenOf(anchor, 0)
  const toAnswer = lineAnswer(anchor, nomenclature, language, matching)
  const lines = below.slice(offset, offset + SHOWN).map(({ line, below }) => toAnswer(line, below))
  return { lines, total: below.length }
}

const lineAnswer =
  (anchor: Line, nomenclature: Nomenclature, language: Language, matching: Matching) =>
  (line: Line, depth: number) => ({
    code: line.kind === 'group' ? null : group(line.code),
    name: ownName(line, language),
    depth,
    asked: line === anchor,
    ...markOf(line, nomenclature, matching),
  })

interface Placed {
  readonly line: Line
  /** Steps below the last line above. */
  readonly below: number
}

function surroundings(anchor: Line) {
  const path = pathOf(anchor)
  // The siblings of a heading would be a whole chapter. Within a heading they show what the code is not.
  if (anchor.level === null || anchor.kind === 'heading' || path.length <= 2) {
    return { above: path, around: childrenOf(anchor, 0) }
  }
  const siblings = anchor.parent?.children ?? [anchor]
  const around = siblings.flatMap((line) => [...opened(line, 0), ...(line === anchor ? childrenOf(anchor, 1) : [])])
  return { above: path.slice(0, -1), around }
}

const childrenOf = ({ children }: Line, below: number): Placed[] => children.flatMap((line) => opened(line, below))

/** A line without a code cannot be asked about, so the lines below it stand there too. */
const opened = (line: Line, below: number): Placed[] => [
  { line, below },
  ...(line.kind === 'group' ? line.children.flatMap((child) => opened(child, below + 1)) : []),
]

/** The part that is shown, with the code in it. */
function window(around: readonly Placed[], anchor: Line): readonly Placed[] {
  const at = around.findIndex(({ line }) => line === anchor)
  const start = Math.max(0, Math.min(at - SHOWN / 2, around.length - SHOWN))
  return around.slice(start, start + SHOWN)
}

/** The gravest kind of measure on a line and its extent; a line without a code is judged by the codes below it. */
function markOf(line: Line, nomenclature: Nomenclature, { all, decisive, isInLists }: Matching) {
  const codes = codesOf(line)
  const matches = new Map(codes.flatMap((code) => decisive(all(code)).map((match) => [match.entry, match] as const)))
  return {
    listed: codes.some((code) => isInLists([code], all(code))),
    ...markFor([...matches.values()], codes, nomenclature),
  }
}
