import type { ShortBatchResponse } from '../../answer/response/batch-response.ts'
import type { CnShort } from '../../answer/response/short-response.ts'
import type { Day } from '../../base/day.ts'
import { DEAL_FIELDS } from '../../law/terms/law-vocabulary.ts'
import type { PageQuestion } from '../answer/page-question.ts'
import type { Line } from './lines.ts'

/** What is asked about every line of a list: the question of a search page without its text. */
export type ListQuestion = Omit<PageQuestion, 'q'>

/** What a line asks. */
export type LineQuestion = Pick<Line, 'q' | 'deal'>

/** Lines with the same key ask the same. */
export const keyOf = ({ q, deal }: LineQuestion): string =>
  deal ? JSON.stringify([q, ...DEAL_FIELDS.map((field) => deal[field])]) : q

/** The answer to one question of a list, or the problem with it. */
export type Reply =
  | ({ readonly status: 'ok'; readonly dataset: string; readonly as_of: Day } & CnShort)
  | {
      readonly status: 'error'
      readonly detail: string
      /** The codes that a code of a wrong length could have been. */
      readonly suggestions: readonly string[]
      readonly dataset: string
      readonly as_of: Day
    }

/** What a response says once for all its lines. */
export type BatchHead = Pick<ShortBatchResponse, 'disclaimer' | 'scope'>
