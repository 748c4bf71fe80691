import type { Pool } from 'pg'
import { boundedMap } from '../sql/bounded-map.ts'
import { StoreError } from '../sql/store-error.ts'
import { stateOf, tightest, WINDOW_MS } from './fixed-window.ts'
import { type Charge, type LimitState, type Limits, limitsInMemory, NO_LIMIT } from './limits.ts'

/** While the database is away, one request in this time tries it again. */
const RETRY_MS = 1_000
const CLEAN_EVERY_MS = 300_000
/** Buckets cached as used up; one that is forgotten is read from the database again. */
const MAX_USED_UP = 10_000

/** The clock of the database, so that clocks of instances that differ do not matter. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'
/**
 * Counts of a minute need not survive a crash of the database, so their transaction does not wait for the disk: a slow one
 * would let every instance judge alone.
 */
const CLOCK = `clock as materialized (select ${NOW} as now, set_config('synchronous_commit', 'off', true))`
const KEPT_HAS_ENDED = `kept.expire <= excluded.expire - ${WINDOW_MS}`
const ADD_TO_KEPT = `on conflict (key) do update set
      points = case when ${KEPT_HAS_ENDED} then excluded.points else kept.points + excluded.points end,
      expire = case when ${KEPT_HAS_ENDED} then excluded.expire else kept.expire end`

/**
 * Takes the points from every bucket that has them, and returns only the rows it took them from. It is one statement, so
 * that of many concurrent requests no more than the limit passes. Rows are locked in the order given.
 */
const TAKE = {
  name: 'limits-take',
  text: `
    with ${CLOCK}
    insert into rate_limits as kept (key, points, expire)
    select key, $3::int, now + ${WINDOW_MS}
      from clock, unnest($1::text[], $2::int[]) with ordinality as asked (key, most, place)
     where $3 <= most
     order by place
    ${ADD_TO_KEPT}
    where ${KEPT_HAS_ENDED}
       or kept.points + excluded.points <= ($2::int[])[array_position($1::text[], kept.key)]
    returning key, points, expire - (select now from clock) as ends_in`,
}

/** Locks in the order given, as TAKE does, so that two requests that share a wide bucket never deadlock. */
const REFUND = {
  name: 'limits-refund',
  text: `
    with ours as (
      select key from rate_limits
       where key = any($1::text[]) and expire > ${NOW}
       order by array_position($1::text[], key)
         for update)
    update rate_limits set points = points - $2 from ours where rate_limits.key = ours.key`,
}

const READ = {
  name: 'limits-read',
  text: `
    with clock as materialized (select ${NOW} as now)
    select key, points, expire - now as ends_in
      from clock, rate_limits where key = any($1::text[]) and expire > now`,
}

const CLEAN = `delete from rate_limits where expire <= ${NOW}`

interface Row {
  readonly key: string
  readonly points: number
  /** Milliseconds: a bigint, which the driver gives as text. */
  readonly ends_in: string
}

/**
 * `consume` is exact and costs one round trip and one row written for each bucket (unlogged, so no fsync); a bucket that is
 * used up is refused locally until its minute ends, so a flood does not reach the database.
 */
export function limitsInPostgres(
  pool: Pool,
  onError: (error: StoreError) => void,
): Limits & { close(): Promise<void> } {
  // Counts of this process, also used while the database is away.
  const alone = limitsInMemory()
  const usedUp = boundedMap<{ readonly points: number; readonly ends: number }>(MAX_USED_UP)
  let awayUntil = 0

  function refusedLocally(charges: readonly Charge[], now: number): LimitState | null {
    for (const { bucket, perMinute } of charges) {
      const known = usedUp.get(bucket)
      // A limit that was raised meanwhile may not be used up.
      if (known && now < known.ends && known.points >= perMinute)
        return stateOf(false, perMinute, known.points, known, now)
    }
    return null
  }

  function stateAt(allowed: boolean, { bucket, perMinute }: Charge, row: Row | undefined, now: number): LimitState {
    // Without a row, another instance opened the window and used it up between the two queries.
    const counted = {
      points: row?.points ?? perMinute,
      ends: now + Math.min(Number(row?.ends_in ?? WINDOW_MS), WINDOW_MS),
    }
    if (row && row.points >= perMinute) usedUp.set(bucket, counted)
    return stateOf(allowed, perMinute, counted.points, counted, now)
  }

  async function take(charges: readonly Charge[], points: number, now: number): Promise<LimitState> {
    // The widest buckets come first: they are the ones that requests from different addresses share.
    const ordered = charges.toReversed()
    const buckets = ordered.map(({ bucket }) => bucket)
    const limits = ordered.map(({ perMinute }) => perMinute)
    const taken = await pool.query<Row>({ ...TAKE, values: [buckets, limits, points] })
    const rowOf = new Map(taken.rows.map((row) => [row.key, row]))
    const refused = charges.filter(({ bucket }) => !rowOf.has(bucket))
    if (refused.length === 0) {
      return tightest(charges.map((charge) => stateAt(true, charge, rowOf.get(charge.bucket), now)))
    }
    const charged = buckets.filter((bucket) => rowOf.has(bucket))
    const [full] = await Promise.all([
      pool.query<Row>({ ...READ, values: [refused.map(({ bucket }) => bucket)] }),
      charged.length > 0 && pool.query({ ...REFUND, values: [charged, points] }),
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
    const now = Math.floor(performance.now())
    const charges = [{ bucket, perMinute }, ...wider]
    const refused = refusedLocally(charges, now)
    if (refused) return refused
    if (now < awayUntil) return alone.count(bucket, perMinute, points, wider)
    if (awayUntil > 0) awayUntil = now + RETRY_MS // only this request tries; the next ones do not wait for it
    try {
      const state = await take(charges, points, now)
      awayUntil = 0
      return state
    } catch (error) {
      if (awayUntil === 0) onError(new StoreError('limits.consume', error))
      awayUntil = performance.now() + RETRY_MS
      return alone.count(bucket, perMinute, points, wider)
    }
  }

  // Buckets name addresses of people.
  const cleaning = setInterval(() => {
    pool.query(CLEAN).catch(() => {}) // tried again at the next interval
  }, CLEAN_EVERY_MS).unref()

  return {
    consume,
    count: alone.count,
    close() {
      clearInterval(cleaning)
      return pool.end()
    },
  }
}
