import type { Listing } from '../../law/read/law.ts'
import type { Day } from '../../terms/day.ts'
import { printLimits } from '../../terms/limit.ts'
import type { Mark } from '../page/amendment-mark.ts'
import type { GoodsRow } from '../page/goods-table.ts'
import { readExclusion } from './exclusion.ts'
import type { LawSide } from './open-law.ts'
import type { Pairing } from './pair-rows.ts'
import { partKey } from './same-text.ts'
import { type AnnexLines, editLine, joinTable, type ListingCells, newTable } from './table-lines.ts'

/** What writing a row needs to know beside the row. */
export interface UpdateContext {
  readonly side: LawSide
  readonly actDay: (celex: string) => Day | null
  /** Rows cannot be written until a person has decided this. */
  readonly doubt: (what: string) => void
  /** What the Polish page calls the row; null without one. */
  readonly polish: (row: GoodsRow) => string | null
}

/** The table of an annex as the page has it: lines that say the same keep their bytes, the order is that of the act. */
export function updateTable(
  table: AnnexLines,
  listings: readonly Listing[],
  pairing: Pairing,
  rows: readonly GoodsRow[],
  context: UpdateContext,
): string {
  const lineOf = new Map(listings.map((listing, index) => [listing, table.lines[index]!]))
  const pairOf = new Map(pairing.pairs.map((pair) => [pair.row, pair]))
  const result: (string | ListingCells)[] = []
  /** Rows the act prints without a code stay behind the row they stand behind. */
  const behind = (listing: Listing | null) => {
    const from = listing === null ? 0 : listings.indexOf(listing) + 1
    for (let at = from; listings[at]?.code === ''; at++) result.push(table.lines[at]!)
  }
  behind(null)
  for (const row of rows) {
    const pair = pairOf.get(row)
    const polish = context.polish(row)
    // The official text takes the place of our translation.
    const named: ListingCells = polish === null ? {} : { designation_pl: polish, pl_source: '' }
    if (!pair) {
      result.push({ ...newRow(row, listings, pairing, context), ...named })
      continue
    }
    const line = lineOf.get(pair.listing)!
    const same = pair.changes.length === 0 && (polish === null || isOfficial(pair.listing, polish))
    result.push(same ? line : editLine(table, line, { ...changedCells(pair, listings, context), ...named }))
    behind(pair.listing)
  }
  return joinTable(table, result)
}

const isOfficial = ({ designationPl, plSource }: Listing, polish: string): boolean =>
  designationPl === polish && plSource === ''

/** The table of an annex that law/ did not have. */
export function firstTable(rows: readonly GoodsRow[], context: UpdateContext): string {
  const nothing: Pairing = { pairs: [], added: rows, removed: [], ambiguous: [] }
  return newTable(
    rows.map((row) => ({ ...newRow(row, [], nothing, context), designation_pl: context.polish(row) ?? '' })),
  )
}

function changedCells(
  { listing, row, changes }: Pairing['pairs'][number],
  listings: readonly Listing[],
  context: UpdateContext,
): ListingCells {
  const cells: ListingCells = {}
  for (const { what } of changes) {
    if (what === 'printed' || what === 'ex') {
      cells.printed = row.printed
      cells.code = codeOf(row, context)
      cells.part = row.ex ? 'ex' : listing.part === 'words' ? 'words' : ''
    } else if (what === 'category') cells.category = categoryOf(row, listings)
    else if (what === 'designation') {
      cells.designation = row.description
      // The old Polish words no longer say what the English ones do.
      if (listing.designationPl !== '') Object.assign(cells, { designation_pl: '', pl_source: '' })
      cells.except = exclusionOf(row, codeOf(row, context), context)
      if (valueWords(listing.designation) !== valueWords(row.description)) {
        context.doubt(`annex ${row.annex}, ${row.printed}: its words about values changed; set the limit by hand`)
      }
    } else if (what === 'figures') {
      context.doubt(
        `annex ${row.annex}, ${row.printed}: prices, quantities or days beside it changed; write them by hand`,
      )
    } else Object.assign(cells, markCells(row, row.mark, context))
  }
  const otherGoods = changes.some(({ what }) => what === 'designation' || what === 'ex' || what === 'printed')
  if (!otherGoods) return cells.act === undefined ? cells : { ...cells, ...historyOf(listing, context) }
  // Other words may mean other goods: how long these are listed is not known, and before that they possibly were.
  return {
    ...cells,
    first_act: '',
    at_latest: '',
    ...((cells.mark ?? listing.mark) === 'inserted' && { narrower_before: cells.code ?? listing.code }),
  }
}

