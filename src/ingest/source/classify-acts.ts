import type { Day } from '../../base/day.ts'
import { isSurelyInside, type ListedAct } from '../../law/unread-acts.ts'

/** The amending acts that the source lists, by what `law/acts.yaml` says of them. */
export function classifyActs(
  listed: readonly ListedAct[],
  ours: readonly { readonly celex: string; readonly status: 'worked_in' | 'no_goods' | 'pending' }[],
  pin: Day,
) {
  const statuses = new Map(ours.map(({ celex, status }) => [celex, status]))
  const unlisted = listed.filter(({ celex }) => !statuses.has(celex))
  return {
    /** Not in acts.yaml, and not surely inside the pinned text. */
    unknown: unlisted.filter((act) => !isSurelyInside(pin, act)),
    pending: listed.filter(({ celex }) => statuses.get(celex) === 'pending'),
    /** In acts.yaml as worked in or without goods, dated after the pin. */
    known: listed.filter(({ celex, date }) => {
      const status = statuses.get(celex)
      return status !== undefined && status !== 'pending' && date !== null && date > pin
    }),
    /** How many are not in acts.yaml, but so old that the pinned text contains them or they change no goods. */
    older: unlisted.filter((act) => isSurelyInside(pin, act)).length,
  }
}
