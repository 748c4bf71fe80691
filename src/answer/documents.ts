import { type Dataset, listsWhole, type Regime } from '../law/build/dataset.ts'
import type { TaricDocument } from '../law/read/law.ts'
import { concerns } from '../terms/citation.ts'
import type { Digits } from '../terms/cn-code.ts'
import type { Day } from '../terms/day.ts'
import type { Language } from '../terms/language.ts'
import type { Direction, Provision } from '../terms/law.ts'
import { STATEMENTS } from '../terms/purpose-names.ts'
import { concernsDirection } from './directions.ts'
import { exemptionsOf, type Match } from './grants.ts'
import { memoizePer, numberOf } from './memoize.ts'
import type { CnResponse, DerogationAnswer, WinddownAnswer } from './response.ts'

/** Document codes that a declarant may need on that day: those of the measures matched and of their grants. */
export function documentsOf(
  dataset: Dataset,
  matches: readonly Match[],
  winddowns: readonly WinddownAnswer[],
  derogations: readonly DerogationAnswer[],
  { asOf, direction, language }: DocumentQuestion,
  asked: readonly Digits[],
): CnResponse['meta']['documents'] {
  const taric = askedInTaric(dataset, asked, direction)
  // Equal lists of grants are the same object, so their numbers say what is cited.
  let variant = `${asOf} ${direction} ${language} ${taric && numberOf(taric)} ${derogations.length === 0 ? 0 : numberOf(derogations)}`
  for (const winddown of winddowns) variant += ` ${numberOf(winddown)}`
  for (const match of matches) {
    const { regime, article } = match.entry
    variant += `\n${regime.data.code} ${article}\t${leavesOut(match)} ${numberOf(exemptionsOf(match))}`
  }
  return memoizedDocuments(dataset, variant, () => {
    /** Of the regimes matched, by code. Grants are those of matches. */
    const cited = new Map<string, Cited>()
    const cite = (regime: string, article: string) => cited.get(regime)?.articles.add(article)
    for (const match of matches) {
      const { regime } = match.entry
      const { code } = regime.data
      if (!cited.has(code)) cited.set(code, { regime, articles: new Set(), leavingOut: new Set() })
      cite(code, match.entry.article)
      if (leavesOut(match)) cited.get(code)!.leavingOut.add(match.entry.article)
      for (const { provision } of exemptionsOf(match)) cite(code, provision.ref)
    }
    for (const { regime, article, status } of winddowns)
      if (status === 'open' || status === 'unknown') cite(regime, article)
    for (const { regime, article, status } of derogations) if (status === 'open') cite(regime, article)
    return documentsFor(dataset, [...cited.values()], { asOf, direction, language }, taric)
  })
}

/** The provisions cited of a regime. */
interface Cited {
  readonly regime: Regime
  readonly articles: Set<string>
  /** Those of them under which goods of the code may not be meant at all. */
  readonly leavingOut: Set<string>
}

/**
 * Whether goods of the code asked for may be outside the measure: by a description, a value, an origin or a route. Where it
 * covers all of them, nobody can state that the goods are not concerned.
 */
function leavesOut({ entry, goods }: Match): boolean {
  const { partialBy, limits, condition, allGoods, direction, movements } = entry
  return (
    (partialBy !== null && !listsWhole(entry, goods)) ||
    (limits !== 'any' && limits.length > 0) ||
    condition !== null ||
    allGoods ||
    direction === 'transit' ||
    movements.some(({ tests }) => tests.includes('processed'))
  )
}

/** A law of today has some hundred sets of citations for all codes of the tariff together. */
const LISTS_AT_MOST = 1_000

/** Equal lists are the same object, so that their text can be memoized. */
const memoizedDocuments = memoizePer<Dataset, DocumentAnswer[]>({ perObject: LISTS_AT_MOST })

