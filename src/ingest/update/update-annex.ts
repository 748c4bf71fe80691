import type { Listing } from '../../law/read/law.ts'
import type { Day } from '../../terms/day.ts'
import { printLimits } from '../../terms/limit.ts'
import type { Mark } from '../page/amendment-mark.ts'
import { readExclusion } from '../page/exclusion.ts'
import type { GoodsRow } from '../page/goods-table.ts'
import type { Conflict } from './conflict.ts'
import type { OpenLaw } from './open-law.ts'
import type { Pairing } from './pair-rows.ts'
import { partKey } from './same-text.ts'
import { type AnnexLines, editLine, joinTable, type ListingCells, newTable } from './table-lines.ts'

/** What writing rows needs beside the rows. */
export interface TableContext {
  readonly law: OpenLaw
  readonly firstDay: (celex: string) => Day | null
  /** The designation in the Polish page; null without one. */
  readonly polish: (row: GoodsRow) => string | null
}

export interface UpdatedTable {
  readonly text: string
  readonly conflicts: readonly Conflict[]
}

type RowContext = TableContext & { readonly report: (conflict: Conflict) => void }

/** The table of an annex with the rows of the page, in its order; the line of an unchanged row keeps its bytes. */
export function updateTable(
  table: AnnexLines,
  listings: readonly Listing[],
  pairing: Pairing,
  rows: readonly GoodsRow[],
  tableContext: TableContext,
): UpdatedTable {
  const conflicts: Conflict[] = []
  const context: RowContext = { ...tableContext, report: (conflict) => conflicts.push(conflict) }
  const lineOf = new Map(listings.map((listing, index) => [listing, table.lines[index]!]))
  const pairOf = new Map(pairing.pairs.map((pair) => [pair.row, pair]))
  const result: (string | ListingCells)[] = []
  /** Rows without a code, which the page does not show, stay behind the row they stand behind. */
  const keepUncoded = (listing: Listing | null) => {
    const from = listing === null ? 0 : listings.indexOf(listing) + 1
    for (let at = from; listings[at]?.code === ''; at++) result.push(table.lines[at]!)
  }
  keepUncoded(null)
  for (const row of rows) {
    const pair = pairOf.get(row)
    const polish = context.polish(row)
    // The official Polish text replaces our translation.
    const named: ListingCells = polish === null ? {} : { designation_pl: polish, pl_source: '' }
    if (!pair) {
      result.push({ ...newRow(row, listings, pairing, context), ...named })
      continue
    }
    const line = lineOf.get(pair.listing)!
    const same = pair.changes.length === 0 && (polish === null || isOfficial(pair.listing, polish))
    result.push(same ? line : editLine(table, line, { ...changedCells(pair, listings, context), ...named }))
    keepUncoded(pair.listing)
  }
  return { text: joinTable(table, result), conflicts }
}

const isOfficial = ({ designationPl, plSource }: Listing, polish: string): boolean =>
  designationPl === polish && plSource === ''

/** The table of an annex that law/ did not have. */
export function firstTable(rows: readonly GoodsRow[], tableContext: TableContext): UpdatedTable {
  const conflicts: Conflict[] = []
  const context: RowContext = { ...tableContext, report: (conflict) => conflicts.push(conflict) }
  const nothing: Pairing = { pairs: [], added: rows, removed: [], ambiguous: [] }
  const cells = rows.map((row) => ({
    ...newRow(row, [], nothing, context),
    designation_pl: context.polish(row) ?? '',
  }))
  return { text: newTable(cells), conflicts }
}

function changedCells(
  { listing, row, changes }: Pairing['pairs'][number],
  listings: readonly Listing[],
  context: RowContext,
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
        context.report({ kind: 'value_words_changed', annex: row.annex, row: row.printed })
      }
    } else if (what === 'mark') Object.assign(cells, markCells(row, row.mark, context))
    // Changed figures are a conflict that the comparison has reported.
  }
  const otherGoods = changes.some(({ what }) => what === 'designation' || what === 'ex' || what === 'printed')
  if (!otherGoods) return cells.act === undefined ? cells : { ...cells, ...historyOf(listing, context) }
  // Other words may mean other goods: since when these are listed is not known.
  return {
    ...cells,
    first_act: '',
    at_latest: '',
    ...((cells.mark ?? listing.mark) === 'inserted' && { narrower_before: cells.code ?? listing.code }),
  }
}

