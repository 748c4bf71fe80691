import type { Static } from 'typebox'
import type { Answerer } from '../../answer/answer.ts'
import { readQuery, readQuestion } from '../../answer/question.ts'
import type { Scope } from '../../answer/response.ts'
import { shortOf } from '../../answer/short.ts'
import { DISCLAIMER } from '../../answer/texts.ts'
import type { Day } from '../../terms/day.ts'
import type { Language } from '../../terms/language.ts'
import type { BatchResponseSchema, FailedItemSchema } from '../openapi/batch-schemas.ts'
import type { Batch } from '../request/batch.ts'
import { namesReady } from '../request/names-ready.ts'
import { type BodyProblem, errorsOf, problemOf } from '../response/problems.ts'

export const BATCH_PATH = '/api/v1/check'

/** Matches shown for an item: enough for any eight-digit code, and 500 chapters do not become a hundred megabytes. */
const MATCHES_SHOWN = 20

type BatchResponse = Static<typeof BatchResponseSchema>
type ItemAnswer = BatchResponse['items'][number]
type FailedItem = Static<typeof FailedItemSchema>

/** A batch that is being answered. */
export interface BatchWork {
  readonly answerer: Answerer
  readonly batch: Batch
  readonly asOf: Day
  /** The language of problems: a caller that names no language in the batch may prefer one in its headers. */
  readonly language: Language
  readonly scope: Scope
  /** Called with an unexpected error; the item that met it says only that there was one. */
  onError(error: unknown): void
}

/** Everything of the response but its items. */
export function headOf({ answerer, batch, asOf, scope }: BatchWork, source: string): Omit<BatchResponse, 'items'> {
  return {
    dataset: answerer.dataset.version,
    as_of: asOf,
    disclaimer: DISCLAIMER[batch.language ?? 'pl'],
    scope,
    meta: { source, items: batch.items.length, limit: MATCHES_SHOWN },
  }
}

/** Null when the item at that index can be answered at once. */
export function itemReady({ answerer, batch, asOf }: BatchWork, at: number): Promise<void> | null {
  const read = readQuery(batch.items[at]!.q ?? '')
  return typeof read === 'string' ? null : namesReady(answerer, read, asOf)
}

/** The answer to the item at that index, or its problem. */
export function answerItem({ answerer, batch, asOf, language, scope, onError }: BatchWork, at: number): ItemAnswer {
  const { id, ...asked } = batch.items[at]!
  const fail = (problems: readonly [BodyProblem, ...BodyProblem[]], suggestions?: readonly string[]): ItemAnswer => {
    const details = { ...errorsOf(problems), ...(suggestions && { suggestions }) }
    const problem = problemOf(problems[0].code, language, BATCH_PATH, details)
    // The schema of the answer has arrays that may be written to.
    return { id, status: 'error', problem: structuredClone(problem) as FailedItem['problem'] }
  }
  const given = { ...batch.deal, ...asked, lang: batch.language ?? 'pl', as_of: asOf, limit: String(MATCHES_SHOWN) }
  if (batch.regime !== null && asked.regime === undefined) given.regime = batch.regime
  const read = readQuestion(Object.entries(given), { today: asOf, dataset: answerer.dataset })
  if ('problems' in read) {
    const [first, ...more] = read.problems.map(({ code, parameter }) => ({
      code,
      pointer: `/items/${at}/${parameter}`,
    }))
    return fail([first!, ...more], read.problems[0]?.suggestions)
  }
  try {
    const response = answerer.answer(read.question)
    return { id, status: 'ok', ...(batch.detail === 'full' ? response : shortOf(response, scope.warnings)) }
  } catch (error) {
    onError(error)
    return fail([{ code: 'internal', pointer: `/items/${at}` }])
  }
}
