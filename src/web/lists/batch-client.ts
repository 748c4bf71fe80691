import type { ShortBatchResponse } from '../../answer/response/batch-response.ts'
import type { CnShort } from '../../answer/response/short-response.ts'
import type { Day } from '../../base/day.ts'
import { DEAL_FIELDS } from '../../law/terms/law-vocabulary.ts'
import type { PageQuestion } from '../answer/page-question.ts'
import type { Line } from './lines.ts'

/** What is asked about every line of a list: the question of a search page without its text. */
export type ListQuestion = Omit<PageQuestion, 'q'>

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

/** What is said of a list that took several batches: the deals of one may be about regimes that those of another are not. */
export function mergeHeads(before: BatchHead | null, next: BatchHead): BatchHead {
  if (!before) return next
  const regimes = [...before.scope.regimes, ...next.scope.regimes]
  const all = [...new Map(regimes.map((regime) => [regime.code, regime])).values()]
  return {
    ...next,
    scope: {
      ...next.scope,
      regimes: all,
      on_request: next.scope.on_request.filter(({ code }) => !all.some((regime) => regime.code === code)),
      warnings: [...new Set([...before.scope.warnings, ...next.scope.warnings])],
    },
  }
}

/** What a line asks. */
type LineQuestion = Pick<Line, 'q' | 'deal'>

/** Lines with the same key ask the same. */
export const keyOf = ({ q, deal }: LineQuestion): string =>
  deal ? JSON.stringify([q, ...DEAL_FIELDS.map((field) => deal[field])]) : q

export interface BatchOptions extends ListQuestion {
  readonly signal: AbortSignal
  /** Called after every batch with its replies, by the key of their question, and what the response says of all of them. */
  onReplies(replies: ReadonlyMap<string, Reply>, head: BatchHead): void
  /** Called before a pause: with the seconds left while a rate limit is used up, with null before a retry. */
  onWait(seconds: number | null): void
}

/** The effects of sending, which tests replace. */
export interface Network {
  fetch(address: string, init: RequestInit): Promise<Response>
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}

const BATCH_SIZE = 500
const MAX_ATTEMPTS = 4
/** The pause before the first retry; it doubles with each failure. */
const BACK_OFF_MS = 1_000

/** A request that the service refused or did not answer. */
export class RefusedError extends Error {
  /** Why the service refused it, in the language of the question; null when the service did not answer. */
  readonly detail: string | null

  constructor(detail: string | null) {
    super(detail ?? 'no response')
    this.detail = detail
  }
}

export async function refusedBy(response: Response): Promise<RefusedError> {
  const problem = (await response.json().catch(() => ({}))) as { detail?: string }
  return new RefusedError(problem.detail ?? '')
}

/** The pause that a used-up rate limit asks for. */
export const secondsLeft = ({ headers }: Response): number =>
  Math.min(60, Math.max(1, Number(headers.get('retry-after')) || 1))

/** Sends each different question once, 500 in a batch, one batch after another. Rejects when aborted or with a RefusedError. */
export async function checkInBatches(
  questions: Iterable<LineQuestion>,
  options: BatchOptions,
  network: Network,
): Promise<void> {
  const different = [...new Map([...questions].map((question) => [keyOf(question), question])).values()]
  for (let from = 0; from < different.length; from += BATCH_SIZE) {
    const batch = different.slice(from, from + BATCH_SIZE)
    const response = await sendBatch(batch, options, network)
    const { dataset, as_of } = response
    const replies = new Map<string, Reply>()
    for (const item of response.items) {
      const question = batch[Number(item.id)]
      if (!question) continue
      const key = keyOf(question)
      if (item.status === 'ok') replies.set(key, { ...item, dataset, as_of })
      else {
        const { detail, suggestions = [] } = item.problem
        replies.set(key, { status: 'error', detail, suggestions, dataset, as_of })
      }
    }
    options.onReplies(replies, response)
  }
}

async function sendBatch(
  batch: readonly LineQuestion[],
  { language, filters, signal, onWait }: BatchOptions,
  { fetch, wait }: Network,
): Promise<ShortBatchResponse> {
  const { as_of, direction, regime, contract_date } = filters
  const body = JSON.stringify({
    lang: language,
    ...(as_of && { as_of }),
    ...(regime && { regime }),
    items: batch.map(({ q, deal }, at) => ({
      id: String(at),
      q,
      ...deal,
      ...(direction && { direction }),
      ...(contract_date && { contract_date }),
    })),
  })
  for (let failures = 0; ; ) {
    signal.throwIfAborted()
    const response = await fetch('/api/v1/check', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal,
    }).catch(() => null)
    signal.throwIfAborted()
    // A connection that broke before the end of the body is as good as none.
    const read = response?.ok ? ((await response.json().catch(() => null)) as ShortBatchResponse | null) : null
    signal.throwIfAborted()
    if (read) return read
    if (response?.status === 429) {
      // A used-up rate limit is no failure, so these pauses do not count as attempts.
      for (let left = secondsLeft(response); left > 0; left--) {
        onWait(left)
        await wait(1_000, signal)
      }
      continue
    }
    if (response && response.status < 500 && !response.ok) throw await refusedBy(response)
    if (++failures >= MAX_ATTEMPTS) throw new RefusedError(null)
    onWait(null)
    await wait(BACK_OFF_MS * 2 ** (failures - 1), signal)
  }
}
