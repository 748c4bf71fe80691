import type { ShortBatchResponse } from '../../answer/response/batch-response.ts'
import { scopeOfAll } from '../../client/batches.ts'
import type { CnSanctions } from '../../client/client.ts'
import { type BatchHead, keyOf, type LineQuestion, type ListQuestion, type Reply } from './reply.ts'
import { directionOf } from './report.ts'

/** The replies to a list so far, by the key of their question, and what is said once for all of them. */
export interface Replies {
  readonly byKey: Map<string, Reply>
  head: BatchHead | null
}

interface CheckOptions {
  readonly signal: AbortSignal
  /** Called when there are more replies. */
  onReplies(): void
}

/** Asks each different question that has no reply once. Replies are kept as they come, whatever happens later. */
export async function checkLines(
  client: CnSanctions,
  lines: Iterable<LineQuestion>,
  question: ListQuestion,
  replies: Replies,
  { signal, onReplies }: CheckOptions,
): Promise<void> {
  const asked = [...new Map([...lines].map((line) => [keyOf(line), line]))].filter(([key]) => !replies.byKey.has(key))
  // The service refuses an empty list.
  if (asked.length === 0) return
  const { as_of, regime, contract_date } = question.filters
  const direction = directionOf(question)
  const own = { ...(direction && { direction }), ...(contract_date && { contractDate: contract_date }) }
  await client.check(
    asked.map(([, { q, deal }], at) => ({ id: String(at), q, ...deal, ...own })),
    {
      lang: question.language,
      ...(as_of && { day: as_of }),
      ...(regime && { regime }),
      signal,
      onBatch(answers) {
        // The page and its service are one program, whose days are branded; they are plain texts in the types of the client.
        const response = answers as unknown as ShortBatchResponse
        for (const item of response.items) replies.byKey.set(asked[Number(item.id)]![0], replyOf(item, response))
        const scopes = [...(replies.head ? [replies.head.scope] : []), response.scope]
        replies.head = { disclaimer: response.disclaimer, scope: scopeOfAll(scopes) }
        onReplies()
      },
    },
  )
}

function replyOf(item: ShortBatchResponse['items'][number], { dataset, as_of }: ShortBatchResponse): Reply {
  if (item.status === 'ok') return { ...item, dataset, as_of }
  const { detail, suggestions = [] } = item.problem
  return { status: 'error', detail, suggestions, dataset, as_of }
}
