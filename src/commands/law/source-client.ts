import { setTimeout as pause } from 'node:timers/promises'
import { type Shell, UsageError } from '../shell.ts'

/** Enough for ten megabytes on a slow line, and longer than the sixty seconds the source gives its own SPARQL queries. */
const TIMEOUT_MS = 300_000

/** The client of the official source, as the environment describes it. */
export async function sourceClient(shell: Shell, note: (text: string) => void) {
  const { OFFICIAL, originAt } = await import('../../ingest/source/origin.ts')
  const { contact, cellarUrl } = shell.sources()
  const origin = cellarUrl === null ? OFFICIAL : originAt(cellarUrl)
  if (!origin) throw new UsageError(`CELLAR_URL must be ${OFFICIAL.base}, or http:// on this machine for trials.`)
  if (contact === null) note('CONTACT is not set: an e-mail or web address there tells the source whom to write to.')
  return {
    origin,
    userAgent: `${shell.build.replace(' ', '/')} (${contact === null ? 'no contact given' : `contact: ${contact}`})`,
    timeoutMs: TIMEOUT_MS,
    wait: (milliseconds: number) => pause(milliseconds),
    now: () => Date.now(),
    random: Math.random,
  }
}
