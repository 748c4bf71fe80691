import type { Listing } from '../../law/read/law.ts'
import type { PageAct } from '../page/acts-table.ts'
import type { Mark } from '../page/amendment-mark.ts'
import type { PageAnnex } from '../page/annex.ts'
import type { ConsolidatedPage } from '../page/consolidated-page.ts'
import type { GoodsRow } from '../page/goods-table.ts'
import { daysIn } from './days-in-text.ts'
import { type LawSide, lawAnnex, listingsOf } from './open-law.ts'
import { type Pair, type Pairing, pairRows } from './pair-rows.ts'
import { sameText } from './same-text.ts'

/** What differs between a page and `law/`, annex by annex. */
export interface Comparison {
  /** `833-2014` */
  readonly act: string
  readonly page: string | null
  readonly pinned: string
  /** False for a piece: only the annexes it holds are compared, and what it lacks says nothing. */
  readonly whole: boolean
  readonly annexes: readonly AnnexComparison[]
  /** Acts the page is made of that `law/` does not have worked in. */
  readonly newActs: readonly PageAct[]
  /** Articles with words of such acts: a person must read them again. */
  readonly articles: readonly ArticleToRead[]
  /** Annexes with such words that no row shows: technical lists, codes in running text, headings. */
  readonly annexTexts: readonly { readonly annex: string; readonly marks: readonly Mark[] }[]
}

export interface AnnexComparison {
  readonly annex: string
  /** `new`: law/ has no such annex · `gone`: the page has none · `named`: codes in running text, no table */
  readonly status: 'same' | 'changed' | 'new' | 'gone' | 'named'
  readonly rowsInLaw: number
  readonly rowsInPage: number
  readonly added: readonly GoodsRow[]
  readonly removed: readonly Listing[]
  readonly changed: readonly Pair[]
  /** Rows of law/ that a piece does not hold: it may be cut. Always 0 for a whole page. */
  readonly notInPiece: number
  /** What a person must decide before anything can be written. */
  readonly doubts: readonly string[]
  readonly pairing: Pairing | null
}

export interface ArticleToRead {
  readonly article: string
  readonly marks: readonly { readonly paragraph: string; readonly mark: Mark }[]
  /** Measures of law/ that stand in it. */
  readonly measures: readonly string[]
  /** The page no longer has the article. */
  readonly gone: boolean
}

export function compare(page: ConsolidatedPage, side: LawSide): Comparison {
  const { regime } = side
  const inPage = new Set(page.annexes.map(({ annex }) => annex))
  const annexes = page.annexes.flatMap((annex) => compareAnnex(annex, side, page.whole) ?? [])
  if (page.whole) {
    for (const { declared, listings } of regime.annexes) {
      if (inPage.has(declared.value.annex)) continue
      annexes.push(
        goneAnnex(
          declared.value.annex,
          listings.map(({ value }) => value),
          page,
          side,
        ),
      )
    }
  }
  return {
    act: regime.folder,
    page: page.celex,
    pinned: regime.regime.value.consolidated.celex,
    whole: page.whole,
    annexes,
    newActs: page.acts.filter(({ celex }) => !side.knows(celex)),
    articles: articlesToRead(page, side),
    annexTexts: annexTexts(page, side),
  }
}

/** Rows tell their own changes; an annex that law/ speaks of may have changed in other words. */
function annexTexts(page: ConsolidatedPage, side: LawSide) {
  const spokenOf = new Set([
    ...side.regime.annexes.map(({ declared }) => declared.value.annex),
    ...side.regime.uncoded.flatMap(({ value }) => value.annex ?? []),
    ...side.regime.measures.flatMap(({ value }) => value.annex ?? []),
  ])
  return page.annexes.flatMap(({ annex, marks, rows }) => {
    const ofRows = new Set(rows.map(({ mark }) => mark?.celex))
    const fresh = marks.filter(({ celex }) => celex && !side.knows(celex) && !ofRows.has(celex))
    return spokenOf.has(annex) && fresh.length > 0 ? [{ annex, marks: fresh }] : []
  })
}

