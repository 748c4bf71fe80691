import { hash } from 'node:crypto'
import type { Static } from 'typebox'
import type { Answerer } from '../../answer/answer.ts'
import { mergeFacts } from '../../answer/question/facts.ts'
import {
  askedAbout,
  type Question,
  RefusedQuestion,
  readQuestion,
  type WrongParameter,
} from '../../answer/question/question.ts'
import type { CnResponse, Scope } from '../../answer/response/response.ts'
import { jsonBytes } from '../../answer/serialize.ts'
import { shortOf } from '../../answer/shape/short.ts'
import { DISCLAIMER } from '../../answer/shape/texts.ts'
import type { Day } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import { type BodyProblem, errorsOf, problemOf } from '../kernel/problem/problem.ts'
import { bodyForOne } from '../kernel/reply/response-body.ts'
import { answerCacheOf, answerKey } from './answer-cache.ts'
import type { BatchResponseSchema, FailedItemSchema } from './batch-schemas.ts'
import { namesReady } from './names-ready.ts'
import { type Batch, placesAsked, regimeAsked } from './read-batch.ts'

export const BATCH_PATH = '/api/v1/check'

/** Matches shown for an item: enough for any eight-digit code, and 500 chapters do not become a hundred megabytes. */
export const MATCHES_SHOWN = 20

/**
 * Lists repeat codes and headings, whose answers are below it (34 kB); a thousand that are not kept would cost seconds. The
 * chapters of one batch, in full, would take the whole cache.
 */
export const MAX_CACHED_BYTES = 48 * 1024

type BatchResponse = Static<typeof BatchResponseSchema>
type ItemAnswer = BatchResponse['items'][number]
type FailedItem = Static<typeof FailedItemSchema>

/** A batch that is being answered. */
export interface BatchWork {
  readonly answerer: Answerer
  readonly batch: Batch
  readonly asOf: Day
  readonly language: Language
  readonly scope: Scope
  /** Called with an unexpected error; the item that met it says only that there was one. */
  onError(error: unknown): void
}

/** A batch that is to be answered as of its own day, or else of today. */
export function workOn(
  batch: Batch,
  { answerer, today, onError }: Pick<BatchWork, 'answerer' | 'onError'> & { readonly today: Day },
  language: Language,
): BatchWork {
  const asOf = batch.asOf ?? today
  const scope = answerer.scope(asOf, language, regimeAsked(batch), placesAsked(batch))
  return { answerer, batch, asOf, language, scope, onError }
}

/** Everything of the response but its items. */
export function headOf(
  { answerer, batch, asOf, language, scope }: BatchWork,
  source: string,
): Omit<BatchResponse, 'items'> {
  return {
    dataset: answerer.dataset.version,
    as_of: asOf,
    disclaimer: DISCLAIMER[language],
    scope,
    meta: { source, items: batch.items.length, limit: MATCHES_SHOWN },
  }
}

/** The answer to the item at that index, or its problem. If names are not indexed yet it blocks all other work meanwhile. */
export function answerItem(work: BatchWork, at: number): ItemAnswer {
  const asked = questionReader(work)(at)
  return 'status' in asked ? asked : answerTo(work, at, asked)
}

export type BatchItems = ReturnType<typeof batchItems>

