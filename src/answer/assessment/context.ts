import type { Regime } from '../../law/build/dataset.ts'
import type { Language } from '../../terms/language.ts'
import type { Direction, Place } from '../../terms/law.ts'

/** Why nothing was checked. */
export type Unchecked = 'name_unknown' | 'code_unknown' | 'before_data'

/** How much is told: the whole sentence, a headline without citations, or one without quotations too. */
export type Style = 'full' | 'brief' | 'briefest'

/** What the sentence depends on besides how far measures reach. */
export interface Context {
  readonly language: Language
  readonly style: Style
  readonly isName: boolean
  /** The goods found are only candidates: too little of the name was understood. */
  readonly isUnsure: boolean
  /** Why nothing was checked; null when something was. */
  readonly unchecked: Unchecked | null
  /** Whether the goods, of a name the best ones, are in any list that was checked, if only for another direction or deal. */
  readonly isListed: boolean
  /** Of a name: whether only goods other than the best ones are in a list, none of them for this question. */
  readonly isOtherListed: boolean
  /** The direction asked about; null for all. */
  readonly direction: Direction | null
  /** Regimes whose data begin after the day asked about. */
  readonly tooEarly: readonly Regime[]
  /** Regimes with acts in force on the day asked about that are not worked in yet, and how many. */
  readonly pending: readonly { readonly regime: Regime; readonly acts: number }[]
  /** Measures without codes that goods of this kind may fall under. */
  readonly uncoded: readonly { readonly country: string; readonly article: string | null }[]
  /** The years whose tariffs the law has, ascending. */
  readonly cnYears: readonly number[]
  /** What measures are aimed at, in words, by country. */
  readonly placeOf: (country: string) => Place
}
