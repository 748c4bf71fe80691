import { citationInWords } from '../../terms/citation-words.ts'
import type { RegimeAct } from '../../terms/countries.ts'
import { FINDING_NAMES } from '../../terms/finding-names.ts'
import type { Language } from '../../terms/language.ts'
import { listed } from '../../terms/wording.ts'
import type { CnResponse } from '../response.ts'

type Finding = NonNullable<CnResponse['deal']>['findings'][number]

/** The act and its articles; null for a national duty, whose text names its own act. What was not checked has acts only. */
export function findingPlace(
  { kind, regime, article }: Pick<Finding, 'kind' | 'regime' | 'article'>,
  regimes: readonly RegimeAct[],
  language: Language,
): string | null {
  if (kind === 'not_checked') return listed(article.split('; '), language)
  if (regime === null) return null
  const act = regimes.find(({ code }) => code === regime)?.legal_act
  const articles = article.split('; ').map((one) => citationInWords(one, language))
  return [act && (language === 'pl' ? small(act) : act), listed(articles, language)].filter(Boolean).join(', ')
}

/** Behind other words, an act of a Polish sentence has a small letter. */
const small = (act: string): string => act.replace(/^Rozporządzenie/, 'rozporządzenie')

/** `klauzula w umowie, rozporządzenie Rady (UE) nr 833/2014, art. 12g ust. 1`. */
export const findingHead = (
  finding: Pick<Finding, 'kind' | 'regime' | 'article'>,
  regimes: readonly RegimeAct[],
  language: Language,
): string =>
  [FINDING_NAMES[finding.kind][language], findingPlace(finding, regimes, language)].filter(Boolean).join(', ')
