import { type Digits, prefixOf } from '../../base/cn-code.ts'
import type { Text } from '../../base/language.ts'

/** A `group` is an indented line without a code, "Of stainless steel". */
export const LINE_KINDS = ['section', 'chapter', 'heading', 'hs6', 'cn8', 'group'] as const
export type LineKind = (typeof LINE_KINDS)[number]

/** One line of the tariff of a year. */
export interface NomenclatureRow {
  readonly kind: LineKind
  readonly code: string
  /** Dashes in front of the text; null for sections and chapters. */
  readonly level: number | null
  readonly unit: string
  readonly name: Text
  readonly sourcePl: string
  readonly sourceEn: string
}

/** What of a row stands in the tree of a year. */
export type TreeRow = Pick<NomenclatureRow, 'kind' | 'code' | 'level' | 'name' | 'sourcePl'>

/** One row of `law/nomenclature/cn.tsv`: a line in the years in which it stands in these words. */
export interface DatedRow extends NomenclatureRow {
  readonly first: number
  /** Null: the newest year of the table. */
  readonly last: number | null
}

/** How many rows of each kind there are. */
export const countByKind = (rows: readonly NomenclatureRow[]) =>
  Object.fromEntries(LINE_KINDS.map((kind) => [kind, rows.filter((row) => row.kind === kind).length]))

/** One line of the tariff in its tree. */
export interface Line {
  readonly kind: LineKind
  /** A section has a Roman number here and a group an empty text: look at `kind` before using it as digits. */
  readonly code: Digits
  readonly level: number | null
  readonly name: Text
  readonly parent: Line | null
  readonly children: readonly Line[]
  /** Position in the tariff of its year, from 0. */
  readonly ord: number
}

export type Nomenclature = Readonly<ReturnType<typeof buildNomenclature>>

type GrowingLine = Omit<Line, 'children'> & { children: readonly Line[] }

/** The children of all lines without any, which are most. */
const NO_CHILDREN: readonly Line[] = Object.freeze([])

/** The Combined Nomenclature of one year. */
export function buildNomenclature(year: number, rows: readonly TreeRow[]) {
  const lines = treeOf(rows)
  const index = indexOf(lines)
  return {
    year,
    /** In the order of the tariff. */
    lines,
    /** The codes of eight digits. */
    leaves: (): Digits[] => lines.filter(({ kind }) => kind === 'cn8').map(({ code }) => code),
    /** Every code in use this year. */
    codes: (): Iterable<Digits> => index.keys(),
    /** The line of a code of 2, 4, 6 or 8 digits, if the tariff prints one. */
    line: (code: Digits): Line | undefined => index.get(code) ?? undefined,
    /** The code is in use this year, printed or derived (`0409` from the undivided `0409 00 00`). */
    exists: (code: Digits): boolean => index.has(code),
  }
}

/** From the chapter down to the line, groups included; a section is its own path. */
export function pathOf(line: Line): readonly Line[] {
  const path = [line]
  for (let above = line.parent; above && above.kind !== 'section'; above = above.parent) path.unshift(above)
  return path
}

/** The code of a line; of a group, which has none, the codes below it. */
export const codesOf = (line: Line): Digits[] => (line.kind === 'group' ? line.children.flatMap(codesOf) : [line.code])

/** The tree follows from the order and the dashes: the parent of a line is the last one with fewer dashes. */
function treeOf(rows: readonly TreeRow[]): readonly Line[] {
  const open: { depth: number; line: GrowingLine }[] = []
  return rows.map((row, ord) => {
    const depth = depthOf(row)
    while (open.length > 0 && open.at(-1)!.depth >= depth) open.pop()
    const parent = open.at(-1)?.line ?? null
    const line: GrowingLine = {
      kind: row.kind,
      code: row.code as Digits,
      level: row.level,
      name: nameOf(row),
      parent,
      children: NO_CHILDREN,
      ord,
    }
    if (parent?.children === NO_CHILDREN) parent.children = [line]
    else (parent?.children as Line[] | undefined)?.push(line)
    open.push({ depth, line })
    return line
  })
}

export function depthOf(row: Pick<NomenclatureRow, 'kind' | 'level'>): number {
  if (row.kind === 'section') return -2
  if (row.kind === 'chapter') return -1
  return row.level ?? 0
}

/** A Polish text that the source cuts off gets an ellipsis, because a cut text can look complete. */
const nameOf = ({ name, sourcePl }: TreeRow): Text =>
  sourcePl === 'cut' ? { pl: `${name.pl.replace(/[\s.,]+$/, '')} …`, en: name.en } : name

/** From a code to its line; null for a code in use that has no line of its own. */
function indexOf(lines: readonly Line[]): Map<Digits, Line | null> {
  const index = new Map<Digits, Line | null>()
  for (const line of lines) if (line.kind !== 'section' && line.kind !== 'group') index.set(line.code, line)
  let subheading = 'none'
  for (const line of lines) {
    // A line with the same subheading as the one before adds no codes.
    if (line.kind !== 'cn8' || line.code.startsWith(subheading)) continue
    subheading = line.code.slice(0, 6)
    for (const length of [2, 4, 6]) {
      const code = prefixOf(line.code, length)
      if (!index.has(code)) index.set(code, standingFor(code, line, index))
    }
  }
  return index
}

/** The line for a code that the tariff does not print, but that is a prefix of the printed code of `below`. */
function standingFor(code: Digits, below: Line, index: ReadonlyMap<Digits, Line | null>): Line | null {
  // Trailing zeros mean that a heading is undivided: 0409 00 00 is all of 0409.
  if (below.code === code.padEnd(8, '0')) return below
  // A heading that the HS leaves whole and only the CN divides: 0205 00 is 0205, with 0205 00 20 and 0205 00 80 below.
  if (code.endsWith('00')) return index.get(prefixOf(code, 4)) ?? null
  // Any line above would mean more goods than the code.
  return null
}
