import type { Digits } from '../../base/cn-code.ts'
import type { Day } from '../../base/day.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { Language } from '../../base/language.ts'
import { type Dataset, listsWhole, type Regime } from '../../law/dataset/dataset.ts'
import { isInAct } from '../../law/read/law.ts'
import type { TaricDocument } from '../../law/read/read-taric.ts'
import { concerns } from '../../law/terms/citation.ts'
import type { Direction, Provision } from '../../law/terms/law.ts'
import { STATEMENTS } from '../../law/terms/purpose-names.ts'
import { exemptionsOf, type Match } from '../match/grants.ts'
import { concernsDirection } from '../question/directions.ts'
import type { Asking, Question } from '../question/question.ts'
import type { CnResponse, DerogationAnswer, WinddownAnswer } from '../response/response.ts'

/** Document codes that a declarant may need on that day: those of the measures matched and of their grants. */
export function documentsOf(
  matches: readonly Match[],
  winddowns: readonly WinddownAnswer[],
  derogations: readonly DerogationAnswer[],
  { dataset, question, taric }: Pick<Asking, 'dataset' | 'taric'> & { readonly question: DocumentQuestion },
): CnResponse['meta']['documents'] {
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
  const isAsked = ({ inTaric }: RankedDocument) => taric?.has(inTaric) ?? false
  const needed = new Map<RankedDocument, { regime: Regime; articles: Set<string> }>()
  for (const { regime, articles: citedArticles, leavingOut } of cited.values()) {
    const documents = rankedIn(dataset).get(regime.data.code) ?? []
    for (const article of citedArticles) {
      for (const { ranked, articles } of documentsCiting(documents, article)) {
        const { document } = ranked
        // A law that does not know TARIC offers it with every listing.
        if (document.purpose === 'not_concerned' && taric && !leavingOut.has(article) && !isAsked(ranked)) continue
        if (!statesGrant(ranked, citedArticles)) continue
        if (!usedOn(document, question.asOf) || !concernsDirection(document, question.direction)) continue
        const needs = needed.get(ranked) ?? { regime, articles: new Set() }
        needed.set(ranked, needs)
        for (const own of articles) needs.articles.add(own)
      }
    }
  }
  return [...needed]
    .sort(([one], [other]) => one.rank - other.rank)
    .map(([ranked, { regime, articles }]) => {
      const article = ranked.document.articles.find((one) => articles.has(one))!
      return answerOf(ranked.document, regime, article, isAsked(ranked), question.language)
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
  const { partialBy, leftOut, limits, condition, allGoods, direction, movements } = entry
  return (
    (partialBy !== null && !listsWhole(entry, goods)) ||
    leftOut !== null ||
    (limits !== 'any' && limits.length > 0) ||
    condition !== null ||
    allGoods ||
    direction === 'transit' ||
    movements.some(({ tests }) => tests.includes('processed'))
  )
}

type DocumentQuestion = Pick<Question, 'asOf' | 'direction' | 'language'>

/** Documents of a regime by their codes, as far as it is known what they state; some codes state several things. */
export function explainedDocuments(
  dataset: Dataset,
  regime: Regime,
  codes: ReadonlySet<string>,
  asked: readonly Digits[],
  { asOf, direction, language }: DocumentQuestion,
): DocumentAnswer[] {
  const taric = askedInTaric(dataset, asked, direction)
  return (rankedIn(dataset).get(regime.data.code) ?? []).flatMap(({ document, inTaric }) => {
    const [article] = document.articles
    if (article === undefined || !codes.has(document.code)) return []
    if (!usedOn(document, asOf) || !concernsDirection(document, direction) || isOver(document, regime, asOf)) return []
    return [answerOf(document, regime, article, taric?.has(inTaric) ?? false, language)]
  })
}

/** A document that stands for grants of the act is needed only where one of them was cited. */
const statesGrant = ({ grants }: RankedDocument, cited: ReadonlySet<string>): boolean =>
  grants.length === 0 || grants.some((article) => cited.has(article))

/** Whether all grants that a document stands for are closed on that day. */
function isOver({ articles }: TaricDocument, { law }: Regime, day: Day): boolean {
  const grants = law.grants.filter((grant) => isInAct(grant) && articles.includes(grant.ref))
  const isOpen = ({ from, until }: Provision) => (from ?? day) <= day && (until === null || day <= until)
  return grants.length > 0 && !grants.some(isOpen)
}

/** In use on that day as far as the sources show. If a source merely shows the code in use on a day, it may be older. */
const usedOn = ({ from, fromBasis, until }: TaricDocument, day: Day): boolean =>
  (from === null || fromBasis === 'seen' || from <= day) && (until === null || day <= until)

/** A document and its rank in the order of the law. */
interface RankedDocument {
  readonly rank: number
  readonly document: TaricDocument
  /** As `Asking['taric']` names it. */
  readonly inTaric: string
  /** Those of its articles that are exemptions, derogations or wind-downs of the act. */
  readonly grants: readonly string[]
}

/** A document, and which of its articles concern the provision it was looked up for. */
interface Citing {
  readonly ranked: RankedDocument
  readonly articles: readonly string[]
}

/** The documents of a regime that concern a provision, filled in as provisions are asked for: a law has some hundred. */
const byProvision = derivedOnce((_: readonly RankedDocument[]) => new Map<string, readonly Citing[]>())

function documentsCiting(documents: readonly RankedDocument[], article: string): readonly Citing[] {
  const provisions = byProvision(documents)
  const known = provisions.get(article)
  if (known) return known
  const citing = documents
    .map((ranked) => ({ ranked, articles: ranked.document.articles.filter((own) => concerns(own, article)) }))
    .filter(({ articles }) => articles.length > 0)
  provisions.set(article, citing)
  return citing
}

/** One object for each document, so that it is shown once however many provisions it concerns. By the code of its regime. */
const rankedIn = derivedOnce(({ documents, regimes }: Dataset): ReadonlyMap<string, readonly RankedDocument[]> => {
  const refs = new Map(
    regimes.map(({ data: { code }, law: { grants } }) => [code, new Set(grants.filter(isInAct).map(({ ref }) => ref))]),
  )
  const ranked = documents.map((document, rank): RankedDocument => {
    const { regime, code, articles } = document
    const grants = articles.filter((article) => refs.get(regime)?.has(article))
    return { rank, document, inTaric: `${regime} ${code}`, grants }
  })
  return Map.groupBy(ranked, ({ document }) => document.regime)
})

export type DocumentAnswer = CnResponse['meta']['documents'][number]

const answerOf = (
  document: TaricDocument,
  regime: Regime,
  article: string,
  asked: boolean,
  language: Language,
): DocumentAnswer => ({
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
})

/**
 * What TARIC asks for when goods of these codes are declared, in one direction or in any. A chapter has a thousand rows, so it
 * is worked out once for a question and passed on.
 */
export function askedInTaric(
  { witness }: Dataset,
  asked: readonly Digits[],
  direction: Direction | null,
): Asking['taric'] {
  if (!witness) return null
  const found = new Set<string>()
  for (const code of asked) {
    for (const { direction: way, asks } of witness.rowsOn(code)) {
      // Transit has no declaration of its own: goods in transit are exported.
      if (direction !== null && way !== (direction === 'transit' ? 'export' : direction)) continue
      for (const document of asks) found.add(document)
    }
  }
  return found
}