/** The items of a batch, answered one by one. A promise is returned only while the names of that year are being indexed. */
export function batchItems(work: BatchWork) {
  const { answerer, batch, scope } = work
  const read = questionReader(work)
  const cache = answerCacheOf(answerer)
  // What an item leaves out because the batch says it once; as a hash, since it is longer than most answers.
  const general = hash('sha256', JSON.stringify(scope.warnings), 'base64url')

  function whenReady<T>({ read, asOf }: Question, answer: () => T): T | Promise<T> {
    const waiting = namesReady(answerer, read, asOf)
    return waiting ? waiting.then(answer) : answer()
  }

  return {
    /** The answer to the item at that index, or its problem. */
    answer(at: number): ItemAnswer | Promise<ItemAnswer> {
      const asked = read(at)
      return 'status' in asked ? asked : whenReady(asked, () => answerTo(work, at, asked))
    },
    /** The same as JSON, in pieces: an answer that many share is not copied. */
    json(at: number): readonly Buffer[] | Promise<readonly Buffer[]> {
      const asked = read(at)
      if ('status' in asked) return [jsonBytes(asked)]
      const key = answerKey('item', general, batch.detail, asked)
      const known = cache.get(key)
      if (known) return withId(batch.items[at]!, known.bytes)
      return whenReady(asked, () => {
        const bytes = attempt(work, at, () => jsonBytes(inDetail(work, answerer.answer(asked))))
        if (!Buffer.isBuffer(bytes)) return [jsonBytes(bytes)]
        // A list is asked about again as a whole, so short lines are kept at once. Full ones are five times as long.
        const keep = batch.detail === 'short' ? cache.set : cache.setIfAskedAgain
        if (bytes.length <= MAX_CACHED_BYTES) keep(key, bodyForOne(bytes))
        return withId(batch.items[at]!, bytes)
      })
    },
  }
}

const answerTo = (work: BatchWork, at: number, asked: Question): ItemAnswer =>
  attempt(work, at, () => ({
    // Only an item that was read is answered, and it has an id.
    id: work.batch.items[at]!.id!,
    status: 'ok',
    ...inDetail(work, work.answerer.answer(asked)),
  }))

const inDetail = ({ batch, scope }: BatchWork, response: CnResponse) =>
  batch.detail === 'full' ? response : shortOf(response, scope.warnings)

/** The bytes of an answer as those of the item with that id. */
const withId = ({ id }: Batch['items'][number], answer: Buffer): readonly Buffer[] => [
  Buffer.from(`{"id":${JSON.stringify(id)},"status":"ok",`),
  answer.subarray(1),
]

/** An error that nobody foresaw spoils one item and no other. */
function attempt<T>(work: BatchWork, at: number, answer: () => T): T | FailedItem {
  try {
    return answer()
  } catch (error) {
    if (error instanceof RefusedQuestion) return refusedItem(work, at, error.problems)
    work.onError(error)
    return failedItem(work, at, [{ code: 'internal', pointer: `/items/${at}` }])
  }
}

/** Reads items as questions. What items have in common besides their goods is read once. */
function questionReader(work: BatchWork): (at: number) => Question | FailedItem {
  const { answerer, batch, asOf, language } = work
  const common = new Map<string, Question>()
  return (at) => {
    const item = batch.items[at]!
    if ('problems' in item) return failedItem(work, at, item.problems)
    const { id: _, ...asked } = item
    const { q, ...fields } = asked
    const key = JSON.stringify(fields)
    const known = common.get(key)
    const again = known && q !== undefined ? askedAbout(known, q) : null
    if (again) return again
    const given = { ...batch.deal, ...asked, lang: language, as_of: asOf, limit: String(MATCHES_SHOWN) }
    if (batch.regime !== null && asked.regime === undefined) given.regime = batch.regime
    if (batch.facts !== null)
      given.facts = given.facts === undefined ? batch.facts : mergeFacts(batch.facts, given.facts)
    const read = readQuestion(Object.entries(given), { today: asOf, dataset: answerer.dataset })
    if ('question' in read) {
      common.set(key, read.question)
      return read.question
    }
    return refusedItem(work, at, read.problems)
  }
}

function refusedItem(work: BatchWork, at: number, problems: readonly WrongParameter[]): FailedItem {
  const [first, ...more] = problems.map(({ code, parameter, advice }) => ({
    code,
    pointer: `/items/${at}/${parameter}`,
    ...(advice && { advice }),
  }))
  return failedItem(work, at, [first!, ...more], problems[0]?.suggestions)
}

function failedItem(
  { batch, language }: BatchWork,
  at: number,
  problems: readonly [BodyProblem, ...BodyProblem[]],
  suggestions?: readonly string[],
): FailedItem {
  const details = { ...errorsOf(problems), ...(suggestions && { suggestions }) }
  const problem = problemOf(problems[0].code, language, BATCH_PATH, details)
  // The schema of the answer has arrays that may be written to.
  return { id: batch.items[at]!.id, status: 'error', problem: problem as FailedItem['problem'] }
}
