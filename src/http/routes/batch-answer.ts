import type { Static } from 'typebox'
import type { Answerer } from '../../answer/answer.ts'
import { readQuery, readQuestion } from '../../answer/question.ts'
import type { Scope } from '../../answer/response.ts'
import { shortOf } from '../../answer/short.ts'
import { DISCLAIMER } from '../../answer/texts.ts'
import type { Language } from '../../terms/language.ts'
import type { CheckResponseSchema } from '../openapi/check.ts'
import type { Batch } from '../request/batch.ts'
import { namesReady } from '../request/names-ready.ts'
import { errorsAt, problemOf, type WrongPlace } from '../response/problems.ts'

export const CHECK_PATH = '/api/v1/check'

/** Matches a line shows at most: enough for any eight-digit code, and 500 chapters do not become a hundred megabytes. */
const MATCHES_SHOWN = 20

type CheckResponse = Static<typeof CheckResponseSchema>
type Checked = CheckResponse['items'][number]

/** A list under way. */
export interface Checking {
  readonly answerer: Answerer
  readonly batch: Batch
  readonly asOf: string
  /** Of the problems: who gave no language may still prefer one. */
  readonly language: Language
  readonly scope: Scope
  /** Told of a fault of ours; the line that met it says only that there was one. */
  onFault(error: unknown): void
}

/** Everything but the lines. */
export function headOf({ answerer, batch, asOf, scope }: Checking, source: string): Omit<CheckResponse, 'items'> {
  return {
    dataset: answerer.dataset.version,
    as_of: asOf,
    disclaimer: DISCLAIMER[batch.language ?? 'pl'],
    scope,
    meta: { source, items: batch.items.length, limit: MATCHES_SHOWN },
  }
}

/** Null when the line at that place can be checked at once. */
export function lineReady({ answerer, batch, asOf }: Checking, at: number): Promise<void> | null {
  const read = readQuery(batch.items[at]!.q ?? '')
  return typeof read === 'string' ? null : namesReady(answerer, read, asOf)
}

/** The line at that place, checked: an answer, or why there is none. */
export function checkLine({ answerer, batch, asOf, language, scope, onFault }: Checking, at: number): Checked {
  const { id, ...asked } = batch.items[at]!
  const fail = (...reasons: [WrongPlace, ...WrongPlace[]]): Checked => ({
    id,
    status: 'error',
    problem: problemOf(reasons[0].code, language, CHECK_PATH, errorsAt(reasons)(language)),
  })
  const limit = String(MATCHES_SHOWN)
  const given = { ...asked, lang: batch.language ?? 'pl', as_of: asOf, limit }
  const read = readQuestion(Object.entries(given), { today: asOf, regimes: [] })
  if ('problems' in read) {
    const [first, ...more] = read.problems.map(({ code, parameter }) => ({
      code,
      pointer: `/items/${at}/${parameter}`,
    }))
    return fail(first!, ...more)
  }
  try {
    const response = answerer.answer(read.question)
    return { id, status: 'ok', ...(batch.detail === 'full' ? response : shortOf(response, scope.warnings)) }
  } catch (error) {
    onFault(error)
    return fail({ code: 'internal', pointer: `/items/${at}` })
  }
}
