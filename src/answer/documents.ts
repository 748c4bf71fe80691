import type { Dataset } from '../dataset/dataset.ts'
import type { Day } from '../terms/day.ts'
import type { Language } from '../terms/language.ts'
import { exemptionsOf, type Match } from './grants.ts'
import type { CnResponse, DerogationAnswer, WinddownAnswer } from './response.ts'

/** Document codes a declarant may need here: those of the measures matched and of the ways out of them. */
export function documentsOf(
  dataset: Dataset,
  matches: readonly Match[],
  winddowns: readonly WinddownAnswer[],
  derogations: readonly DerogationAnswer[],
  day: Day,
  language: Language,
): CnResponse['meta']['documents'] {
  const cited = new Set<string>()
  const cite = (regime: string, article: string) => cited.add(`${regime} ${article}`)
  for (const match of matches) {
    cite(match.entry.regime.data.code, match.entry.article)
    for (const { provision } of exemptionsOf(match, day, language)) cite(match.entry.regime.data.code, provision.ref)
  }
  for (const { regime, article, status } of winddowns) if (status === 'open') cite(regime, article)
  for (const { regime, article } of derogations) cite(regime, article)
  return dataset.documents.flatMap(({ code, regime, articles, text }) => {
    const article = articles.find((one) => cited.has(`${regime} ${one}`))
    // The list these codes come from is older than the law here: all of them are to be reviewed.
    return article ? [{ code, regime, article, text: text[language], data_quality: 'to_review' as const }] : []
  })
}
