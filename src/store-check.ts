import type { Logger } from 'pino'
import { type Periodic, startPeriodic } from './periodic.ts'
import { errorFields } from './store/sql/store-error.ts'
import type { Store } from './store/store.ts'

const DAY_MS = 86_400_000

/** Looks for damage of the database when it is first asked to, and once a day from then on. */
export function startStoreChecks(
  store: () => Pick<Store, 'check'> | null,
  log: Pick<Logger, 'error' | 'info' | 'warn'>,
  stopping: AbortSignal,
): Periodic {
  let wasDamaged = false
  return startPeriodic(
    { everyMs: DAY_MS, firstMs: 0 },
    async () => {
      const damage = await store()?.check(stopping)
      if (damage === undefined) return false
      if (damage !== null) log.error({ damage }, 'store is damaged')
      else if (wasDamaged) log.info({}, 'store is no longer damaged')
      wasDamaged = damage !== null
      return true
    },
    (error) => {
      if (!stopping.aborted) log.warn(errorFields(error), 'store not checked, trying again')
    },
  )
}
