import { addDays, type Day } from '../../base/day.ts'
import type { AmendingAct } from './consolidations.ts'

/** An act signed this many days before a consolidated version may come into force only after it. */
const GRACE_DAYS = 31

/** The amending acts that the source lists, by what `law/acts.yaml` says of them. */
export function classifyActs(
  listed: readonly AmendingAct[],
  ours: readonly { readonly celex: string; readonly status: 'worked_in' | 'no_goods' | 'pending' }[],
  pin: Day,
) {
  const statuses = new Map(ours.map(({ celex, status }) => [celex, status]))
  const surelyInside = (date: Day | null): boolean => date !== null && addDays(date, GRACE_DAYS) < pin
  const unlisted = listed.filter(({ celex }) => !statuses.has(celex))
  return {
    /** Not in acts.yaml, and not surely inside the pinned text. */
    unknown: unlisted.filter(({ date }) => !surelyInside(date)),
    pending: listed.filter(({ celex }) => statuses.get(celex) === 'pending'),
    /** In acts.yaml as worked in or without goods, dated after the pin. */
    known: listed.filter(({ celex, date }) => {
      const status = statuses.get(celex)
      return status !== undefined && status !== 'pending' && date !== null && date > pin
    }),
    /** How many are not in acts.yaml, but so old that the pinned text contains them or they change no goods. */
    older: unlisted.filter(({ date }) => surelyInside(date)).length,
  }
}
