import type { Regime } from '../../law/dataset/dataset.ts'
import type { FindingKind } from '../../law/terms/law.ts'
import type { Concern } from '../match/concern.ts'
import type { Match } from '../match/grants.ts'
import type { Route } from '../question/deal.ts'
import type { Asking } from '../question/question.ts'
import type { CnResponse, WinddownAnswer } from '../response/response.ts'
import type { Extent } from '../response/terms.ts'
import type { JudgedGround } from './reaches.ts'

/** What a deal meets with. `matches` are the matches it rests on. */
export interface Finding {
  readonly kind: FindingKind
  readonly regime: string | null
  readonly article: string
  readonly text: string
  readonly documents: readonly string[]
  readonly matches: readonly Match[]
  /** How far the matches reach into what was asked about. */
  readonly extent: Extent
  /** What of the law makes it, for the sentence; null for a national duty. */
  readonly rule: Rule | null
  /** Of the kind `control`: the id of a control that is no sanction. Without it, TARIC hints at goods of a regime. */
  readonly control?: string
  /** The page of an act that the law does not hold. */
  readonly url?: string | null
  /** Documents that no match of the answer explains. */
  readonly explained?: CnResponse['meta']['documents']
  /** A draft of the clause that the contract needs. */
  readonly draft?: string
}

/** A finding that rests on no match. */
export const WITHOUT_MATCHES = { documents: [], matches: [], extent: 'none', rule: null } as const

/** The regime, why it concerns the deal, the provisions with their limits, and the wind-downs that cover the contract. */
export interface Rule {
  readonly regime: Regime
  readonly concern: Concern
  readonly grounds: readonly JudgedGround[]
  readonly covered: readonly WinddownAnswer[]
}

/** What findings depend on besides the matches. */
export interface Circumstance extends Asking {
  readonly route: Route
}
