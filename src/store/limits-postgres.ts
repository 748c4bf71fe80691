import type { Pool } from 'pg'
import { generations } from './bounded-map.ts'
import { tightest, WINDOW_MS } from './fixed-window.ts'
import { type Charge, type LimitState, type Limits, limitsInMemory, NO_LIMIT } from './limits.ts'
import { StoreError } from './store-error.ts'

/** While the database is away, one request in this time asks whether it is back. */
const ASK_AGAIN_MS = 1_000
const CLEAN_EVERY_MS = 300_000
/** Buckets remembered as used up; one that is forgotten is asked for again. */
const USED_UP_AT_MOST = 10_000

/**
 * Takes the points from every bucket that has them, and gives back only the rows it took them from. One statement, so
 * of many requests at once no more than the limit passes. Rows are locked in the order given.
 */
const TAKE = {
  name: 'limits-take',
  text: `
    insert into rate_limits as kept (key, points, expire)
    select key, $3::int, $4::bigint
      from unnest($1::text[], $2::int[]) with ordinality as asked (key, most, place)
     where $3 <= most
     order by place
    on conflict (key) do update set
      points = case when kept.expire <= $5 then excluded.points else kept.points + excluded.points end,
      expire = case when kept.expire <= $5 then excluded.expire else kept.expire end
    where kept.expire <= $5
       or kept.points + excluded.points <= ($2::int[])[array_position($1::text[], kept.key)]
    returning key, points, expire`,
}

/** Locks in the order given, as TAKE does: two requests that share a wide bucket can never wait for each other. */
const GIVE_BACK = {
  name: 'limits-give-back',
  text: `
    with ours as (
      select key from rate_limits
       where key = any($1::text[]) and expire > $3
       order by array_position($1::text[], key)
         for update)
    update rate_limits set points = points - $2 from ours where rate_limits.key = ours.key`,
}

const READ = {
  name: 'limits-read',
  text: 'select key, points, expire from rate_limits where key = any($1::text[]) and expire > $2',
}

interface Row {
  readonly key: string
  readonly points: number
  /** A bigint, which the driver gives as text. */
  readonly expire: string
}

/**
 * Counts shared by all instances. Each costs one round trip and one row written for each bucket (unlogged, so no
 * fsync); a bucket that is used up is refused locally until its minute ends, so a flood does not reach the database.
 */
export function limitsShared(pool: Pool, onTrouble: (error: StoreError) => void): Limits & { close(): Promise<void> } {
  // Stands in while the database is away.
  const alone = limitsInMemory()
  const usedUp = generations<{ readonly points: number; readonly expires: number }>(USED_UP_AT_MOST)
  let awayUntil = 0

  function refusedHere(charges: readonly Charge[], now: number): LimitState | null {
    for (const { bucket, perMinute } of charges) {
      const known = usedUp.get(bucket)
      // A limit that was raised meanwhile is not used up.
      if (known && now < known.expires && known.points >= perMinute) return stateOf(false, perMinute, known, now)
    }
    return null
  }

  function stateAt(allowed: boolean, { bucket, perMinute }: Charge, row: Row | undefined, now: number): LimitState {
    // No row: another instance opened the minute and used it up while we asked.
    const stood = { points: row?.points ?? perMinute, expires: row ? Number(row.expire) : now + WINDOW_MS }
    if (row && row.points >= perMinute) usedUp.set(bucket, stood)
    return stateOf(allowed, perMinute, stood, now)
  }

  async function take(charges: readonly Charge[], points: number, now: number): Promise<LimitState> {
    // The widest first: they are the ones that requests from different addresses share.
    const ordered = charges.toReversed()
    const buckets = ordered.map(({ bucket }) => bucket)
    const limits = ordered.map(({ perMinute }) => perMinute)
    const taken = await pool.query<Row>({ ...TAKE, values: [buckets, limits, points, now + WINDOW_MS, now] })
    const rowOf = new Map(taken.rows.map((row) => [row.key, row]))
    const refused = charges.filter(({ bucket }) => !rowOf.has(bucket))
    if (refused.length === 0) {
      return tightest(charges.map((charge) => stateAt(true, charge, rowOf.get(charge.bucket), now)))
    }
    const given = buckets.filter((bucket) => rowOf.has(bucket))
    const [full] = await Promise.all([
      pool.query<Row>({ ...READ, values: [refused.map(({ bucket }) => bucket), now] }),
      given.length > 0 && pool.query({ ...GIVE_BACK, values: [given, points, now] }),
    ])
    return tightest(
      refused.map((charge) =>
        stateAt(
          false,
          charge,
          full.rows.find(({ key }) => key === charge.bucket),
          now,
        ),
      ),
    )
  }

  const consume: Limits['consume'] = async (bucket, perMinute, points = 1, wider = []) => {
    if (perMinute <= 0) return NO_LIMIT
    const now = Date.now()
    const charges = [{ bucket, perMinute }, ...wider]
    const refused = refusedHere(charges, now)
    if (refused) return refused
    if (now < awayUntil) return alone.consumeNow(bucket, perMinute, points, wider)
    if (awayUntil > 0) awayUntil = now + ASK_AGAIN_MS // this request asks; those behind it do not wait for it
    try {
      const state = await take(charges, points, now)
      awayUntil = 0
      return state
    } catch (error) {
      if (awayUntil === 0) onTrouble(new StoreError('limits.consume', error))
      awayUntil = Date.now() + ASK_AGAIN_MS
      return alone.consumeNow(bucket, perMinute, points, wider)
    }
  }

  // Buckets name addresses of people: kept no longer than they count.
  const cleaning = setInterval(() => {
    pool.query('delete from rate_limits where expire < $1', [Date.now()]).catch(() => {}) // next time, then
  }, CLEAN_EVERY_MS).unref()

  return {
    consume,
    consumeNow: null,
    close() {
      clearInterval(cleaning)
      return pool.end()
    },
  }
}

const stateOf = (
  allowed: boolean,
  limit: number,
  { points, expires }: { readonly points: number; readonly expires: number },
  now: number,
): LimitState => ({
  allowed,
  limit,
  remaining: Math.max(limit - points, 0),
  resetSeconds: Math.max(Math.ceil((expires - now) / 1000), 0),
})
