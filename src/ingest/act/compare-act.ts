import { addDays, type Day } from '../../base/day.ts'
import { type Annex, type Listing, rowsOf } from '../../law/read/law.ts'
import type { PageAnnex } from '../page/annex.ts'
import type { GoodsRow } from '../page/goods-table.ts'
import { type AnnexComparison, compareAnnex } from '../update/compare.ts'
import { lawAnnex, listingsOf, type OpenLaw, openLaw } from '../update/open-law.ts'
import type { AmendingAct } from './read-act.ts'
import { rowsAfter, type Unplaced } from './rows-after.ts'

/** What an act changes in one regime, annex by annex, against the rows of the day before. */
export interface ActComparison {
  readonly annexes: readonly (AnnexComparison & { readonly page: PageAnnex })[]
  readonly unplaced: readonly Unplaced[]
}

/** Compares an act with law/ as it was before the act: a replaced annex then shows only what differs. */
export function compareAct(act: AmendingAct, law: OpenLaw): ActComparison {
  const changes = act.changes.filter(({ regime }) => regime === law.regime.folder)
  const annexes: ActComparison['annexes'][number][] = []
  const unplaced: Unplaced[] = []
  for (const [annex, ofAnnex] of Map.groupBy(changes, (change) => change.annex)) {
    const before = listingsBefore(act.celex, lawAnnex(law, annex))
    const after = rowsAfter(annex, before, ofAnnex, act.celex, law)
    unplaced.push(...after.unplaced)
    const page = pageAnnex(annex, after.rows)
    const isDeleted = ofAnnex.some(({ extent, operation }) => extent === 'annex' && operation === 'deleted')
    const compared = isDeleted ? goneAnnex(annex, before) : compareAnnex(page, law, true)
    if (compared) annexes.push({ ...compared, page })
  }
  return { annexes, unplaced }
}

/**
 * The rows as they stood before the act, whether or not it was proposed already: without those that were inferred or read
 * from it, and with those that it ended.
 */
function listingsBefore(celex: string, annex: Annex | undefined): readonly Listing[] {
  const ended = annex ? rowsOf(annex, false).filter(({ untilAct }) => untilAct === celex) : []
  const before = listingsOf(annex).flatMap((row) => {
    const isProposed = row.act === celex && (row.basis === 'inferred' || (row.basis === 'act' && row.fromAct === celex))
    return !isProposed ? row : ended.filter(({ code }) => code === row.code)
  })
  for (const row of ended) {
    if (before.includes(row)) continue
    const at = before.findIndex(({ code }) => code > row.code)
    before.splice(at < 0 ? before.length : at, 0, row)
  }
  return before
}

const pageAnnex = (annex: string, rows: readonly GoodsRow[]): PageAnnex => ({
  annex,
  title: '',
  line: 0,
  rows: [...rows],
  otherTables: 0,
  named: [],
  text: '',
  deletions: [],
  marks: [],
})

const goneAnnex = (annex: string, removed: readonly Listing[]): AnnexComparison => ({
  annex,
  status: 'gone',
  rowsInLaw: removed.length,
  rowsInPage: 0,
  added: [],
  removed,
  changed: [],
  confirmed: 0,
  notInPiece: 0,
  conflicts: [],
  pairing: null,
})

/** law/ as it was on a day, for acts that are worked in: rows that came later are left out, those that ended later stand. */
function lawOn(law: OpenLaw, day: Day): OpenLaw {
  const stands = ({ from, until }: Listing) => from <= day && (until === null || until >= day)
  const annexes = law.regime.annexes.map((annex) => ({
    ...annex,
    listings: annex.listings.flatMap((listing) =>
      stands(listing.value) ? [{ ...listing, value: { ...listing.value, untilAct: '' } }] : [],
    ),
  }))
  return { ...law, regime: { ...law.regime, annexes } }
}

/** How many spans of rows an act begins and ends: a partial row with other words ends and begins. */
function spansOf({ annexes }: ActComparison): { readonly begun: number; readonly ended: number } {
  let [begun, ended] = [0, 0]
  for (const { added, removed, changed } of annexes) {
    const others = changed.filter(({ listing, changes }) => {
      const goods = changes.filter(({ what }) => ['printed', 'ex', 'designation'].includes(what))
      const sameCode = goods.every(({ what }) => what === 'designation')
      return goods.length > 0 && !(sameCode && listing.part === '')
    })
    begun += added.length + others.length
    ended += removed.length + others.length
  }
  return { begun, ended }
}

/** How many spans an act begins and ends in each regime, against the day before its first one. */
export function spansByRegime(act: AmendingAct, directory: string) {
  const folders = new Set(act.changes.map(({ regime }) => regime))
  return [...folders].map((folder) => {
    const law = openLaw(directory, folder, null)
    const isWorkedIn = law.acts.some(({ celex, status }) => celex === act.celex && status !== 'pending')
    const before = isWorkedIn && act.inForceFrom ? lawOn(law, addDays(act.inForceFrom, -1)) : law
    return { folder, ...spansOf(compareAct(act, before)) }
  })
}
