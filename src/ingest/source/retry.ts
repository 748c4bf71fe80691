import type { Reach } from './http-client.ts'
import { SourceFault } from './source-error.ts'

const ATTEMPTS = 4
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000
/** Who asks for more than this is left alone until another day. */
const LONGEST_WAIT = 120_000

/** Tries again what may pass, later each time, never at the same moment as everybody else, and as late as was asked. */
export async function insistently<T>(
  reach: Pick<Reach, 'wait' | 'random'>,
  attempt: () => Promise<T>,
  onRetry?: (fault: SourceFault, pause: number) => void,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof SourceFault) || !error.again || tried === ATTEMPTS) throw error
      const asked = error.waitFor ?? 0
      if (asked > LONGEST_WAIT) {
        const minutes = Math.ceil(asked / 60_000)
        throw new SourceFault('asked_to_wait', `${error.message} It asks to come back in ${minutes} minutes.`)
      }
      const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tried - 1))
      const pause = Math.max(asked, Math.round(longest * (0.5 + reach.random() / 2)))
      onRetry?.(error, pause)
      await reach.wait(pause)
    }
  }
}
