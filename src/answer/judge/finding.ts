import type { FindingKind } from '../../law/terms/law.ts'
import type { Match } from '../match/grants.ts'
import type { Route } from '../question/deal.ts'
import type { Asking } from '../question/question.ts'
import type { CnResponse } from '../response/response.ts'

/** What a deal meets with. `matches` are the matches it rests on. */
export interface Finding {
  readonly kind: FindingKind
  readonly regime: string | null
  readonly article: string
  readonly text: string
  readonly documents: readonly string[]
  readonly matches: readonly Match[]
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
export const WITHOUT_MATCHES = { documents: [], matches: [] } as const

/** What findings depend on besides the matches. */
export interface Circumstance extends Asking {
  readonly route: Route
}

/** What questions about one deal have in common, whatever the goods. */
export interface DealFrame {
  readonly route: Route
  /** What no code settles. */
  readonly notChecked: readonly Finding[]
}
