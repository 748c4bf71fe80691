import type { CnResponse, CnResult } from '../../answer/response/response.ts'
import type { CnShort } from '../../answer/response/short-response.ts'
import type { Language, Text } from '../../base/language.ts'
import type { Judged, ListResult, Softening } from './schemas.ts'

export type Confidence = NonNullable<CnShort['meta']['name']>['confidence']

type Dated = readonly { readonly until: string | null }[]

/** How much may lift or soften a ban. */
export const softeningOf = (exemptions: Dated, winddowns: Dated, derogations: Dated): Softening => ({
  exemptions: exemptions.length,
  winddowns: winddowns.length,
  derogations: derogations.length,
  nearest_last_day:
    [...exemptions, ...winddowns, ...derogations]
      .flatMap(({ until }) => until ?? [])
      .toSorted()
      .at(0) ?? null,
})

/** Of a line of a list, which says of each match only whether it has exemptions. */
export const softeningOfLine = ({
  matches,
  winddowns,
  derogations,
}: Pick<CnShort, 'matches' | 'winddowns' | 'derogations'>): Softening => ({
  ...softeningOf([], winddowns, derogations),
  exemptions: matches.some(({ has_exemptions }) => has_exemptions) ? null : 0,
})

export const isOpen = ({ status }: { readonly status: string }) => status !== 'expired'

/** Of an answer, as far as its results are shown. */
export const softeningOfAnswer = ({ results, winddowns, derogations }: CnResponse): Softening =>
  softeningOf(exemptionsOf(results), winddowns.filter(isOpen), derogations.filter(isOpen))

type Exemption = { readonly regime: string } & CnResult['exemptions'][number]

/** Each exemption once, although most matches share theirs. */
export function exemptionsOf(results: readonly CnResult[]): Exemption[] {
  const all = new Map<string, Exemption>()
  for (const { regime, exemptions } of results) {
    for (const exemption of exemptions) {
      all.set(`${regime.code} ${exemption.article} ${exemption.text}`, { regime: regime.code, ...exemption })
    }
  }
  return [...all.values()]
}

const COUNTED: readonly (readonly [keyof Softening, Text])[] = [
  ['exemptions', { pl: 'wyjątki', en: 'exemptions' }],
  ['winddowns', { pl: 'okresy przejściowe', en: 'wind-downs' }],
  ['derogations', { pl: 'podstawy zezwoleń', en: 'derogations (permits)' }],
]

/** What may lift or soften a ban and how surely a name was read, since a text alone must not sound flat. */
export function softeningInWords(
  softening: Softening,
  confidence: Confidence | undefined,
  language: Language,
): string[] {
  const { nearest_last_day: nearest } = softening
  const counts = COUNTED.filter(([name]) => softening[name] !== 0).map(([name, words]) =>
    softening[name] === null ? words[language] : `${words[language]}: ${softening[name]}`,
  )
  if (counts.length > 0 && nearest !== null)
    counts.push(`${{ pl: 'najbliższy dzień końcowy', en: 'nearest last day' }[language]}: ${nearest}`)
  const head = { pl: 'Zakaz może uchylać lub łagodzić', en: 'What may lift or soften it' }[language]
  return [
    ...(counts.length > 0 ? [`${head}: ${counts.join(', ')}.`] : []),
    ...(confidence
      ? [
          { pl: `Odczytano z nazwy; pewność: ${confidence}.`, en: `Read from a name; confidence: ${confidence}.` }[
            language
          ],
        ]
      : []),
  ]
}

/** What is judged of an answer, in short. */
export const judged = (
  { verdict, has_prohibition, assessment }: Pick<CnResponse, 'verdict' | 'has_prohibition' | 'assessment'>,
  softened_by: Softening,
  uncoded: Judged['uncoded'],
): Judged => {
  const { checked, answer, sentence, extent } = assessment
  return { verdict, has_prohibition, assessment: { checked, answer, sentence, extent }, softened_by, uncoded }
}

export const judgedInWords = (
  { assessment, softened_by, uncoded }: Judged,
  confidence: Confidence | undefined,
  language: Language,
): string[] => [
  assessment.sentence,
  ...softeningInWords(softened_by, confidence, language),
  ...uncoded.map(({ what }) => what),
]

/** What every text ends with. */
export const closing = ({
  warnings,
  disclaimer,
  dataset,
  as_of,
}: Pick<ListResult, 'warnings' | 'disclaimer' | 'dataset' | 'as_of'>): string[] => [
  ...warnings,
  disclaimer,
  `${dataset}, ${as_of}`,
]
