import { addDays, type Day } from '../../base/day.ts'
import { isCurrent, type Listing } from '../../law/read/law.ts'
import { printedAs } from '../../law/read/read-rows.ts'
import { printLimits } from '../../law/terms/limit.ts'
import type { Mark } from '../page/amendment-mark.ts'
import { readExclusion } from '../page/exclusion.ts'
import type { GoodsRow } from '../page/goods-table.ts'
import type { Conflict } from './conflict.ts'
import type { OpenLaw } from './open-law.ts'
import type { Pairing } from './pair-rows.ts'
import { partKey } from './same-text.ts'
import { cellOf, editLine, joinTable, type ListingCells, lineOf } from './table-lines.ts'

/** An act, and its first day. */
interface DatedAct {
  readonly act: string
  readonly day: Day
}

/** What writing rows needs beside the rows. */
export interface TableContext {
  readonly law: OpenLaw
  readonly firstDay: (celex: string) => Day | null
  /** The designation in the Polish page; null without one. */
  readonly polish: (row: GoodsRow) => string | null
  /** Rows that stay the same take the words of the Polish page, too. */
  readonly polishOfAll: boolean
  /** Whether the page is the first that we read with words of this act. */
  readonly isNew: (celex: string) => boolean
  /** What is written beside rows with new goods: `act` while no consolidated text shows them. */
  readonly basis: '' | 'act'
  /** The act that took rows of an annex away; null where no act is new, so that the rows were a mistake of ours. */
  readonly goneWith: (annex: string) => DatedAct | null
}

type RowContext = TableContext & {
  readonly report: (conflict: Conflict) => void
  readonly end: (listing: Listing, by: DatedAct) => void
}

/**
 * The table of an annex with the rows of the page, in its order, and behind them those of the past; the line of an
 * unchanged row keeps its bytes.
 */
export function updateTable(
  annex: string,
  table: readonly string[],
  all: readonly Listing[],
  pairing: Pairing,
  rows: readonly GoodsRow[],
  tableContext: TableContext,
) {
  const conflicts: Conflict[] = []
  const listings = all.filter(isCurrent)
  const known = new Map(all.map((listing, index) => [listing, table[index]!]))
  const past = all.filter((listing) => !isCurrent(listing)).map((listing) => known.get(listing)!)
  const context: RowContext = {
    ...tableContext,
    report: (conflict) => conflicts.push(conflict),
    end: (listing, by) => addPast(past, endedLine(known.get(listing)!, by)),
  }
  for (const listing of pairing.removed) {
    // An inferred row that the act does not have was never listed.
    if (listing.basis === 'inferred') continue
    const gone = context.goneWith(annex)
    // A row that its own act does not have in the consolidated text was read wrongly in that act.
    if (gone && !(listing.basis === 'act' && listing.fromAct === gone.act)) context.end(listing, gone)
  }
  const pairOf = new Map(pairing.pairs.map((pair) => [pair.row, pair]))
  const result: string[] = []
  /** Rows without a code, which the page does not show, stay behind the row they stand behind. */
  const keepUncoded = (listing: Listing | null) => {
    const from = listing === null ? 0 : listings.indexOf(listing) + 1
    for (let at = from; listings[at]?.code === ''; at++) result.push(known.get(listings[at]!)!)
  }
  keepUncoded(null)
  for (const row of rows) {
    const pair = pairOf.get(row)
    const polish = context.polish(row)
    // The official Polish text replaces our translation.
    const named: ListingCells = polish === null ? {} : { designation_pl: polish, pl_source: '' }
    if (!pair) {
      result.push(lineOf({ ...newRow(row, listings, pairing, context), ...named }))
      continue
    }
    const line = known.get(pair.listing)!
    const confirmed: ListingCells = isConfirmed(pair, context) ? { basis: '' } : {}
    const same =
      pair.changes.length === 0 &&
      confirmed.basis === undefined &&
      (polish === null || !context.polishOfAll || isOfficial(pair.listing, polish))
    // An inferred row has no words, and nothing of it is kept once the act can be read.
    // Nor of a row that was read otherwise in its act.
    const isRead = pair.listing.basis === 'inferred' || (confirmed.basis === '' && !same && pair.changes.length > 0)
    const cells = isRead
      ? newRow(row, listings, pairing, context)
      : { ...confirmed, ...changedCells(pair, listings, context) }
    result.push(isRead ? lineOf({ ...cells, ...named }) : same ? line : editLine(line, { ...cells, ...named }))
    // Codes of today follow the printed one; when more than the act and the Polish words change, a person decides.
    for (const next of pair.successors) {
      result.push(same ? known.get(next)! : editLine(known.get(next)!, { ...cells, ...named }))
    }
    keepUncoded(pair.successors.at(-1) ?? pair.listing)
  }
  // Rows of an act that the page does not have stay inferred.
  for (const listing of pairing.removed) {
    if (listing.basis === 'inferred' && !context.isNew(listing.act)) result.push(known.get(listing)!)
  }
  return { lines: [...result, ...past], conflicts }
}

/** The row was read in its act, and a consolidated text shows it now. */
const isConfirmed = ({ listing }: Pairing['pairs'][number], { basis }: TableContext): boolean =>
  listing.basis === 'act' && basis === ''

/** A line of a row that an act took away or gave other words. */
const endedLine = (line: string, { act, day }: DatedAct): string =>
  editLine(line, { until: addDays(day, -1), until_act: act })

