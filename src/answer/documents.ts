import type { Dataset } from '../dataset/dataset.ts'
import type { TaricDocument } from '../dataset/law.ts'
import type { Day } from '../terms/day.ts'
import type { Language } from '../terms/language.ts'
import { exemptionsOf, type Match } from './grants.ts'
import type { CnResponse, DerogationAnswer, WinddownAnswer } from './response.ts'
import { sharedBy } from './shared.ts'

/** Document codes a declarant may need here: those of the measures matched and of the ways out of them. */
export function documentsOf(
  dataset: Dataset,
  matches: readonly Match[],
  winddowns: readonly WinddownAnswer[],
  derogations: readonly DerogationAnswer[],
  day: Day,
  language: Language,
): CnResponse['meta']['documents'] {
  const cited = new Map<string, Set<string>>(dataset.regimes.map(({ data }) => [data.code, new Set()]))
  const cite = (regime: string, article: string) => cited.get(regime)?.add(article)
  for (const match of matches) {
    const { code } = match.entry.regime.data
    cite(code, match.entry.article)
    for (const { provision } of exemptionsOf(match, day, language)) cite(code, provision.ref)
  }
  for (const { regime, article, status } of winddowns) if (status === 'open') cite(regime, article)
  for (const { regime, article } of derogations) cite(regime, article)

  const placed = placesIn(dataset)
  const needed = new Map<Place, ReadonlySet<string>>()
  for (const [regime, articles] of cited) {
    const byArticle = placed.get(regime)
    if (!byArticle) continue
    for (const article of articles) for (const place of byArticle.get(article) ?? []) needed.set(place, articles)
  }
  return [...needed]
    .sort(([one], [other]) => one.rank - other.rank)
    .map(([{ document }, articles]) =>
      answerOf(document, document.articles.find((article) => articles.has(article))!, language),
    )
}

/** A document in the order of the law. */
interface Place {
  readonly rank: number
  readonly document: TaricDocument
}
type Places = ReadonlyMap<string, ReadonlyMap<string, readonly Place[]>>

const places = new WeakMap<Dataset, Places>()

/** The documents by regime, and there by the article they are for. */
function placesIn(dataset: Dataset): Places {
  const known = places.get(dataset)
  if (known) return known
  const made = new Map<string, Map<string, Place[]>>(dataset.regimes.map(({ data }) => [data.code, new Map()]))
  for (const [rank, document] of dataset.documents.entries()) {
    const place = { rank, document }
    const byArticle = made.get(document.regime)
    for (const article of document.articles) byArticle?.set(article, [...(byArticle.get(article) ?? []), place])
  }
  places.set(dataset, made)
  return made
}

type DocumentAnswer = CnResponse['meta']['documents'][number]
const documentsShared = sharedBy<TaricDocument, DocumentAnswer>()

const answerOf = (document: TaricDocument, article: string, language: Language): DocumentAnswer =>
  documentsShared(document, `${language} ${article}`, () => ({
    code: document.code,
    regime: document.regime,
    article,
    text: document.text[language],
    // The list these codes come from is older than the law here: all of them are to be reviewed.
    data_quality: 'to_review',
  }))
