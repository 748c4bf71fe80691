import type { Digits } from '../../base/cn-code.ts'
import type { Day } from '../../base/day.ts'
import type { Regime } from '../../law/dataset/dataset.ts'
import type { AskedFact, AskOccasion, FindingKind } from '../../law/terms/law-vocabulary.ts'

/** A condition of a provision that only whoever asks can know. */
export interface Asked {
  readonly id: string
  readonly fact: AskedFact
  readonly text: string
  readonly occasion: AskOccasion | null
  /** It is a condition of the measure, and not the description of goods. */
  readonly isOfDeal?: true
}

export type Condition =
  | { readonly kind: 'ask'; readonly ask: Asked }
  /** One item is worth more than this in EUR; with `orLess`, this or less. */
  | { readonly kind: 'value'; readonly above: number; readonly orLess?: true }
  /** The contract was made before the day; of several days, the sources leave open which. */
  | { readonly kind: 'contract'; readonly before: readonly [Day, ...Day[]] }

/** Where something is written. Without a regime of the law, `article` names an act. */
export interface Cited {
  readonly regime: Regime | null
  readonly article: string
  readonly annex: string | null
  /** How it is cited where no regime of the law has it. */
  readonly words?: string
}

/** What is prohibited, in words that stand behind "Prohibited:": `export to Russia`. */
export interface Happening {
  readonly kind: 'import' | 'inputs' | 'purchase' | 'export' | 'transit' | 'dealing'
  readonly country: string
  readonly words: string
  /** The name of the country where `words` say nothing but its name and the direction. */
  readonly place: string | null
}

/** What frees a deal from one ban. Every condition has to be met. */
export interface Lift {
  readonly kind: 'exemption' | 'quota' | 'winddown'
  readonly cited: Cited
  readonly conditions: readonly Condition[]
  readonly text: string
  readonly until: Day | null
}

/** What a public authority may allow. It frees nothing by itself. */
export interface Authorisation {
  readonly cited: Cited
  readonly authority: string
  readonly text: string
  /** The provision itself asks for it beforehand, and prohibits nothing else. */
  readonly isPrior?: true
}

/** What has to be done where nothing is prohibited. */
export interface Duty {
  readonly kind: FindingKind
  readonly cited: Cited
  readonly text: string
  /** In two or three words, for a headline. */
  readonly brief: string
  /** What has to be compared, so that several such duties are said as one. */
  readonly item?: string
  /** Makes the text of a place, so that duties that differ in their place alone are worded as one. */
  readonly at?: { readonly place: string; readonly words: (places: string) => string }
  /** What frees the deal from it. */
  readonly unless?: readonly Lift[]
}

/** The measure of a ban, and why it concerns the deal; of goods that an act only describes, what it describes. */
type Source = { readonly measure: string; readonly reason: string } | { readonly described: string }

/** One ban of one provision that concerns the deal in these goods. */
export interface Charge {
  readonly happening: Happening
  readonly source: Source
  readonly cited: Cited
  /** It holds if all conditions of one of these are met; an empty one is met by all goods. */
  readonly holds: readonly (readonly Condition[])[]
  /** What has to be done while it is not known to hold, where that is improbable; otherwise null. */
  readonly unlikely: Duty | null
  readonly lifts: readonly Lift[]
  readonly authorisations: readonly Authorisation[]
  /** Its first day for these goods; null where that is not known. */
  readonly since: Day | null
  /** What has to be done if it does not hold. */
  readonly otherwise: Duty | null
  /** Goods that the words of its rows leave out, behind "except". */
  readonly leftOut: string | null
  /** It was read in no act. */
  readonly inferred: string | null
  /** It is not certain that it is in force on that day. */
  readonly isUncertain: boolean
}

/** Goods asked for that are under the same provisions. */
export interface Piece {
  readonly codes: readonly Digits[]
  readonly charges: readonly Charge[]
  readonly duties: readonly Duty[]
  /** A name hardly means them: they count only once their heading was chosen. */
  readonly isAside?: true
}

/** Why an answer about a way is not whole. */
export type Gap =
  | { readonly kind: 'before_data'; readonly text: string }
  | { readonly kind: 'not_held'; readonly country: string; readonly text: string }
  | { readonly kind: 'no_code'; readonly text: string }

/** One way that the goods may go. */
export interface Way {
  /** As the parameters of a deal: `origin=BY&destination=EU`. */
  readonly value: string
  readonly text: string
  readonly pieces: readonly Piece[]
  readonly gaps: readonly Gap[]
}

/** Goods to choose from. */
export interface Choice {
  readonly code: Digits
  readonly codes: readonly Digits[]
  readonly text: string
}

/** Everything that decides, made once for a question. */
export interface Judgement {
  /** Why there is nothing to judge; null where there is. */
  readonly unknown: 'name' | 'code' | null
  /** Several where the route is not known. */
  readonly ways: readonly Way[]
  readonly hasRoute: boolean
  readonly choices: readonly Choice[]
  /** The narrower goods to choose from once these were chosen; empty where the tariff does not divide them further. */
  readonly choicesBelow: (code: Digits) => readonly Choice[]
  readonly isName: boolean
  /** The goods are the successors of a code that has left the tariff: the gravest of them answers. */
  readonly gravestOfPieces: boolean
  readonly isListed: boolean
}
