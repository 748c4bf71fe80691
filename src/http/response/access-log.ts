import type { Services } from '../services.ts'
import { PASSING, type ProblemCode } from './problems.ts'

interface Answered {
  readonly reqId: string
  /** Of the caller's `traceparent` header. */
  readonly traceId?: string
  readonly method: string
  readonly route: string
  readonly status: number
}

/** Counts every answer, and logs it when something went wrong or at level debug; never what was asked, nor by whom. */
export function logAnswer(
  { metrics, log }: Services,
  answered: Answered,
  elapsedMs: number,
  problem: ProblemCode | null = null,
): void {
  const { method, route, status } = answered
  metrics.answered(method, route, status, elapsedMs / 1000)
  const fields = { ...answered, ms: Math.round(elapsedMs) }
  if (problem !== null && PASSING.has(problem)) log.debug(fields, 'answered')
  else if (status >= 500) log.warn(fields, 'answered')
  // Requests over a limit come without end: a line for each would let anybody fill the disk.
  else if (status >= 400 && status !== 429) log.info(fields, 'answered')
  else log.debug(fields, 'answered')
}