/** Rows of the past stand in the order of their codes. */
function addPast(past: string[], line: string): void {
  const at = past.findIndex((one) => cellOf(one, 'code') > cellOf(line, 'code'))
  past.splice(at < 0 ? past.length : at, 0, line)
}

/** The table of an annex that is gone, with the act that took it away. */
export function endedTable(table: readonly string[], listings: readonly Listing[], by: DatedAct): string {
  const past = table.filter((_, index) => !isCurrent(listings[index]!))
  for (const [index, listing] of listings.entries()) if (isCurrent(listing)) addPast(past, endedLine(table[index]!, by))
  return joinTable(past)
}

const isOfficial = ({ designationPl, plSource }: Listing, polish: string): boolean =>
  designationPl === polish && plSource === ''

/** The table of an annex that law/ did not have. */
export function firstTable(rows: readonly GoodsRow[], tableContext: TableContext) {
  const conflicts: Conflict[] = []
  const context: RowContext = { ...tableContext, report: (conflict) => conflicts.push(conflict), end: () => {} }
  const nothing: Pairing = { pairs: [], added: rows, removed: [], ambiguous: [] }
  const lines = rows.map((row) =>
    lineOf({ ...newRow(row, [], nothing, context), designation_pl: context.polish(row) ?? '' }),
  )
  return { lines, conflicts }
}

function changedCells(
  { listing, row, changes }: Pairing['pairs'][number],
  listings: readonly Listing[],
  context: RowContext,
): ListingCells {
  const cells: ListingCells = {}
  for (const { what } of changes) {
    if (what === 'printed' || what === 'ex') {
      cells.code = codeOf(row, context)
      cells.part = row.ex ? 'ex' : listing.part === 'words' ? 'words' : ''
      cells.printed = unlessUsual(row, cells.code)
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
  if (!otherGoods) return cells
  if (context.basis !== '') cells.basis = context.basis
  const change = cells.act === undefined ? null : newDay(cells.act, context)
  if (change) return { ...cells, ...otherGoodsSince(listing, cells, change, changes, context) }
  // Other words may mean other goods: since when these are listed is not known. Nor is which codes they narrow.
  return { ...cells, ...atLatest(cells.act ?? listing.act, context), narrowed: '' }
}

/** A new act with its first day; null for an act that was worked in before, or whose day is not known. */
function newDay(act: string, { isNew, firstDay }: RowContext): DatedAct | null {
  const day = isNew(act) ? firstDay(act) : null
  return day && { act, day }
}

const since = ({ act, day }: DatedAct): ListingCells => ({ from: day, from_basis: '', from_act: act, first_act: '' })

/** A row that stands there with that act, and may be older. */
function atLatest(act: string, { firstDay, law }: RowContext): ListingCells {
  const { consolidated, state } = law.regime.regime.value
  const from = firstDay(act) ?? consolidated.version ?? state
  return { from, from_basis: 'at_latest', from_act: '', first_act: '' }
}

/** The days of a row that a new act gave another code or other words: the row as it was has ended. */
function otherGoodsSince(
  listing: Listing,
  cells: ListingCells,
  change: DatedAct,
  changes: Pairing['pairs'][number]['changes'],
  context: RowContext,
): ListingCells {
  const isPartial = listing.part !== '' || (cells.part ?? listing.part) !== ''
  const sameCode = changes.every(({ what }) => what !== 'ex' && what !== 'printed')
  // The words of a row that is listed whole decide nothing.
  if (sameCode && !isPartial) return {}
  context.end(listing, change)
  const { fromBasis, fromAct, firstAct } = listing
  const first = sameCode ? firstAct || (fromBasis === '' ? fromAct : '') : ''
  // Whoever reads the new words says which codes they narrow.
  return { ...since(change), first_act: first, narrowed: '' }
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
  // Where some rows of a part have a limit and others have none, it stands in their own words, with its amount.
  const statesNone = limits.has('') && !/\d/.test(row.description)
  if (limits.size > 1 && !statesNone) report('siblings_differ_in_limit')
  if (siblings.length === 0 && valueWords(`${row.part} ${row.description}`) !== '') report('value_without_limit')
  return {
    code,
    part: row.ex ? 'ex' : '',
    except: exclusionOf(row, code, context),
    category,
    under: beside?.under ?? underOf(row, listings, context),
    designation: row.description,
    limit: limits.size === 1 ? [...limits][0]! : '',
    ...daysOf(row.mark, context),
    ...markCells(row, row.mark, context),
    printed: unlessUsual(row, code),
    basis: context.basis,
  }
}

/** law/ had all rows before a new act, so that a row it did not have is as young as the act that printed it. */
function daysOf(mark: Mark | null, context: RowContext): ListingCells {
  const act = mark?.celex ?? ''
  const day = context.isNew(act) || mark?.action !== 'REPLACED' ? context.firstDay(act) : null
  return day ? since({ act, day }) : atLatest(act, context)
}

/** The code as printed, where that is not how acts usually print it. */
const unlessUsual = ({ printed, ex }: GoodsRow, code: string): string =>
  printed === printedAs(ex ? 'ex' : '', code) ? '' : printed

/** The code as law/ writes it. The comparison has reported an invalid one as a conflict. */
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

/** The words of a text about values: when they change, a threshold may have changed. */
const valueWords = (text: string): string =>
  (text.match(/(?:value|price|EUR|USD)\b[^;,]{0,40}?\d[\d ]*|of any value/gi) ?? []).join('; ').toLowerCase()
