import { LRUCache } from 'lru-cache'
import type { AnsweredAside, AskedAside } from '../../receipts/answer-aside.ts'
import { fairTurns } from './fair-turns.ts'

/** The answer of a recorded law to one question. */
export type RecordedAnswer = Exclude<AnsweredAside, { readonly failed: string }>

/** Twelve of the largest answers, of 500 matches, or a thousand ordinary ones. */
const KEPT_BYTES = 32 * 1024 * 1024

/**
 * Requests that wait for their turn. In the 20 s for which they may wait, five laws are loaded, and each of them holds its
 * receipt of up to 4 MiB.
 */
const MAX_WAITING = 8

/**
 * Answers of laws that are no longer served. One at a time is worked out, since that loads a whole law; callers take turns,
 * and what was worked out once is kept. The key of an answer is all that it is worked out from: version, whole question,
 * build. A failure is not kept, as it may pass.
 */
export function recordedAnswers(ending?: AbortSignal) {
  const kept = new LRUCache<string, RecordedAnswer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ answer }, key) => 2 * (key.length + (answer?.length ?? 0)) || 1,
  })
  const keyOf = ({ version, question, build }: AskedAside): string =>
    JSON.stringify([version, build, Object.entries(question).toSorted()])
  let isBusy = false
  const turns = fairTurns(() => !isBusy, { maxWaiting: MAX_WAITING, ...(ending && { ending }) })

  return {
    get: (asked: AskedAside): RecordedAnswer | undefined => kept.get(keyOf(asked)),
    /** Null when `work` is. Rejects with `TurnRefused` when too many wait, or this caller has waited for too long. */
    async workOut(
      caller: string,
      asked: AskedAside,
      work: () => Promise<AnsweredAside | null>,
    ): Promise<AnsweredAside | null> {
      await turns.add(caller)()
      // Whoever had the turn before may have asked the same.
      const known = kept.get(keyOf(asked))
      if (known) return known
      isBusy = true
      try {
        const answered = await work()
        if (answered && !('failed' in answered)) kept.set(keyOf(asked), answered)
        return answered
      } finally {
        isBusy = false
        turns.wake()
      }
    },
  }
}
