import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { KEY_RETENTION_MS } from './store/sql/idempotency-keys.ts'
import { errorFields } from './store/sql/store-error.ts'
import type { Store } from './store/store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The default retention deletes nothing before it was announced in the log for this long. */
export const NOTICE_MS = 7 * DAY_MS

type Log = Pick<Logger, 'info' | 'warn'>
type Settings = Pick<Config, 'leadRetentionDays' | 'leadRetentionChosen'>

/**
 * One round of housekeeping: forgets idempotency keys, and deletes leads past their retention. An operator who updates
 * from a version that kept leads for ever loses none without notice: the default deletes old leads only a week after
 * it was first announced on this database. Unless `mayDelete`, a round only announces.
 */
export async function retain(
  settings: Settings,
  leads: Store['leads'],
  now: Date,
  log: Log,
  mayDelete = true,
): Promise<void> {
  if (mayDelete) await leads.forgetKeys(new Date(now.getTime() - KEY_RETENTION_MS))
  const { leadRetentionDays: days, leadRetentionChosen: chosen } = settings
  if (days === 0) return
  const oldest = new Date(now.getTime() - days * DAY_MS)
  const from = chosen ? now : new Date((await leads.announceRetention(now)).getTime() + NOTICE_MS)
  if (now < from) {
    const older = await leads.countBefore(oldest)
    if (older === 0) return
    return log.warn(
      { leads: older, days, from: from.toISOString() },
      'leads older than LEADS_RETENTION_DAYS will be deleted; set it to keep them longer, 0 for ever',
    )
  }
  if (!mayDelete) return
  const gone = await leads.forgetBefore(oldest)
  if (gone > 0) log.info({ leads: gone, days }, 'leads past their retention deleted')
}

/**
 * Runs as soon as the store is open and then once an hour; a round that failed is tried again after a minute. Nothing is
 * deleted in the first hour: `now` cannot tell whether the clock of a machine that has just started is right.
 */
export function startRetention(
  settings: Settings,
  store: () => Store | null,
  now: () => Date,
  log: Log,
): { check(): void; stop(): void } {
  const { leadRetentionDays: days } = settings
  log.info(
    { days },
    days === 0
      ? 'leads are kept for ever (LEADS_RETENTION_DAYS=0)'
      : 'leads are kept for this many days (LEADS_RETENTION_DAYS)',
  )
  const startedAt = performance.now()
  let lastRun = Number.NEGATIVE_INFINITY
  const run = async () => {
    const open = store()
    const at = performance.now()
    if (!open || at - lastRun < HOUR_MS) return
    await retain(settings, open.leads, now(), log, at - startedAt >= HOUR_MS)
    lastRun = at
  }
  const check = () => void run().catch((error: unknown) => log.warn(errorFields(error), 'retention failed'))
  const checking = setInterval(check, 60_000).unref()
  return { check, stop: () => clearInterval(checking) }
}
