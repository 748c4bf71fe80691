import type { FastifyError } from 'fastify'
import { RefusedQuestion } from '../../../answer/question/question.ts'
import { StoreError } from '../../../store/sql/store-error.ts'
import type { Store } from '../../../store/store.ts'
import type { Services } from '../service/services.ts'
import { errorsOf, type ProblemDetails, type QuotedProblem, type Refused, type WrongBody } from './problem.ts'
import type { ProblemCode } from './problems.ts'
import { wrongParameters } from './wrong-parameters.ts'

interface Details extends ProblemDetails {
  /** The rest of the body is not waited for, so the connection cannot be used again. */
  readonly unread?: boolean
}

/** A request to the API that is refused: thrown by whoever finds the reason, told by the handler of errors. */
export class Refusal extends Error {
  readonly problem: ProblemCode
  readonly details: Details

  constructor(problem: ProblemCode | QuotedProblem, details: Details = {}) {
    const { code, ...quoted } = typeof problem === 'string' ? { code: problem } : problem
    super(code)
    this.problem = code
    this.details = { ...quoted, ...details }
  }
}

/** The problem that an error is reported as. */
export function problemOfError(error: Partial<FastifyError>): ProblemCode {
  if (error instanceof StoreError) return 'store_unavailable'
  if (error instanceof Refusal) return error.problem
  if (error instanceof RefusedQuestion) return error.problems[0]?.code ?? 'url_invalid'
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'media_type_unsupported'
  // Errors of the body parsers mean that the body is not JSON.
  return error.statusCode === 400 ? 'body_invalid' : 'internal'
}

/** What is told of an error besides its problem. */
export function detailsOfError(error: unknown): Details {
  if (error instanceof RefusedQuestion) return wrongParameters(error.problems)
  return error instanceof Refusal ? error.details : {}
}

/** What was read or admitted; throws the problem that stands in its place. */
export function accepted<T extends object>(result: T | Refused): T {
  if (isRefused(result)) throw new Refusal(result.problem, result)
  return result
}

const isRefused = (result: object): result is Refused => 'problem' in result

/** What a body was read as; throws its problems. */
export function acceptedBody<T extends object>(read: T | WrongBody): T {
  if (isWrong(read)) throw new Refusal(read.problems[0]?.code ?? 'body_invalid', errorsOf(read.problems))
  return read
}

const isWrong = (read: object): read is WrongBody => 'problems' in read

/** What is at hand; throws the problem that there is nothing. */
export function orRefuse<T>(value: T | null | undefined, problem: ProblemCode | QuotedProblem): T {
  if (value === null || value === undefined) throw new Refusal(problem)
  return value
}

/** The store; until it was open once the service is starting. Later failures of the database are errors of its queries. */
export const openStoreIn = ({ store }: Pick<Services, 'store'>): Store => orRefuse(store(), 'not_ready')
