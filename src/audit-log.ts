import type { Logger } from 'pino'
import { type Periodic, startPeriodic } from './periodic.ts'
import { errorFields } from './store/sql/store-error.ts'
import type { Store } from './store/store.ts'

const MINUTE_MS = 60_000

/**
 * Writes what commands did to the log, once a minute. A line is deleted after it was logged: two instances may both log it,
 * under one id, and none is lost.
 */
export function startAuditLog(
  store: () => Pick<Store, 'audit'> | null,
  log: Pick<Logger, 'info' | 'warn' | 'isLevelEnabled'>,
): Periodic {
  return startPeriodic(
    { everyMs: MINUTE_MS, firstMs: 0 },
    async () => {
      const open = store()
      if (!open || !log.isLevelEnabled('info')) return false
      for (;;) {
        const events = await open.audit.waiting()
        for (const audit of events) log.info({ audit }, 'audit')
        await open.audit.logged(events.map(({ id }) => id))
        if (events.length === 0) return true
      }
    },
    (error) => log.warn(errorFields(error), 'audit lines wait for the store'),
  )
}
