import type { Answerer } from '../../answer/answer.ts'
import type { Question } from '../../answer/question/question.ts'
import type { Day } from '../../base/day.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import type { CurrentFeed } from '../changes/current-feed.ts'
import type { Batch } from '../lookup/read-batch.ts'
import type { Verified } from '../receipts/verify-receipt.ts'
import type { ArgumentProblem, Arguments } from './arguments.ts'

/** What a call of a tool works with. Over HTTP there is one for each request, over stdio one for the process. */
export interface ToolContext {
  readonly answerer: Answerer
  readonly today: Day
  /** Identifier of the build. */
  readonly build: string
  feed(dataset: Dataset): Promise<CurrentFeed>
  /** Counts a list against the limit of batches, by its items; the problem when the limit does not allow it. */
  admitList(items: Batch['items']): Promise<ArgumentProblem | null>
  /** Null where there is neither a store nor a key to sign with: over stdio. */
  readonly receipts: ToolReceipts | null
  /** Lets other requests be served between two items of a list. */
  nextTurn(): Promise<unknown>
  /** Called with an unexpected error; the caller is told only that there was one. */
  onError(error: unknown): void
}

interface ToolReceipts {
  sign(question: Question): Promise<{ readonly receipt: string } | Refused>
  verify(text: string): Promise<Verified | Refused>
  /** Where a receipt is made over HTTP; without its host unless the service knows its own address. */
  readonly address: string
}

type Refused = { readonly problem: ArgumentProblem }

/** The result for programs and models, and a short text for clients that show nothing else; or what was wrong. */
type ToolResult =
  | { readonly structured: Record<string, unknown>; readonly text: string }
  | { readonly problems: readonly ArgumentProblem[] }

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON Schema of the arguments; which regimes there are depends on the law. */
  input(dataset: Dataset): object
  /** JSON Schema of the result. */
  readonly output: object
  call(given: Arguments, context: ToolContext): Promise<ToolResult>
}
