import type { Listing } from '../../law/read/law.ts'
import { printLimits } from '../../law/terms/limit.ts'
import type { GoodsRow } from '../page/goods-table.ts'
import { otherFigures } from './figures.ts'
import { printedListings } from './open-law.ts'
import { partKey, sameText } from './same-text.ts'

/** A difference between a row of the page and its listing in law/. */
interface Change {
  readonly what: 'printed' | 'ex' | 'category' | 'designation' | 'figures' | 'mark'
  readonly before: string
  readonly after: string
}

export interface Pair {
  readonly listing: Listing
  /** The listings that law/ adds to it for codes of today. */
  readonly successors: readonly Listing[]
  readonly row: GoodsRow
  readonly changes: readonly Change[]
}

export interface Pairing {
  /** Rows with their listings, changed or not, in the order of the page. */
  readonly pairs: readonly Pair[]
  readonly added: readonly GoodsRow[]
  readonly removed: readonly Listing[]
  /** Codes with several rows and listings left, of which nothing tells which belong together. */
  readonly ambiguous: readonly { readonly code: string; readonly before: number; readonly after: number }[]
}

/** The rows that were read in their act, and stand in the page just so. */
export const confirmedRows = ({ pairs }: Pairing): readonly Pair[] =>
  pairs.filter(({ listing, changes }) => listing.basis === 'act' && changes.length === 0)

/** Pairs the listings and the rows of one annex by their codes, without ever guessing. */
export function pairRows(listings: readonly Listing[], rows: readonly GoodsRow[]): Pairing {
  const keepsParts = listings.some(({ category }) => category !== '')
  const printed = printedListings(listings)
  // A TARIC code of ten digits is listed as a part of its CN code.
  const codeOf = ({ digits }: GoodsRow) => unpadded(digits.length === 10 ? digits.slice(0, 8) : digits)
  const samePart = (listing: Listing, row: GoodsRow) => !keepsParts || partsOf(row).includes(partKey(listing.category))
  const sameGoods = (listing: Listing, row: GoodsRow) => sameText(listing.designation, row.description, row.footnotes)
  const partner = new Map<GoodsRow, Listing>()
  const left = new Map<string, Listing[]>()
  for (const listing of printed.keys()) {
    const code = keyOf(listing)
    left.set(code, [...(left.get(code) ?? []), listing])
  }
  const take = (row: GoodsRow, fits: (listing: Listing) => boolean): void => {
    const waiting = left.get(codeOf(row)) ?? []
    const at = waiting.findIndex(fits)
    if (at < 0 || partner.has(row)) return
    partner.set(row, waiting[at]!)
    waiting.splice(at, 1)
  }
  // From the surest pairing to the least sure: nothing differs; only `ex` or the printing; only the part or the goods.
  for (const row of rows) take(row, (l) => sameGoods(l, row) && samePart(l, row) && (l.part === 'ex') === isPart(row))
  for (const row of rows) take(row, (l) => sameGoods(l, row) && samePart(l, row))
  const ambiguous: { code: string; before: number; after: number }[] = []
  for (const code of new Set(rows.filter((row) => !partner.has(row)).map(codeOf))) {
    const waiting = left.get(code) ?? []
    const open = rows.filter((row) => !partner.has(row) && codeOf(row) === code)
    if (waiting.length === 0) continue
    if (waiting.length === 1 && open.length === 1) {
      take(open[0]!, () => true)
      continue
    }
    for (const row of open) {
      const fitting = waiting.filter((listing) => sameGoods(listing, row) || samePart(listing, row))
      const rivals = open.filter((other) => fitting.some((l) => sameGoods(l, other) || samePart(l, other)))
      if (fitting.length === 1 && rivals.length === 1) take(row, (listing) => listing === fitting[0])
    }
    const after = open.filter((row) => !partner.has(row)).length
    const before = left.get(code)!.length
    if (before > 0 && after > 0) ambiguous.push({ code, before, after })
  }
  return {
    pairs: rows.flatMap((row) => {
      const listing = partner.get(row)
      if (!listing) return []
      return [
        { listing, successors: printed.get(listing)!, row, changes: changesOf(listing, row, samePart(listing, row)) },
      ]
    }),
    added: rows.filter((row) => !partner.has(row)),
    removed: [...printed].flatMap(([listing, successors]) =>
      left.get(keyOf(listing))!.includes(listing) ? [listing, ...successors] : [],
    ),
    ambiguous,
  }
}

/** The names that law/ may use for the part of a row: its headings, the lines without a code above it, or both. */
const partsOf = ({ part, under }: GoodsRow): readonly string[] => [
  partKey(part),
  partKey(under.join(' ')),
  partKey(`${part} ${under.join(' ')}`),
  ...under.map(partKey),
]

function changesOf(listing: Listing, row: GoodsRow, samePart: boolean): Change[] {
  const changes: Change[] = []
  const ex = listing.part === 'ex'
  const digits = row.digits.length === 10 ? row.digits.slice(0, 8) : digitsIn(row.printed)
  if (ex !== isPart(row)) changes.push({ what: 'ex', before: ex ? 'ex' : '', after: isPart(row) ? 'ex' : '' })
  else if (digitsIn(listing.printed) !== digits) {
    changes.push({ what: 'printed', before: listing.printed, after: row.printed })
  }
  if (!samePart) changes.push({ what: 'category', before: listing.category, after: row.part })
  if (!sameText(listing.designation, row.description, row.footnotes)) {
    changes.push({ what: 'designation', before: listing.designation, after: row.description })
  }
  const figures = otherFigures(listing, row.further)
  if (figures !== null) changes.push({ what: 'figures', before: printFigures(listing), after: figures })
  const before = `${listing.act}:${listing.mark.toUpperCase()}`
  // The mark of the basic act names no action: law/ knows whether its rows are as old as the act or older.
  const action = row.mark?.action || (row.mark?.celex === listing.act ? listing.mark.toUpperCase() : 'INSERTED')
  const after = row.mark?.celex ? `${row.mark.celex}:${action}` : before
  if (before !== after) changes.push({ what: 'mark', before, after })
  return changes
}

const printFigures = ({ limits, from, fromBasis, until }: Listing): string =>
  [printLimits(limits), fromBasis === 'printed' && `from ${from}`, until && `until ${until}`].filter(Boolean).join(', ')

/** `9026 00 00` and `9026` are paired as one code; that the printing differs is a change of its own. */
const unpadded = (digits: string): string => (digits.includes('-') ? digits : digits.replace(/(?:00)+$/, ''))

/** The code that pairs a listing with its row: a range has no code of its own. */
const keyOf = ({ code, successorOf }: Listing): string => unpadded(successorOf || code)

const isPart = ({ ex, digits }: GoodsRow): boolean => ex || digits.length === 10

const digitsIn = (printed: string): string => printed.replace(/\D/g, '')