/** The documents for the provisions cited of each regime. */
function documentsFor(
  dataset: Dataset,
  cited: readonly Cited[],
  { asOf, direction, language }: DocumentQuestion,
  taric: AskedInTaric | null,
): DocumentAnswer[] {
  const isAsked = ({ regime, code }: TaricDocument) => taric?.has(`${regime} ${code}`) ?? false
  const needed = new Map<RankedDocument, { regime: Regime; articles: Set<string> }>()
  for (const { regime, articles: citedArticles, leavingOut } of cited) {
    for (const article of citedArticles) {
      for (const { ranked, articles } of documentsCiting(dataset, regime, article)) {
        const { document } = ranked
        // A law that does not know TARIC offers it with every listing.
        if (document.purpose === 'not_concerned' && taric && !leavingOut.has(article) && !isAsked(document)) continue
        if (!statesGrant(ranked.document, regime, citedArticles)) continue
        if (!usedOn(ranked.document, asOf) || !concernsDirection(ranked.document, direction)) continue
        const needs = needed.get(ranked) ?? { regime, articles: new Set() }
        needed.set(ranked, needs)
        for (const own of articles) needs.articles.add(own)
      }
    }
  }
  return [...needed]
    .sort(([one], [other]) => one.rank - other.rank)
    .map(([{ document }, { regime, articles }]) =>
      answerOf(
        document,
        regime,
        document.articles.find((article) => articles.has(article))!,
        isAsked(document),
        language,
      ),
    )
}

interface DocumentQuestion {
  readonly asOf: Day
  readonly direction: Direction | null
  readonly language: Language
}

/** Documents of a regime by their codes, as far as it is known what they state; some codes state several things. */
export function explainedDocuments(
  dataset: Dataset,
  regime: Regime,
  codes: ReadonlySet<string>,
  asked: readonly Digits[],
  { asOf, direction, language }: DocumentQuestion,
): DocumentAnswer[] {
  const taric = askedInTaric(dataset, asked, direction)
  return (rankedIn(dataset).get(regime.data.code) ?? []).flatMap(({ document }) => {
    const [article] = document.articles
    if (article === undefined || !codes.has(document.code)) return []
    if (!usedOn(document, asOf) || !concernsDirection(document, direction) || isOver(document, regime, asOf)) return []
    return [answerOf(document, regime, article, taric?.has(`${document.regime} ${document.code}`) ?? false, language)]
  })
}

/** A document that stands for grants of the act is needed only where one of them was cited. */
function statesGrant({ articles }: TaricDocument, regime: Regime, cited: ReadonlySet<string>): boolean {
  const grants = articles.filter((article) => grantRefs(regime).has(article))
  return grants.length === 0 || grants.some((article) => cited.has(article))
}

/** Whether all grants that a document stands for are closed on that day. */
function isOver({ articles }: TaricDocument, { law }: Regime, day: Day): boolean {
  const grants = [...law.exemptions, ...law.derogations, ...law.winddowns].filter(({ ref }) => articles.includes(ref))
  const isOpen = ({ from, until }: Provision) => (from ?? day) <= day && (until === null || day <= until)
  return grants.length > 0 && !grants.some(isOpen)
}

const memoizedRefs = new WeakMap<Regime, ReadonlySet<string>>()

/** Where the act has its exemptions, derogations and wind-downs. */
function grantRefs(regime: Regime): ReadonlySet<string> {
  const known = memoizedRefs.get(regime)
  if (known) return known
  const { exemptions, derogations, winddowns } = regime.law
  const refs = new Set([...exemptions, ...derogations, ...winddowns].map(({ ref }) => ref))
  memoizedRefs.set(regime, refs)
  return refs
}

/** In use on that day as far as the sources show. If a source merely shows the code in use on a day, it may be older. */
const usedOn = ({ from, fromBasis, until }: TaricDocument, day: Day): boolean =>
  (from === null || fromBasis === 'seen' || from <= day) && (until === null || day <= until)

/** A document and its rank in the order of the law. */
interface RankedDocument {
  readonly rank: number
  readonly document: TaricDocument
}

