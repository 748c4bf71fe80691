import type { Answerer } from '../../answer/answer.ts'
import type { Dataset } from '../../law/build/dataset.ts'
import type { Day } from '../../terms/day.ts'
import type { CurrentFeed } from '../feed/current-feed.ts'
import type { ArgumentProblem, Arguments } from './arguments.ts'

/** What a call of a tool works with. Over HTTP there is one for each request, over stdio one for the process. */
export interface ToolContext {
  readonly answerer: Answerer
  readonly today: Day
  /** Identifier of the build. */
  readonly build: string
  feed(dataset: Dataset): Promise<CurrentFeed>
  /** Counts a list against the limit of batches; the problem when the limit does not allow it. */
  admitList(): Promise<ArgumentProblem | null>
  /** Lets other requests be served between two items of a list. */
  nextTurn(): Promise<unknown>
  /** Called with an unexpected error; the caller is told only that there was one. */
  onError(error: unknown): void
}

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
