import type { Language } from '../../base/language.ts'
import type { Decision, Known } from '../decide/model.ts'
import type { Judgement } from '../judge/model.ts'
import type { About } from './about.ts'

/** What headline, reason, questions and steps are worded from. */
export interface Said {
  readonly decision: Decision
  readonly about: About
  readonly judgement: Judgement
  readonly known: Known
  readonly language: Language
  readonly hasRoute: boolean
  readonly isName: boolean
  /** The goods that a name means, where they are settled: their name and their code. */
  readonly goods: readonly [name: string, code: string] | null
  /** Why nothing was checked, the fullest wording first. */
  readonly why: readonly string[]
  /** The regime that was asked about alone, as a number: `267/2012`. */
  readonly onlyRegime: string | null
  /** What the regimes that were checked are aimed at. */
  readonly checkedPlaces: readonly string[]
  /** Acts that are in force and not worked in, by what they are about. */
  readonly pending: readonly { readonly place: string; readonly acts: number }[]
}
