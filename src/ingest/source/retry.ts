import type { SourceClient } from './http-client.ts'
import { SourceError } from './source-error.ts'

const ATTEMPTS = 4
const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 30_000
/** Give up if `Retry-After` asks for more than this. */
const MAX_RETRY_AFTER_MS = 120_000

/** Repeats `attempt` after retryable errors: exponential back-off with jitter, and never earlier than `Retry-After`. */
export async function withRetry<T>(
  client: Pick<SourceClient, 'wait' | 'random'>,
  attempt: () => Promise<T>,
  onRetry?: (error: SourceError, delay: number) => void,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof SourceError) || !error.retryable || tried === ATTEMPTS) throw error
      const retryAfter = error.retryAfter ?? 0
      if (retryAfter > MAX_RETRY_AFTER_MS) {
        const minutes = Math.ceil(retryAfter / 60_000)
        throw new SourceError('asked_to_wait', `${error.message} It asks to come back in ${minutes} minutes.`)
      }
      const backOff = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (tried - 1))
      const delay = Math.max(retryAfter, Math.round(backOff * (0.5 + client.random() / 2)))
      onRetry?.(error, delay)
      await client.wait(delay)
    }
  }
}
