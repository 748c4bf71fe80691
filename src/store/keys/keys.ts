import type { Kysely, Transaction } from 'kysely'
import { type Day, dayInBrussels, isDay } from '../../base/day.ts'
import type { Tables } from '../sql/schema.ts'
import { guarded, guardedAll } from '../sql/store-error.ts'
import { type ApiKeyText, hashOf, newApiKey, parseApiKey, prefixOf, randomBase62 } from './api-key.ts'
import { keyCache } from './key-cache.ts'
import { lastUses } from './last-uses.ts'

export type ApiKey = ReturnType<typeof keyOf>

/** @public The compiler names it in the types of other modules. */
export interface NewKey extends Pick<ApiKey, 'name' | 'perMinute' | 'expires'> {
  readonly at: Date
}

type KeyCheck =
  | { readonly status: 'ok'; readonly key: ApiKey }
  | { readonly status: 'malformed' | 'unknown' | 'revoked' | 'expired' }

export function keysIn(db: Kysely<Tables>) {
  const cache = keyCache((hash) =>
    guarded('keys.find', async () => {
      const row = await db
        .selectFrom('api_keys')
        .selectAll()
        .where(({ or, eb }) => or([eb('hash', '=', hash), eb('old_hash', '=', hash)]))
        .executeTakeFirst()
      return row ? { key: keyOf(row), isOld: row.hash !== hash } : null
    }),
  )

  const uses = lastUses(db)

  return {
    /** Only a hash is stored, so this is the one time the key itself can be shown. */
    async issue({ name, perMinute, expires, at }: NewKey): Promise<{ id: string; key: ApiKeyText }> {
      // Days are compared as text, so text that is no day might never expire.
      if (expires !== null && !isDay(expires)) throw new RangeError('expires is not a day')
      const key = newApiKey()
      const id = `k_${randomBase62(8)}`
      const row = { id, name, prefix: prefixOf(key), hash: hashOf(key), per_minute: perMinute, expires }
      await guarded('keys.issue', () =>
        db
          .insertInto('api_keys')
          .values({ ...row, created_at: at.toISOString() })
          .execute(),
      )
      return { id, key }
    },

    /** Cached, see key-cache.ts. Rejects when the database is away and the key is not in the cache. */
    async check(text: string, now: Date): Promise<KeyCheck> {
      const parsed = parseApiKey(text)
      if (parsed === 'malformed') return { status: 'malformed' }
      const found = await cache.get(hashOf(parsed), now.getTime())
      if (!found) return { status: 'unknown' }
      const { key, isOld } = found
      if (key.revokedAt !== null || (isOld && !isOldTaken(key, now))) return { status: 'revoked' }
      if (key.expires !== null && isOver(key.expires, now)) return { status: 'expired' }
      uses.note(key.id, key.lastUsed, now)
      return { status: 'ok', key }
    },

    ...guardedAll('keys', {
      /** All keys, oldest first, revoked ones included. */
      async list(): Promise<ApiKey[]> {
        const rows = await db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute()
        return rows.map(keyOf)
      },

      /**
       * Gives a key another secret; what belongs to the key stays with it. The secret before it is taken for `overlapMs`
       * more, all earlier ones end at once. Null when there is no such key, or it has ended.
       */
      async rotate(id: string, overlapMs: number, at: Date): Promise<ApiKeyText | null> {
        const key = newApiKey()
        const rotated = await db
          .updateTable('api_keys')
          .set((of) => ({
            hash: hashOf(key),
            prefix: prefixOf(key),
            old_hash: of.ref('hash'),
            old_until: new Date(at.getTime() + overlapMs).toISOString(),
            rotated_at: at.toISOString(),
          }))
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .where(({ or, eb }) => or([eb('expires', 'is', null), eb('expires', '>=', dayInBrussels(at))]))
          .executeTakeFirst()
        cache.clear()
        return rotated.numUpdatedRows === 1n ? key : null
      },

      /** False when there is no such key, or it was revoked before. */
      async revoke(id: string, at: Date): Promise<boolean> {
        const result = await db
          .updateTable('api_keys')
          .set({ revoked_at: at.toISOString() })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .executeTakeFirst()
        cache.clear()
        return result.numUpdatedRows === 1n
      },
    }),
  }
}

/**
 * Whether the last day is over in Brussels. Brussels is ahead of UTC by less than a day, so its calendar, which is slow to
 * compute, is needed on the last day only.
 */
function isOver(day: Day, now: Date): boolean {
  const dayInUtc = now.toISOString().slice(0, 10)
  return dayInUtc === day ? dayInBrussels(now) > day : dayInUtc > day
}

/** Whether the secret before the last rotation is taken at that moment. */
export const isOldTaken = ({ oldUntil }: Pick<ApiKey, 'oldUntil'>, at: Date): boolean =>
  oldUntil !== null && at.toISOString() < oldUntil

const keyOf = (row: Tables['api_keys']) => ({
  /** `k_` and eight characters, by which people name the key. */
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  perMinute: row.per_minute,
  expires: row.expires,
  createdAt: row.created_at,
  revokedAt: row.revoked_at,
  /** When it got its last secret in place of another; null before the first rotation. */
  rotatedAt: row.rotated_at,
  /** Until this moment the secret before the last rotation is taken too. */
  oldUntil: row.old_until,
  /** The last day (UTC) on which somebody asked with it; null: never. */
  lastUsed: row.last_used,
})

/** Why nothing is sent for a key any more, or null while the key is valid. */
export function endOfKey(
  key: { readonly revoked_at: string | null; readonly expires: Day | null } | undefined,
  at: Date,
): string | null {
  if (!key) return 'key unknown'
  if (key.revoked_at !== null) return 'key revoked'
  return key.expires !== null && isOver(key.expires, at) ? 'key expired' : null
}

/** Locks the key, so that it neither ends meanwhile nor gets more lists or webhooks than it may have. */
export const lockKey = (id: string) => (trx: Transaction<Tables>) =>
  trx
    .updateTable('api_keys')
    .set((key) => ({ name: key.ref('name') }))
    .where('id', '=', id)
    .returning(['revoked_at', 'expires'])
    .executeTakeFirst()
