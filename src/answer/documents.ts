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

  const byArticle = index(dataset)
  const needed = new Map<TaricDocument, Set<string>>()
  for (const [regime, articles] of cited) {
    for (const article of articles) {
      for (const document of byArticle.get(`${regime} ${article}`) ?? []) needed.set(document, articles)
    }
  }
  return dataset.documents.flatMap((document) => {
    const articles = needed.get(document)
    return articles ? [answerOf(document, document.articles.find((article) => articles.has(article))!, language)] : []
  })
}

const indexes = new WeakMap<Dataset, Map<string, TaricDocument[]>>()

/** The documents by the regime and article they are for. */
function index(dataset: Dataset): Map<string, TaricDocument[]> {
  const known = indexes.get(dataset)
  if (known) return known
  const made = new Map<string, TaricDocument[]>()
  for (const document of dataset.documents) {
    for (const article of document.articles) {
      const key = `${document.regime} ${article}`
      made.set(key, [...(made.get(key) ?? []), document])
    }
  }
  indexes.set(dataset, made)
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
