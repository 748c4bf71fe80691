import { isGone, isInAct, type Listing } from '../../law/read/law.ts'
import type { Measure } from '../../law/terms/law.ts'
import type { Mark } from '../page/amendment-mark.ts'
import type { PageAnnex } from '../page/annex.ts'
import type { ConsolidatedPage } from '../page/consolidated-page.ts'
import type { GoodsRow } from '../page/goods-table.ts'
import type { Conflict } from './conflict.ts'
import { daysIn } from './figures.ts'
import { inNamesOf, lawAnnex, listingsOf, type OpenLaw, printedListings } from './open-law.ts'
import { confirmedRows, type Pair, type Pairing, pairRows } from './pair-rows.ts'
import { sameText } from './same-text.ts'

export type Comparison = Readonly<ReturnType<typeof compare>>

export interface AnnexComparison {
  readonly annex: string
  /** `new`: law/ has no such annex · `gone`: the page has none · `named`: codes in running text, no table */
  readonly status: 'same' | 'changed' | 'new' | 'gone' | 'named'
  readonly rowsInLaw: number
  readonly rowsInPage: number
  readonly added: readonly GoodsRow[]
  readonly removed: readonly Listing[]
  readonly changed: readonly Pair[]
  /** Rows that were read in their act before there was a consolidated text, and that the page has just so. */
  readonly confirmed: number
  /** Rows of law/ that a piece does not hold: it may be cut. Always 0 for a whole page. */
  readonly notInPiece: number
  readonly conflicts: readonly Conflict[]
  readonly pairing: Pairing | null
}

export interface ArticleToRead {
  readonly article: string
  readonly marks: readonly { readonly paragraph: string; readonly mark: Mark }[]
  /** Ids of the measures of law/ that cite the article. */
  readonly measures: readonly string[]
  /** The page no longer has the article. */
  readonly gone: boolean
}

/** The differences between a page and `law/`, annex by annex. */
export function compare(given: ConsolidatedPage, law: OpenLaw) {
  const { regime } = law
  const { state } = regime.regime.value
  const page = inNamesOf(law, given)
  const inPage = new Set(page.annexes.map(({ annex }) => annex))
  const annexes = page.annexes.flatMap((annex) => compareAnnex(annex, law, page.whole) ?? [])
  if (page.whole) {
    for (const annex of regime.annexes) {
      const { annex: name } = annex.declared.value
      if (!inPage.has(name) && !isGone(annex)) annexes.push(goneAnnex(name, listingsOf(annex), page, law))
    }
  }
  return {
    /** `833-2014` */
    act: regime.folder,
    page: page.celex,
    pinned: regime.regime.value.consolidated.celex,
    /** Set where the page is older than law/: its text, and the day up to which law/ is current. */
    older: page.version !== null && page.version < state ? { version: page.version, state } : null,
    /** False for a piece: only the annexes it holds are compared, and what it lacks says nothing. */
    whole: page.whole,
    annexes,
    /** Acts in the page's table of acts that are not worked into `law/`. */
    newActs: page.acts.filter(({ celex }) => !law.knows(celex)),
    /** Articles with text of new acts: a person must read them again. */
    articles: articlesToRead(page, law),
    annexTexts: annexTexts(page, law),
  }
}

/**
 * Annexes that law/ mentions, with marks of new acts that no row of goods bears: technical lists, codes in running text,
 * headings.
 */
function annexTexts(page: ConsolidatedPage, law: OpenLaw) {
  const mentioned = new Set([
    ...law.regime.annexes.flatMap((annex) => (isGone(annex) ? [] : annex.declared.value.annex)),
    ...law.regime.uncoded.flatMap(({ value }) => value.annex ?? []),
    ...measuresOf(law).flatMap(({ annex }) => annex ?? []),
  ])
  return page.annexes.flatMap(({ annex, marks, rows }) => {
    const ofRows = new Set(rows.map(({ mark }) => mark?.celex))
    const fresh = marks.filter(({ celex }) => celex && !law.knows(celex) && !ofRows.has(celex))
    return mentioned.has(annex) && fresh.length > 0 ? [{ annex, marks: fresh }] : []
  })
}

