import { listsAreKnown } from '../../answer/assessment/mark-words.ts'
import type { CnResponse } from '../../answer/response.ts'
import type { Language } from '../../terms/language.ts'

export const FAIL_ON = ['restricted', 'prohibition', 'unchecked'] as const
export type FailOn = (typeof FAIL_ON)[number]

/**
 * Why a script is to stop: what it asked for was found, or could not have been found. A gate that lets a mistyped code
 * through would be worse than none, so that nothing passes unchecked, whatever was asked for.
 */
export function failureOf(response: CnResponse, failOn: FailOn): 'found' | 'unchecked' | null {
  const isFound = {
    restricted: response.verdict === 'restricted',
    prohibition: response.has_prohibition,
    unchecked: false,
  }
  if (isFound[failOn]) return 'found'
  return listsAreKnown(response) ? null : 'unchecked'
}

/** Why an answer does not count as checked. */
export function uncheckedInWords({ assessment, scope }: CnResponse, language: Language): string {
  if (!assessment.checked) return assessment.sentence
  const begin = scope.regimes
    .filter(({ complete_from }) => complete_from > scope.as_of)
    .map(({ code, complete_from }) => `${code}: ${complete_from}`)
    .join(', ')
  return {
    pl: `Nie sprawdzono w całości: dzień ${scope.as_of} jest wcześniejszy niż nasze dane (${begin}).`,
    en: `Not checked completely: the day ${scope.as_of} is before our data (${begin}).`,
  }[language]
}
