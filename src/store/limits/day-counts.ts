import { type Kysely, sql, type Transaction } from 'kysely'
import { hashed } from '../idempotency-keys.ts'
import type { Tables } from '../schema.ts'

/** What is counted over a day of UTC, and how many of it the day takes. */
export interface DayBound {
  readonly of: readonly string[]
  readonly max: number
}

const SHARE = 0.02
const SMALLEST_SHARE = 10

/**
 * How much of a daily bound one network may use, for every bound that strangers share: otherwise whoever has one network
 * uses up the day of all others.
 */
export const shareOfDay = (perDay: number): number => Math.max(SMALLEST_SHARE, Math.floor(perDay * SHARE))

type Trx = Transaction<Tables>

/**
 * One more of each of these on that day. The counts are rows, locked until the transaction ends, so that instances together
 * exceed no bound. Every caller names the narrow before the wide, so that no two transactions wait for each other.
 */
export function dayCounts(salt: string, at: Date, bounds: readonly DayBound[]) {
  const day = at.toISOString().slice(0, 10)
  // Neither networks nor addresses are stored as they are. What has no bound is not counted.
  const counted = bounds
    .filter(({ max }) => max !== Number.POSITIVE_INFINITY)
    .map((bound) => ({ bound, name: hashed(salt, 'day', day, ...bound.of) }))

  const giveBack = async (trx: Trx, some = counted): Promise<void> => {
    for (const { name } of some)
      await trx
        .updateTable('day_counts')
        .set((row) => ({ used: sql<number>`${row.ref('used')} - 1` }))
        .where('name', '=', name)
        .execute()
  }

  return {
    /** Null when all were counted; otherwise the first that is used up, and none is counted. */
    async take(trx: Trx): Promise<DayBound | null> {
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
        return bound
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
