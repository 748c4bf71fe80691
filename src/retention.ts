import type { Logger } from 'pino'
import { type Periodic, startPeriodic } from './periodic.ts'
import { KEY_RETENTION_MS } from './store/sql/idempotency-keys.ts'
import { errorFields } from './store/sql/store-error.ts'
import type { Store } from './store/store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Log = Pick<Logger, 'info' | 'warn'>

/** One round of housekeeping: forgets idempotency keys, and deletes leads older than so many days; 0 keeps them. */
export async function retain(days: number, leads: Store['leads'], now: Date, log: Log): Promise<void> {
  await leads.forgetKeys(new Date(now.getTime() - KEY_RETENTION_MS))
  if (days === 0) return
  const gone = await leads.forgetBefore(new Date(now.getTime() - days * DAY_MS))
  if (gone > 0) log.info({ leads: gone, days }, 'leads past their retention deleted')
}

/**
 * Runs once an hour, first an hour after the start, since a machine that has just started may have a wrong clock. A round
 * that failed is tried again after a minute.
 */
export function startRetention(days: number, store: () => Store | null, now: () => Date, log: Log): Periodic {
  log.info(
    { days },
    days === 0
      ? 'leads are kept for ever (LEADS_RETENTION_DAYS=0)'
      : 'leads are kept for this many days (LEADS_RETENTION_DAYS)',
  )
  return startPeriodic(
    { everyMs: HOUR_MS, firstMs: HOUR_MS },
    async () => {
      const open = store()
      if (open) await retain(days, open.leads, now(), log)
      return open !== null
    },
    (error) => log.warn(errorFields(error), 'retention failed'),
  )
}