/** A document, and which of its articles concern the provision it was looked up for. */
interface Citing {
  readonly ranked: RankedDocument
  readonly articles: readonly string[]
}

type ByArticle = Map<string, readonly Citing[]>
const byProvision = new WeakMap<Dataset, Map<Regime, ByArticle>>()

/** The documents that concern a provision, memoized per provision. */
function documentsCiting(dataset: Dataset, regime: Regime, article: string): readonly Citing[] {
  const regimes = byProvision.get(dataset) ?? new Map<Regime, ByArticle>()
  byProvision.set(dataset, regimes)
  const articles: ByArticle = regimes.get(regime) ?? new Map()
  regimes.set(regime, articles)
  const found = articles.get(article) ?? citingIn(dataset, regime, article)
  articles.set(article, found)
  return found
}

const citingIn = (dataset: Dataset, { data: { code } }: Regime, article: string): Citing[] =>
  (rankedIn(dataset).get(code) ?? [])
    .map((ranked) => ({ ranked, articles: ranked.document.articles.filter((own) => concerns(own, article)) }))
    .filter(({ articles }) => articles.length > 0)

type ByRegime = ReadonlyMap<string, readonly RankedDocument[]>
const ranks = new WeakMap<Dataset, ByRegime>()

/** One object for each document, so that it is shown once however many provisions it concerns. By the code of its regime. */
function rankedIn(dataset: Dataset): ByRegime {
  const ranked =
    ranks.get(dataset) ??
    Map.groupBy(
      dataset.documents.map((document, rank) => ({ rank, document })),
      ({ document }) => document.regime,
    )
  ranks.set(dataset, ranked)
  return ranked
}

type DocumentAnswer = CnResponse['meta']['documents'][number]
const memoizedDocument = memoizePer<TaricDocument, DocumentAnswer>()

const answerOf = (
  document: TaricDocument,
  regime: Regime,
  article: string,
  asked: boolean,
  language: Language,
): DocumentAnswer =>
  memoizedDocument(document, `${language} ${article} ${asked}`, () => ({
    code: document.code,
    regime: document.regime,
    article,
    text: document.text[language],
    directions: [...document.directions],
    purpose: document.purpose,
    statement: STATEMENTS[document.purpose][language],
    asked_in_taric: asked,
    from: document.from,
    from_basis: document.fromBasis,
    until: document.until,
    // A single source is not enough: a second one must name the code with the same meaning.
    data_quality: document.confidence === 'two_sources' ? regime.data.data_quality : 'to_review',
  }))

/** `EU-RU-833-2014 Y824`: the documents that TARIC was seen to ask for on some codes, by the regime that its measure stands for. */
export type AskedInTaric = ReadonlySet<string>

/** All codes of the tariff have some hundred sets of documents. */
const SETS_AT_MOST = 2_000
const memoizedSets = memoizePer<Dataset, AskedInTaric>({ perObject: SETS_AT_MOST })
/** Every finding of a deal asks for the same codes, and a chapter has a thousand rows of TARIC. */
const ASKED_AT_MOST = 5_000
const memoizedAsked = memoizePer<Dataset, AskedInTaric>({ perObject: ASKED_AT_MOST })

/**
 * What TARIC asks for when goods of these codes are declared, in one direction or in any. Equal sets are the same object, so
 * that what follows from them can be memoized. Null in a law that does not know.
 */
export function askedInTaric(
  dataset: Dataset,
  asked: readonly Digits[],
  direction: Direction | null,
): AskedInTaric | null {
  const { witness } = dataset
  if (!witness) return null
  return memoizedAsked(dataset, `${direction} ${asked}`, () => {
    const found = new Set<string>()
    for (const code of asked) {
      for (const { direction: way, asks } of witness.rowsOn(code)) {
        // Transit has no declaration of its own: goods in transit are exported.
        if (direction !== null && way !== (direction === 'transit' ? 'export' : direction)) continue
        for (const document of asks) found.add(document)
      }
    }
    return memoizedSets(dataset, [...found].toSorted().join(), () => found)
  })
}
