import type { Listing } from '../../law/read/law.ts'
import type { Mark } from '../page/amendment-mark.ts'
import type { GoodsRow } from '../page/goods-table.ts'
import { type OpenLaw, printedListings } from '../update/open-law.ts'
import { partKey, sameText } from '../update/same-text.ts'
import type { AnnexChange } from './findings.ts'
import type { NamedCode } from './instruction.ts'

/** Why what an act does to an annex cannot be worked out; a person writes these rows. */
export interface Unplaced {
  readonly annex: string
  readonly what: string
}

/**
 * The rows of an annex as they stand after an act, in the form in which a consolidated text prints them, so that they can be
 * compared with law/ like those of a page.
 */
export function rowsAfter(
  annex: string,
  before: readonly Listing[],
  changes: readonly AnnexChange[],
  act: string,
  law: OpenLaw,
): { readonly rows: readonly GoodsRow[]; readonly unplaced: readonly Unplaced[] } {
  const unplaced: Unplaced[] = []
  const refuse = (what: string) => unplaced.push({ annex, what })
  let rows = printed(annex, before)
  for (const change of changes) {
    const news = change.rows.map((row) => ({
      ...row,
      annex,
      description: outerMarks(row.description),
      mark: markOf(act, change),
    }))
    const find = finderOf(rows, law)
    if (change.extent === 'annex') rows = change.operation === 'deleted' ? [] : news
    else if (change.operation === 'deleted') {
      const gone = [...change.rows.map(find.row), ...change.codes.map(find.code)]
      rows = withoutThese(rows, gone, refuse)
    } else if (change.operation === 'replaced' && change.extent === 'rows') {
      const gone = [...change.instead.map(find.row), ...change.codes.map(find.code)]
      const at = gone.flatMap((one) => (typeof one === 'string' ? [] : rows.indexOf(one)))
      const part = rows[at[0] ?? -1]?.part ?? ''
      const rest = withoutThese(rows, gone, refuse)
      rows = at.length === 0 ? rest : rest.toSpliced(Math.min(...at), 0, ...news.map((row) => ({ ...row, part })))
    } else if (change.operation === 'replaced') rows = withPart(rows, news, change, refuse)
    else rows = change.extent === 'part' ? [...rows, ...news] : news.reduce(insert, rows)
  }
  return { rows, unplaced }
}

/** Text that quotes stands in other marks while it is quoted itself. */
const outerMarks = (text: string): string => text.replaceAll('“', '‘').replaceAll('”', '’')

const markOf = (celex: string, { operation }: AnnexChange): Mark => ({
  sign: 'M',
  celex,
  action: operation === 'replaced' ? 'REPLACED' : 'INSERTED',
})

/** The rows of law/ as a page prints them. */
function printed(annex: string, listings: readonly Listing[]): GoodsRow[] {
  const coded = listings.filter(({ code }) => code !== '')
  return [...printedListings(coded).keys()].map((listing) => ({
    annex,
    part: listing.category,
    printed: listing.printed,
    digits: listing.successorOf || listing.code,
    ex: listing.part === 'ex',
    description: listing.designation,
    mark: listing.act === '' ? null : { sign: 'M', celex: listing.act, action: listing.mark.toUpperCase() },
    under: listing.under === '' ? [] : [listing.under],
    further: {},
    footnotes: [],
    line: 0,
    row: 0,
  }))
}

/** Finds the row that an act means by a row or code that it prints; a text says why there is none. */
function finderOf(rows: readonly GoodsRow[], law: OpenLaw) {
  const meaning = (digits: string) => law.meaning(digits) ?? digits
  const sameCode = ({ digits, ex }: NamedCode) =>
    rows.filter((row) => meaning(row.digits) === meaning(digits) && row.ex === ex)
  const only = (found: readonly GoodsRow[], name: string): GoodsRow | string => {
    const [first] = found
    if (first === undefined) return `${name} is not listed`
    return found.length === 1 ? first : `${found.length} rows of ${name} cannot be told apart`
  }
  return {
    row: (row: GoodsRow) => {
      const same = sameCode(row)
      const worded = same.filter(({ description }) => sameText(description, row.description))
      return only(worded.length === 1 ? worded : same, row.printed)
    },
    code: (code: NamedCode) => only(sameCode(code), `${code.ex ? 'ex ' : ''}${code.digits}`),
  }
}

function withoutThese(
  rows: readonly GoodsRow[],
  gone: readonly (GoodsRow | string)[],
  refuse: (what: string) => void,
): GoodsRow[] {
  for (const one of gone) if (typeof one === 'string') refuse(one)
  return rows.filter((row) => !gone.includes(row))
}

/** The new rows in the place of the part that they replace. */
function withPart(
  rows: readonly GoodsRow[],
  news: readonly GoodsRow[],
  { instruction }: AnnexChange,
  refuse: (what: string) => void,
): GoodsRow[] {
  const parts = [...new Set(rows.map(({ part }) => part))]
  const named = new Map([...new Set(news.map(({ part }) => part))].map((part) => [part, partMeant(part, parts)]))
  const unknown = [...named].find(([, part]) => part === null)
  if (unknown) {
    refuse(`the part "${unknown[0]}" is not one of law/`)
    return [...rows]
  }
  const placed = news.map((row) => ({ ...row, part: named.get(row.part) ?? row.part }))
  const [, letter] = /\bPart ([A-Z])\b(?!.*\b(?:tables?|sections?|categor\w+)\b)/i.exec(instruction) ?? []
  const isReplaced = ({ part }: GoodsRow) =>
    [...named.values()].includes(part) || (letter !== undefined && new RegExp(`^${letter}(?:/|$)`).test(part))
  const at = rows.findIndex(isReplaced)
  return rows.filter((row) => !isReplaced(row)).toSpliced(at, 0, ...placed)
}

/** The part of law/ that an act means by a heading; its tables are printed without the part that they stand in. */
function partMeant(printedPart: string, parts: readonly string[]): string | null {
  const key = partKey(printedPart)
  const candidates = [
    parts.filter((part) => partKey(part) === key),
    parts.filter((part) => partKey(part).endsWith(` ${key}`)),
    parts.filter((part) => numberOf(part) !== null && numberOf(part) === numberOf(printedPart)),
  ]
  const fitting = candidates.find((found) => found.length > 0)
  return fitting?.length === 1 ? fitting[0]! : null
}

/** `B/3 Photographic cameras` and `3. Photographic cameras` → `3` */
const numberOf = (part: string): string | null => /^(?:[a-z] )?(\d+)\b/.exec(partKey(part))?.[1] ?? null

/** A row that is inserted stands behind the last one with a smaller code; the consolidated text may place it otherwise. */
function insert(rows: readonly GoodsRow[], row: GoodsRow): GoodsRow[] {
  const key = partKey(row.part)
  const samePart = (other: GoodsRow) => key === '' || partKey(other.part) === key
  const at = rows.findLastIndex((other) => samePart(other) && other.digits <= row.digits)
  const beside = rows[at]
  const placed = row.part === '' && beside ? { ...row, part: beside.part } : row
  return rows.toSpliced(at + 1, 0, placed)
}
