import type { CnResponse } from '../../answer/response/response.ts'
import { ANSWERS, type Answer } from '../../answer/response/terms.ts'

/** The answers that may stop a script. */
export const FAIL_ON = ['prohibited', 'depends', 'not_checked', 'duties'] as const satisfies readonly Answer[]
export type FailOn = (typeof FAIL_ON)[number]

/**
 * Why a script is to stop: it got an answer that it asked for, or a graver one. A gate that lets a mistyped code through
 * would be worse than none, so that nothing passes unchecked, whatever was asked for; `not_checked` stops for that alone.
 */
export function failureOf({ assessment: { answer } }: CnResponse, failOn: FailOn): 'found' | 'unchecked' | null {
  if (answer === 'not_checked') return 'unchecked'
  return failOn !== 'not_checked' && ANSWERS.indexOf(answer) <= ANSWERS.indexOf(failOn) ? 'found' : null
}
