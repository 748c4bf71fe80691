import type { Day } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import type { Dataset, Regime } from '../../law/dataset/dataset.ts'
import type { Route } from '../question/deal.ts'
import type { Charge, Duty } from './model.ts'

/** What a judgement of one way depends on besides the goods. */
export interface Setting {
  readonly dataset: Dataset
  /** The regimes asked about. */
  readonly regimes: readonly Regime[]
  /** Its value is left out: the decision weighs it. */
  readonly route: Route
  /** Every regime of the Union is asked about, and not one alone. */
  readonly isWhole: boolean
  readonly day: Day
  readonly language: Language
  /**
   * What measures prohibit or ask for on this way, by what a judgement can see of their rows. Kept as long as the way, since
   * the goods of the tariff are under some 3,000 such rules on all ways, and each is judged for hundreds of codes.
   */
  readonly rules: Map<string, Charge | Duty | null>
}