export function compareAnnex(annex: PageAnnex, law: OpenLaw, whole: boolean): AnnexComparison | null {
  const declared = lawAnnex(law, annex.annex)
  const listings = listingsOf(declared)
  if ((!declared || isGone(declared)) && annex.rows.length === 0) return null
  const printed = [...printedListings(listings).keys()]
  const counts = { annex: annex.annex, rowsInLaw: printed.length, rowsInPage: annex.rows.length, notInPiece: 0 }
  const nothing = { added: [], removed: [], changed: [], confirmed: 0, pairing: null }
  if (!declared) {
    const isNew: Conflict = { kind: 'new_annex', annex: annex.annex, rows: annex.rows.length }
    const conflicts = [isNew, ...codeConflicts(annex.annex, annex.rows, law)]
    return { ...counts, ...nothing, status: 'new', added: annex.rows, conflicts }
  }
  if (annex.rows.length === 0) {
    if (listings.every(({ code }) => code === '')) return { ...counts, ...nothing, status: 'same', conflicts: [] }
    return { ...counts, ...nothing, ...compareNamed(annex, printed, law) }
  }
  // Rows without a code are maintained by hand: the parser does not read them as goods.
  const pairing = pairRows(
    listings.filter(({ code }) => code !== ''),
    annex.rows,
  )
  const changed = pairing.pairs.filter(({ changes }) => changes.length > 0)
  // An inferred row is not of the text: where the page does not have it, nothing was taken away.
  const removed = whole ? pairing.removed.filter(({ basis }) => basis !== 'inferred') : []
  const unchanged = pairing.added.length + removed.length + changed.length === 0
  return {
    ...counts,
    status: unchanged ? 'same' : 'changed',
    added: pairing.added,
    removed,
    changed,
    confirmed: confirmedRows(pairing).length,
    notInPiece: whole ? 0 : pairing.removed.length,
    conflicts: pairingConflicts(annex.annex, pairing, law),
    pairing,
  }
}

/** Changes for which `law apply` writes the code of the row anew. */
const REWRITES_CODE: readonly string[] = ['printed', 'ex', 'designation']

function pairingConflicts(annex: string, { ambiguous, pairs, added }: Pairing, law: OpenLaw): Conflict[] {
  const changes = (pair: Pair, kinds: readonly string[]) => pair.changes.some(({ what }) => kinds.includes(what))
  const coded = [...pairs.filter((pair) => changes(pair, REWRITES_CODE)).map(({ row }) => row), ...added]
  return [
    ...ambiguous.map((rows): Conflict => ({ kind: 'rows_alike', annex, ...rows })),
    ...pairs
      .filter((pair) => changes(pair, ['figures']))
      .map(({ row }): Conflict => ({ kind: 'figures_changed', annex, row: row.printed })),
    ...pairs
      .filter((pair) => pair.successors.length > 0 && changes(pair, ['printed', 'ex', 'category', 'designation']))
      .map(({ row }): Conflict => ({ kind: 'successors_to_read', annex, row: row.printed })),
    ...codeConflicts(annex, coded, law),
  ]
}

const codeConflicts = (annex: string, rows: readonly GoodsRow[], law: OpenLaw): Conflict[] =>
  rows
    .filter(({ digits }) => law.meaning(digits) === null)
    .map(({ printed }) => ({ kind: 'no_code', annex, row: printed }))

/** Codes named in running text (Annex XXIX): the same codes, and every designation still stands there word for word. */
function compareNamed({ annex, named, text }: PageAnnex, listings: readonly Listing[], law: OpenLaw) {
  const inPage = new Set(named.map((code) => law.meaning(code.replace(/\D/g, '')) ?? code))
  const inLaw = new Set<string>(listings.map(({ code }) => code))
  // Each row prints its own first and last day, so a day stands in the text as often as in law/.
  const printedDays = daysIn(text)
  const knownDays = listings.flatMap(({ from, fromBasis, until }) => [
    ...(fromBasis === 'printed' ? [from] : []),
    ...(until ? [until] : []),
  ])
  const count = (days: readonly string[], day: string) => days.filter((one) => one === day).length
  const conflicts: Conflict[] = [
    ...[...inPage]
      .filter((code) => !inLaw.has(code))
      .map((code): Conflict => ({ kind: 'named_code_added', annex, code })),
    ...[...inLaw]
      .filter((code) => !inPage.has(code))
      .map((code): Conflict => ({ kind: 'named_code_removed', annex, code })),
    ...listings
      .filter(({ designation }) => !contains(text, designation))
      .map(({ printed }): Conflict => ({ kind: 'named_words_changed', annex, row: printed })),
    ...[...new Set(knownDays)]
      .filter((day) => count(printedDays, day) < count(knownDays, day))
      .map((day): Conflict => ({ kind: 'named_day_removed', annex, day })),
  ]
  return { status: conflicts.length === 0 ? ('named' as const) : ('changed' as const), conflicts }
}

