import { type Digits, onOnePath, prefixOf } from '../../base/cn-code.ts'

const HEADING = 4

/**
 * The rows of a table by the code of their goods. A row is made when it is first found; `make` gives null for one that counts
 * nowhere.
 */
export function rowsByCode<R extends object>(codes: readonly Digits[], make: (at: number) => R | null) {
  const made: (R | null | undefined)[] = []
  const rowsAt = (places: Iterable<number>): R[] => {
    const rows: R[] = []
    for (const at of places) {
      const row = made[at] === undefined ? make(at) : made[at]
      made[at] = row
      if (row) rows.push(row)
    }
    return rows
  }
  const byPlace = Map.groupBy(codes.keys(), (at) => prefixOf(codes[at]!, HEADING))
  const byChapter = Map.groupBy(codes.keys(), (at) => prefixOf(codes[at]!, 2))
  const rowsOn = (code: Digits): readonly R[] => {
    if (code.length < HEADING) return rowsAt(byChapter.get(code) ?? [])
    const heading = byPlace.get(prefixOf(code, HEADING)) ?? []
    // Rows on a whole chapter stand under its two digits.
    return rowsAt([...(byPlace.get(prefixOf(code, 2)) ?? []), ...heading.filter((at) => onOnePath(codes[at]!, code))])
  }
  /** One question asks for the rows of its code several times in a row. */
  let last: { readonly code: Digits; readonly rows: readonly R[] } | null = null
  return {
    all: (): readonly R[] => rowsAt(codes.keys()),
    /** The rows that concern goods of a code: its own, those above and those below it. */
    on: (code: Digits): readonly R[] => {
      if (last?.code !== code) last = { code, rows: rowsOn(code) }
      return last.rows
    },
  }
}