function newRow(row: GoodsRow, listings: readonly Listing[], pairing: Pairing, context: RowContext): ListingCells {
  const code = codeOf(row, context)
  const report = (kind: 'figures_beside_new_row' | 'siblings_differ_in_limit' | 'value_without_limit') =>
    context.report({ kind, annex: row.annex, row: row.printed })
  if (Object.keys(row.further).length > 0) report('figures_beside_new_row')
  const beside = pairing.pairs.find(
    (pair) => pair.row.part === row.part && pair.row.under.join('|') === row.under.join('|'),
  )?.listing
  const category = beside?.category ?? categoryOf(row, listings)
  const siblings = listings.filter((listing) => listing.category === category)
  const limits = new Set(siblings.map(({ limits }) => printLimits(limits)))
  if (limits.size > 1) report('siblings_differ_in_limit')
  if (siblings.length === 0 && valueWords(`${row.part} ${row.description}`) !== '') report('value_without_limit')
  // A removed row with a wider code held these goods before and tells since when; narrower codes are recorded.
  const wider = pairing.removed.find((listing) => listing.code !== code && code.startsWith(listing.code))
  const narrower = pairing.removed.filter((listing) => listing.code !== code && listing.code.startsWith(code))
  return {
    printed: row.printed,
    code,
    part: row.ex ? 'ex' : '',
    except: exclusionOf(row, code, context),
    category,
    under: beside?.under ?? underOf(row, listings, context),
    designation: row.description,
    limit: [...limits][0] ?? '',
    ...markCells(row, row.mark, context),
    ...(wider ? historyOf(wider, context) : {}),
    narrower_before: narrower.map((listing) => listing.code).join(' '),
  }
}

/** The code as law/ writes it. A printed code that is none is a conflict that the comparison has reported. */
const codeOf = ({ digits }: GoodsRow, { law }: RowContext): string => law.meaning(digits) ?? digits

function exclusionOf(row: GoodsRow, code: string, { report }: RowContext): string {
  const except = readExclusion(row.description, code)
  if (except === null) report({ kind: 'exclusion_in_words', annex: row.annex, row: row.printed })
  return (except ?? []).join(' ')
}

/** The part as law/ already writes it. */
function categoryOf(row: GoodsRow, listings: readonly Listing[]): string {
  if (listings.length > 0 && listings.every(({ category }) => category === '')) return ''
  return listings.find(({ category }) => partKey(category) === partKey(row.part))?.category ?? row.part
}

/** The lines without a code above the row. In an annex that law/ has, a line that no other row stands under is a conflict. */
function underOf(row: GoodsRow, listings: readonly Listing[], { report }: RowContext): string {
  const parent = row.under.join(' ')
  if (parent !== '' && listings.length > 0) {
    report({ kind: 'unknown_parent', annex: row.annex, row: row.printed, parent })
  }
  return parent
}

function markCells({ annex, printed }: GoodsRow, mark: Mark | null, { report }: RowContext): ListingCells {
  if (!mark?.celex) {
    report({ kind: 'no_mark', annex, row: printed })
    return {}
  }
  if (!['', 'INSERTED', 'REPLACED'].includes(mark.action)) {
    report({ kind: 'unknown_action', annex, row: printed, action: mark.action })
  }
  return { mark: mark.action === 'REPLACED' ? 'replaced' : 'inserted', act: mark.celex }
}

/** A row that an act re-issues is older than that act: the act or day that is known for it is kept. */
function historyOf(old: Listing, { firstDay, law }: RowContext): ListingCells {
  const first = old.firstAct || (old.mark === 'inserted' ? old.act : '')
  if (first !== '' && firstDay(first) !== null) return { first_act: first }
  return { at_latest: old.atLatest ?? firstDay(old.act) ?? law.regime.regime.value.consolidated.version }
}

/** The words of a text about values: when they change, a threshold may have changed. */
const valueWords = (text: string): string =>
  (text.match(/(?:value|price|EUR|USD)\b[^;,]{0,40}?\d[\d ]*|of any value/gi) ?? []).join('; ').toLowerCase()