const contains = (text: string, designation: string): boolean => {
  const spaceless = (words: string) => words.replace(/\(\s*\d{1,3}\s*\)|\s+/g, '')
  return spaceless(text).includes(spaceless(designation)) || sameText(text, designation)
}

function goneAnnex(name: string, listings: readonly Listing[], page: ConsolidatedPage, law: OpenLaw): AnnexComparison {
  const order = law.regime.annexes.map(({ declared }) => declared.value.annex)
  const inPage = page.annexes.map(({ annex }) => annex)
  const before = order.slice(0, order.indexOf(name)).findLast((annex) => inPage.includes(annex)) ?? null
  const next = order.slice(order.indexOf(name) + 1).find((annex) => inPage.includes(annex))
  // A deleted annex leaves a mark and a dash between its neighbours; without one the page may be incomplete.
  const from = before === null ? -1 : inPage.indexOf(before)
  const to = next === undefined ? inPage.length : inPage.indexOf(next)
  const marked = page.deletedAnnexes.some(({ after }) => {
    const at = after === null ? -1 : inPage.indexOf(after)
    return at >= from && at < to
  })
  return {
    annex: name,
    status: 'gone',
    rowsInLaw: listings.length,
    rowsInPage: 0,
    added: [],
    removed: listings,
    changed: [],
    confirmed: 0,
    notInPiece: 0,
    conflicts: marked ? [] : [{ kind: 'annex_missing', annex: name }],
    pairing: null,
  }
}

function articlesToRead(page: ConsolidatedPage, law: OpenLaw): ArticleToRead[] {
  const measures = measuresOf(law)
  const idsOf = (article: string) =>
    measures.filter((measure) => articleOf(measure.article) === article).map(({ id }) => id)
  const found: ArticleToRead[] = []
  for (const { article, provisions, inline } of page.articles) {
    const seen = new Set<string>()
    const marks = [...provisions, ...inline].flatMap(({ paragraph, mark }) => {
      const key = `${paragraph} ${mark?.sign}`
      if (!mark?.celex || law.knows(mark.celex) || seen.has(key)) return []
      seen.add(key)
      return [{ paragraph, mark }]
    })
    if (marks.length === 0) continue
    found.push({ article, marks, measures: idsOf(article), gone: false })
  }
  if (page.whole) {
    const inPage = new Set(page.articles.map(({ article }) => article))
    for (const article of new Set(measures.map((measure) => articleOf(measure.article)))) {
      if (inPage.has(article)) continue
      found.push({ article, marks: [], measures: idsOf(article), gone: true })
    }
  }
  return found
}

/** The measures that still stand in the act. */
const measuresOf = ({ regime }: OpenLaw): readonly Measure[] =>
  regime.measures.map(({ value }) => value).filter(isInAct)

/** `3k(1b)` → `3k` */
const articleOf = (cited: string): string => /^\d+[a-z]*/.exec(cited)?.[0] ?? cited

export const isSameAnnex = ({ status, conflicts }: AnnexComparison): boolean =>
  (status === 'same' || status === 'named') && conflicts.length === 0

/** Neither a person nor `law apply` would have anything to do. */
export const isSame = ({ annexes, newActs, articles, annexTexts }: Comparison): boolean =>
  annexes.every((annex) => isSameAnnex(annex) && annex.confirmed === 0) &&
  newActs.length === 0 &&
  articles.length === 0 &&
  annexTexts.length === 0
