import type { Language } from '../../base/language.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { FINDING_NAMES } from '../../law/terms/finding-names.ts'
import { STATEMENTS } from '../../law/terms/purpose-names.ts'
import type { CitedRegime } from '../../law/terms/regime-name.ts'
import { listed } from '../../law/terms/wording.ts'
import type { CnResponse } from '../response/response.ts'

type Finding = NonNullable<CnResponse['deal']>['findings'][number]
type Placed = Pick<Finding, 'kind' | 'regime' | 'article' | 'control'>

/** Whether a finding is a control that is no sanction. */
export const isOtherControl = ({ control }: Pick<Finding, 'control'>): boolean => control !== undefined

/**
 * The act and its articles; null for a national duty, whose text names its own act. What was not checked, and a control that is
 * no sanction, has acts only.
 */
export function findingPlace(
  { kind, regime, article, control }: Placed,
  regimes: readonly CitedRegime[],
  language: Language,
): string | null {
  if (kind === 'not_checked' || control !== undefined) return listed(article.split('; '), language)
  if (regime === null) return null
  const act = regimes.find(({ code }) => code === regime)?.legal_act
  const articles = article
    .split('; ')
    .filter(Boolean)
    .map((one) => citationInWords(one, language))
  return [act && (language === 'pl' ? small(act) : act), listed(articles, language)].filter(Boolean).join(', ')
}

/** Behind other words, an act of a Polish sentence has a small letter. */
const small = (act: string): string => act.replace(/^Rozporządzenie/, 'rozporządzenie')

/** What a document states, as answers explain it. */
type Explained = Pick<CnResponse['meta']['documents'][number], 'code' | 'regime' | 'purpose'>

/** The documents of a finding as statements to choose from: `Y746 – goods outside the description`. */
export const documentStatements = (
  { regime, control, documents }: Pick<Finding, 'regime' | 'control' | 'documents'>,
  explained: readonly Explained[],
  language: Language,
): string[] =>
  documents.map((code) => {
    // Without a regime of the law, every document of that code is one of the finding.
    const of = control ?? regime
    const purposes = explained
      .filter((one) => one.code === code && (of === null || one.regime === of))
      .map(({ purpose }) => purpose)
    const statements = new Set(purposes.map((purpose) => STATEMENTS[purpose][language]))
    return statements.size > 0 ? `${code} – ${[...statements].join(' / ')}` : code
  })

/** The same in a line: `Y746 – goods outside the description · X844 – authorised`. */
export const documentChoices = (...about: Parameters<typeof documentStatements>): string =>
  documentStatements(...about).join(' · ')

/** The documents of a control, by what they state: `Y901 – goods outside the description · X060, X061 – authorised`. */
export const controlDocuments = (documents: readonly Omit<Explained, 'regime'>[], language: Language): string =>
  [...Map.groupBy(documents, ({ purpose }) => STATEMENTS[purpose][language])]
    .map(([statement, same]) => `${same.map(({ code }) => code).join(', ')} – ${statement}`)
    .join(' · ')

/** `klauzula w umowie, rozporządzenie Rady (UE) nr 833/2014, art. 12g ust. 1`. */
export const findingHead = (finding: Placed, regimes: readonly CitedRegime[], language: Language): string =>
  [FINDING_NAMES[finding.kind][language], findingPlace(finding, regimes, language)].filter(Boolean).join(', ')
