import type { CnShort } from '../../answer/short-response.ts'

/** What came back for a question. */
export type Reply =
  | ({ readonly status: 'ok'; readonly dataset: string; readonly as_of: string } & CnShort)
  | { readonly status: 'error'; readonly detail: string; readonly dataset: string; readonly as_of: string }

export interface Asking {
  readonly language: string
  readonly asOf: string | null
  readonly direction: string | null
  readonly contractDate: string | null
  readonly signal: AbortSignal
  /** After every batch, with what it brought, and what every answer says besides. */
  onReplies(replies: ReadonlyMap<string, Reply>, disclaimer: string): void
  /** While the minute's limit is used up: seconds left; null when a service that does not answer is tried again. */
  onWait(seconds: number | null): void
}

/** The world outside: how to send, and how to wait. */
export interface Outside {
  fetch(address: string, init: RequestInit): Promise<Response>
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

const BATCH = 500
const TRIES = 4
const RETRY_MS = 1_000

interface Answer {
  readonly dataset: string
  readonly as_of: string
  readonly disclaimer: string
  readonly items: readonly (
    | ({ readonly id: string; readonly status: 'ok' } & CnShort)
    | { readonly id: string; readonly status: 'error'; readonly problem: { readonly detail: string } }
  )[]
}

/** Asks each different question once, 500 at a time, one batch after another. Rejects when aborted or when it cannot go on. */
export async function askAll(questions: Iterable<string>, asking: Asking, outside: Outside): Promise<void> {
  const different = [...new Set(questions)]
  for (let from = 0; from < different.length; from += BATCH) {
    const batch = different.slice(from, from + BATCH)
    const answer = await askBatch(batch, asking, outside)
    const { dataset, as_of } = answer
    const replies = new Map<string, Reply>()
    for (const item of answer.items) {
      const q = batch[Number(item.id)] ?? ''
      if (item.status === 'ok') replies.set(q, { ...item, dataset, as_of })
      else replies.set(q, { status: 'error', detail: item.problem.detail, dataset, as_of })
    }
    asking.onReplies(replies, answer.disclaimer)
  }
}

async function askBatch(batch: readonly string[], asking: Asking, { fetch, wait }: Outside): Promise<Answer> {
  const { language, asOf, direction, contractDate, signal } = asking
  const body = JSON.stringify({
    lang: language,
    ...(asOf && { as_of: asOf }),
    items: batch.map((q, at) => ({
      id: String(at),
      q,
      ...(direction && { direction }),
      ...(contractDate && { contract_date: contractDate }),
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
    const answer = response?.ok ? await readAnswer(response) : null
    signal.throwIfAborted()
    if (answer) return answer
    if (response?.status === 429) {
      // A limit is no failure: it is waited for as long as it takes.
      const seconds = Math.min(60, Math.max(1, Number(response.headers.get('retry-after')) || 1))
      for (let left = seconds; left > 0; left--) {
        asking.onWait(left)
        await wait(1_000, signal)
      }
      continue
    }
    if (response && response.status < 500 && !response.ok) throw new Error(await detailOf(response))
    if (++failures >= TRIES) throw new Error('')
    asking.onWait(null)
    await wait(RETRY_MS * 2 ** (failures - 1), signal)
  }
}

/** Null when the answer broke off on its way. */
const readAnswer = async (response: Response): Promise<Answer | null> =>
  response.json().then(
    (answer) => answer as Answer,
    () => null,
  )

const detailOf = async (response: Response): Promise<string> => {
  const problem = (await response.json().catch(() => ({}))) as { detail?: string }
  return problem.detail ?? ''
}
