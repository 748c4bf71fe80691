import { type Kysely, sql, type Transaction } from 'kysely'
import { hashed } from '../sql/idempotency-keys.ts'
import type { Tables } from '../sql/schema.ts'

/** What is counted over a day of UTC for somebody of their own, and how many of it the day takes. */
export interface OwnBound {
  readonly of: readonly [what: string, whose: string, ...more: string[]]
  readonly max: number
}

/**
 * What a day takes of all callers together. One network gets its share of it, or whoever has one network would use up the
 * day of all others.
 */
interface SharedBound {
  readonly what: string
  /** The id of an API key, or the widest network around a client address. */
  readonly network: string
  /** 0 for any number. */
  readonly perDay: number
  /** What one network may have of it at most, however large its share is. */
  readonly perNetwork?: number
}

/** Which bound is used up. */
type Spent = 'own' | 'network' | 'all'

interface DayBound {
  readonly of: readonly string[]
  readonly max: number
  readonly spent: Spent
}

const SHARE = 0.02
const SMALLEST_SHARE = 10

/** The bounds of the network, and of all. */
function sharedBounds({ what, network, perDay, perNetwork = Number.POSITIVE_INFINITY }: SharedBound): DayBound[] {
  const ofAll = perDay || Number.POSITIVE_INFINITY
  const share = Math.max(SMALLEST_SHARE, Math.floor(ofAll * SHARE))
  return [
    { of: [what, network], max: Math.min(perNetwork, share), spent: 'network' },
    { of: [what], max: ofAll, spent: 'all' },
  ]
}

type Trx = Transaction<Tables>

/**
 * One more of each of these on that day. The counts are rows, locked until the transaction ends, so that instances together
 * exceed no bound. That of the network comes first: what it is refused leaves no rows, whatever it names, and no two
 * transactions wait for each other.
 */
export function dayCounts(salt: string, at: Date, own: readonly OwnBound[], shared?: SharedBound) {
  const day = at.toISOString().slice(0, 10)
  // Neither networks nor addresses are stored as they are. What has no bound is not counted.
  const [ofNetwork = [], ofAll = []] = shared ? sharedBounds(shared).map((bound) => [bound]) : []
  const counted = [...ofNetwork, ...own.map((bound): DayBound => ({ ...bound, spent: 'own' })), ...ofAll]
    .filter(({ max }) => max !== Number.POSITIVE_INFINITY)
    .map((bound) => ({ bound, name: hashed(salt, 'day', day, ...bound.of) }))

  const giveBack = async (trx: Trx, some = counted): Promise<void> => {
    for (const { name } of some)
      await trx
        .updateTable('day_counts')
        .set((row) => ({ used: sql<number>`${row.ref('used')} - 1` }))
        .where('name', '=', name)
        .execute()
    const names = some.map(({ name }) => name)
    if (names.length > 0) await trx.deleteFrom('day_counts').where('name', 'in', names).where('used', '<=', 0).execute()
  }

  return {
    /** Null when all were counted; otherwise the first that is used up, and none is counted. */
    async take(trx: Trx): Promise<Spent | null> {
      for (const [index, { bound, name }] of counted.entries()) {
        const taken = await trx
          .insertInto('day_counts')
          .values({ name, day, used: 1 })
          .onConflict((known) =>
            known
              .column('name')
              .doUpdateSet({ used: sql<number>`day_counts.used + 1` })
              .where('day_counts.used', '<', bound.max),
          )
          .returning('used')
          .executeTakeFirst()
        if (taken) continue
        await giveBack(trx, counted.slice(0, index))
        return bound.spent
      }
      return null
    },
    giveBack,
  }
}

/** Deletes the counts of the days before that moment's. */
export async function forgetDays(db: Kysely<Tables>, moment: Date): Promise<void> {
  await db.deleteFrom('day_counts').where('day', '<', moment.toISOString().slice(0, 10)).execute()
}
