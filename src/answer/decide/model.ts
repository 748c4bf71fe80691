import type { Day } from '../../base/day.ts'
import type { Asked, Charge, Condition, Duty, Judgement, Lift, Piece, Way } from '../judge/model.ts'
import { ANSWERS, type Answer, type Fact } from '../response/terms.ts'

export const gravestOf = (answers: readonly Answer[]): Answer => ANSWERS.find((one) => answers.includes(one)) ?? 'none'

/** None of the goods offered. */
export const NONE_OF_THEM = 'none'

export type Choices = Pick<Judgement, 'choices' | 'choicesBelow'>

/** What whoever asks has told. */
export interface Known {
  readonly value: number | null
  readonly contractDate: Day | null
  /** By the id of the question. */
  readonly facts: ReadonlyMap<string, string>
}

/** One object, so that rulings on what is known of most deals are made once. */
const NOTHING: Known = { value: null, contractDate: null, facts: new Map() }

export const knownOf = (value: string | null, contractDate: Day | null, facts: Known['facts']): Known =>
  value === null && contractDate === null && facts.size === 0
    ? NOTHING
    : { value: value === null ? null : Number(value), contractDate, facts }

export interface Question {
  readonly id: string
  readonly fact: Fact
  /** Goods have their name as `text`. */
  readonly answers: readonly { readonly value: string; readonly leadsTo: Answer; readonly text?: string }[]
  /** Of a condition that a provision asks for. */
  readonly ask: Asked | null
}

export type State = 'holds' | 'open' | 'lifted' | 'unlikely' | 'free'

/** A charge after the facts that are known. */
export interface Ruling {
  readonly charge: Charge
  readonly state: State
  /** What lifts it. */
  readonly by: Lift | null
  /** What may lift it if what is not known were so. */
  readonly possible: readonly Lift[]
  /** The conditions that are not known and may decide. */
  readonly open: readonly Condition[]
}

export interface DecidedPiece {
  readonly piece: Piece
  readonly answer: Answer
  readonly rulings: readonly Ruling[]
  readonly duties: readonly Duty[]
}

export interface DecidedWay {
  readonly way: Way
  readonly answer: Answer
  readonly pieces: readonly DecidedPiece[]
}

export interface Decision {
  readonly answer: Answer
  /** The gravest first. */
  readonly ways: readonly DecidedWay[]
  readonly questions: readonly Question[]
}