function compareAnnex(annex: PageAnnex, side: LawSide, whole: boolean): AnnexComparison | null {
  const declared = lawAnnex(side, annex.annex)
  const listings = listingsOf(declared)
  if (!declared && annex.rows.length === 0) return null
  const same = { annex: annex.annex, rowsInLaw: listings.length, rowsInPage: annex.rows.length, notInPiece: 0 }
  const nothing = { added: [], removed: [], changed: [], pairing: null }
  if (!declared) {
    return { ...same, ...nothing, status: 'new', added: annex.rows, doubts: ['law/ does not have this annex'] }
  }
  if (annex.rows.length === 0) {
    if (listings.every(({ code }) => code === '')) return { ...same, ...nothing, status: 'same', doubts: [] }
    return { ...same, ...nothing, ...compareNamed(annex, listings, side) }
  }
  // Rows an act prints without a code are kept by hand: no table of the page shows them as goods.
  const pairing = pairRows(
    listings.filter(({ code }) => code !== ''),
    annex.rows,
  )
  const doubts = pairing.ambiguous.map(
    ({ code, before, after }) =>
      `${code}: ${before} row(s) of law/ and ${after} of the page cannot be told apart; write them by hand`,
  )
  for (const { row, changes } of pairing.pairs) {
    if (changes.some(({ what }) => what === 'figures')) {
      doubts.push(`${row.printed}: prices, quantities or days beside it changed; write them by hand`)
    }
  }
  for (const row of pairing.added) {
    if (side.meaning(row.digits) === null)
      doubts.push(`${row.printed}: no code of 2, 4, 6 or 8 digits; write it by hand`)
  }
  const changed = pairing.pairs.filter(({ changes }) => changes.length > 0)
  const removed = whole ? pairing.removed : []
  const quiet = pairing.added.length + removed.length + changed.length === 0
  return {
    ...same,
    status: quiet ? 'same' : 'changed',
    added: pairing.added,
    removed,
    changed,
    notInPiece: whole ? 0 : pairing.removed.length,
    doubts,
    pairing,
  }
}

/** Codes named in running text (Annex XXIX): the same codes, and every designation still stands there word for word. */
function compareNamed(annex: PageAnnex, listings: readonly Listing[], side: LawSide) {
  const named = new Set(annex.named.map((code) => side.meaning(code.replace(/\D/g, '')) ?? code))
  const listed = new Set(listings.map(({ code }) => code))
  const doubts = [
    ...[...named]
      .filter((code) => !listed.has(code))
      .map((code) => `names ${code}, which law/ does not list; write it by hand`),
    ...[...listed].filter((code) => !named.has(code)).map((code) => `no longer names ${code}; take it out by hand`),
  ]
  for (const { printed, designation } of listings) {
    if (!contains(annex.text, designation)) doubts.push(`the words of ${printed} changed; compare them by hand`)
  }
  // Each row prints its own first and last day: as often as law/ has a day, it must stand there.
  const days = daysIn(annex.text)
  const known = listings.flatMap(({ from, until }) => [from, until].filter((day) => day !== null))
  for (const day of new Set(known)) {
    const often = (list: readonly string[]) => list.filter((one) => one === day).length
    if (often(days) < often(known)) doubts.push(`${day} no longer stands at every row; compare the days by hand`)
  }
  return { status: doubts.length === 0 ? ('named' as const) : ('changed' as const), doubts }
}

const contains = (text: string, designation: string): boolean => {
  const spaceless = (words: string) => words.replace(/\(\s*\d{1,3}\s*\)|\s+/g, '')
  return spaceless(text).includes(spaceless(designation)) || sameText(text, designation)
}

function goneAnnex(name: string, listings: readonly Listing[], page: ConsolidatedPage, side: LawSide): AnnexComparison {
  const order = side.regime.annexes.map(({ declared }) => declared.value.annex)
  const inPage = page.annexes.map(({ annex }) => annex)
  const before = order.slice(0, order.indexOf(name)).findLast((annex) => inPage.includes(annex)) ?? null
  const next = order.slice(order.indexOf(name) + 1).find((annex) => inPage.includes(annex))
  // A deletion leaves a mark and a dash between its neighbours; without one the page may simply be incomplete.
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
    notInPiece: 0,
    doubts: marked ? [] : ['the annex is missing and no mark of deletion stands in its place: is the page complete?'],
    pairing: null,
  }
}

function articlesToRead(page: ConsolidatedPage, side: LawSide): ArticleToRead[] {
  const measuresOf = (article: string) =>
    side.regime.measures.map(({ value }) => value).filter((measure) => articleOf(measure.article) === article)
  const found: ArticleToRead[] = []
  for (const { article, provisions, inline } of page.articles) {
    const seen = new Set<string>()
    const marks = [...provisions, ...inline].flatMap(({ paragraph, mark }) => {
      const key = `${paragraph} ${mark?.sign}`
      if (!mark?.celex || side.knows(mark.celex) || seen.has(key)) return []
      seen.add(key)
      return [{ paragraph, mark }]
    })
    if (marks.length === 0) continue
    found.push({ article, marks, measures: measuresOf(article).map(({ id }) => id), gone: false })
  }
  if (page.whole) {
    const inPage = new Set(page.articles.map(({ article }) => article))
    for (const article of new Set(side.regime.measures.map(({ value }) => articleOf(value.article)))) {
      if (inPage.has(article)) continue
      found.push({ article, marks: [], measures: measuresOf(article).map(({ id }) => id), gone: true })
    }
  }
  return found
}

/** `3k(1b)` → `3k` */
const articleOf = (cited: string): string => /^\d+[a-z]*/.exec(cited)?.[0] ?? cited

/** Nothing differs that a person or `law apply` would have to do. */
export const isSame = ({ annexes, newActs, articles, annexTexts }: Comparison): boolean =>
  annexes.every(({ status, doubts }) => (status === 'same' || status === 'named') && doubts.length === 0) &&
  newActs.length === 0 &&
  articles.length === 0 &&
  annexTexts.length === 0