function newRow(row: GoodsRow, listings: readonly Listing[], pairing: Pairing, context: UpdateContext): ListingCells {
  const code = codeOf(row, context)
  const { doubt } = context
  const at = `annex ${row.annex}, ${row.printed}`
  if (Object.keys(row.further).length > 0) doubt(`${at}: figures stand beside it; write the row by hand`)
  const beside = pairing.pairs.find(
    (pair) => pair.row.part === row.part && pair.row.under.join('|') === row.under.join('|'),
  )?.listing
  const category = beside?.category ?? categoryOf(row, listings)
  const siblings = listings.filter((listing) => listing.category === category)
  const limits = new Set(siblings.map(({ limits }) => printLimits(limits)))
  if (limits.size > 1) doubt(`${at}: the rows around it have different limits; write the row by hand`)
  if (siblings.length === 0 && valueWords(`${row.part} ${row.description}`) !== '') {
    doubt(`${at}: its part or goods speak of a value; write the row by hand`)
  }
  // The wider row that held these goods before tells how long they are listed; narrower ones are remembered.
  const wider = pairing.removed.find((listing) => listing.code !== code && code.startsWith(listing.code))
  const narrower = pairing.removed.filter((listing) => listing.code !== code && listing.code.startsWith(code))
  return {
    printed: row.printed,
    code,
    part: row.ex ? 'ex' : '',
    except: exclusionOf(row, code, context),
    category,
    under: beside?.under ?? underOf(row, listings, doubt),
    designation: row.description,
    limit: [...limits][0] ?? '',
    ...markCells(row, row.mark, context),
    ...(wider ? historyOf(wider, context) : {}),
    narrower_before: narrower.map((listing) => listing.code).join(' '),
  }
}

function codeOf(row: GoodsRow, { side, doubt }: UpdateContext): string {
  const code = side.meaning(row.digits)
  if (code === null) doubt(`annex ${row.annex}, ${row.printed}: no code of 2, 4, 6 or 8 digits; write the row by hand`)
  return code ?? row.digits
}

function exclusionOf(row: GoodsRow, code: string, { doubt }: UpdateContext): string {
  const except = readExclusion(row.description, code)
  if (except === null) {
    doubt(
      `annex ${row.annex}, ${row.printed}: names codes below its own, and not in plain words; write the row by hand`,
    )
  }
  return (except ?? []).join(' ')
}

/** The part in the words law/ already uses for it. */
function categoryOf(row: GoodsRow, listings: readonly Listing[]): string {
  if (listings.length > 0 && listings.every(({ category }) => category === '')) return ''
  return listings.find(({ category }) => partKey(category) === partKey(row.part))?.category ?? row.part
}

/** A line without a code above the row, when no row of law/ stands under the same: only a new annex takes it as printed. */
function underOf(row: GoodsRow, listings: readonly Listing[], doubt: (what: string) => void): string {
  if (row.under.length > 0 && listings.length > 0) {
    doubt(`annex ${row.annex}, ${row.printed}: stands under "${row.under.join(' ')}"; write the row by hand`)
  }
  return row.under.join(' ')
}

function markCells(row: GoodsRow, mark: Mark | null, { actDay, side, doubt }: UpdateContext): ListingCells {
  const at = `annex ${row.annex}, ${row.printed}`
  if (!mark?.celex) {
    doubt(`${at}: no mark says which act put it there`)
    return {}
  }
  if (!['', 'INSERTED', 'REPLACED'].includes(mark.action)) doubt(`${at}: its mark says ${mark.action}`)
  const corrigendum = mark.sign.startsWith('C')
  if (!corrigendum && !side.knows(mark.celex) && actDay(mark.celex) === null) {
    doubt(`${mark.sign}: the first day of ${mark.celex} is not known; add --in-force ${mark.celex}=YYYY-MM-DD`)
  }
  return { mark: mark.action === 'REPLACED' ? 'replaced' : 'inserted', act: mark.celex }
}

/** A row that an act re-issues is older than that act: what is known of its age is kept. */
function historyOf(old: Listing, { actDay, side }: UpdateContext): ListingCells {
  const first = old.firstAct || (old.mark === 'inserted' ? old.act : '')
  if (first !== '' && actDay(first) !== null) return { first_act: first }
  return { at_latest: old.atLatest ?? actDay(old.act) ?? side.regime.regime.value.consolidated.version }
}

/** What a text says of values, so that a changed threshold is not overlooked. */
const valueWords = (text: string): string =>
  (text.match(/(?:value|price|EUR|USD)\b[^;,]{0,40}?\d[\d ]*|of any value/gi) ?? []).join('; ').toLowerCase()
