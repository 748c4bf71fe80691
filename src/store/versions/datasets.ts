import { type Kysely, sql, type Transaction } from 'kysely'
import { type Change, type ChangeType, changeId } from '../../changes/change.ts'
import type { Tables } from '../sql/schema.ts'
import { guardedAll } from '../sql/store-error.ts'
import { type RecordChanges, recordedAmong } from './change-recorder.ts'

/** A version of the law that was served or published here. */
export interface KnownDataset {
  readonly version: string
  /** Counts up: of two versions, the one with the higher number was introduced later. */
  readonly introduced: number
}

export interface NewDataset {
  readonly version: string
  /** The packed law, so that the next version can be compared with it. */
  readonly law: Buffer
  /** Meant for every service on this store. */
  readonly published: boolean
  /** The version the changes were computed against. If it is no longer the latest, they are wrong and must be computed again. */
  readonly after: string | null
  readonly changes: readonly Change[]
  readonly at: Date
}

/** A version of a law with unread acts added to it. */
export interface NewExtended extends Pick<NewDataset, 'version' | 'law' | 'changes' | 'at'> {
  /** The version without them. */
  readonly base: string
}

/** Texts of this many versions are kept, the newest ones, besides those that are published or have receipts. */
export const TEXTS_KEPT = 100
const NO_TEXT = Buffer.alloc(0)
/** Both databases count the bytes. */
const isDeleted = sql<boolean>`length(law) = 0`

export function datasetsIn(db: Kysely<Tables>, record: RecordChanges) {
  const newest = (from: Kysely<Tables>) =>
    from.selectFrom('datasets').select(['version', 'introduced']).orderBy('introduced', 'desc').limit(1)
  /** Laws with unread acts added follow from these, and supersede none of them. */
  const newestWritten = (from: Kysely<Tables>) => newest(from).where('base', 'is', null)
  const nextNumber = async (trx: Kysely<Tables>): Promise<number> =>
    ((await newest(trx).executeTakeFirst())?.introduced ?? 0) + 1

  return guardedAll('datasets', {
    /** The version introduced last, of those that somebody wrote. */
    latest: async (): Promise<KnownDataset | null> => (await newestWritten(db).executeTakeFirst()) ?? null,

    /** The version published last. */
    published: async () => (await newest(db).where('published', '=', 1).executeTakeFirst()) ?? null,

    find: async (version: string) => (await newest(db).where('version', '=', version).executeTakeFirst()) ?? null,

    /** The packed law; null when the version is unknown or its text was deleted. */
    async law(version: string): Promise<Buffer | null> {
      const row = await db.selectFrom('datasets').select('law').where('version', '=', version).executeTakeFirst()
      return row && row.law.length > 0 ? row.law : null
    },

    /** Stores the text of a known version whose text was deleted. */
    async restoreLaw(version: string, law: Buffer): Promise<void> {
      await db.updateTable('datasets').set({ law }).where('version', '=', version).where(isDeleted).execute()
    },

    async hasLaw(version: string): Promise<boolean> {
      const found = db.selectFrom('datasets').select('version').where('version', '=', version)
      return (await found.where(({ not }) => not(isDeleted)).executeTakeFirst()) !== undefined
    },

    /** Keeps the text of a version for good, because receipts refer to it; false when there is no text to keep. */
    async keepForReceipts(version: string): Promise<boolean> {
      const updated = await db
        .updateTable('datasets')
        .set({ has_receipts: 1 })
        .where('version', '=', version)
        .where(({ not }) => not(isDeleted))
        .executeTakeFirst()
      return updated.numUpdatedRows > 0n
    },

    /** Stores a version and its changes together; `superseded` when another was introduced since `after`. */
    async introduce(dataset: NewDataset): Promise<readonly Change[] | 'superseded'> {
      const { version, law, after, at } = dataset
      let superseded = false
      const recorded = await record(async (trx) => {
        const latest = await newestWritten(trx).executeTakeFirst()
        superseded = (latest?.version ?? null) !== after
        if (superseded) return null
        const known = await trx
          .selectFrom('datasets')
          .select('published')
          .where('version', '=', version)
          .executeTakeFirst()
        const introduced = await nextNumber(trx)
        const published = dataset.published || known?.published === 1 ? 1 : 0
        await trx
          .insertInto('datasets')
          .values({ version, introduced, published, base: null, law, recorded_at: at.toISOString() })
          .onConflict((row) => row.column('version').doUpdateSet({ introduced, published, base: null, law }))
          .execute()
        // Published versions are served, and receipts refer to others. Of the rest, the newest are kept for whoever asks.
        await trx
          .updateTable('datasets')
          .set({ law: NO_TEXT })
          .where('introduced', '<=', introduced - TEXTS_KEPT)
          .where('published', '=', 0)
          .where('has_receipts', '=', 0)
          .execute()
        // An older law that is introduced again makes the same changes again.
        const happensAgain = known ? () => true : await recordedBefore(trx, dataset.changes)
        const withNewId = (change: Change) => ({ ...change, id: changeId(change.type, change.id, introduced) })
        // They are news, so they get ids of their own.
        const changes = dataset.changes.map((change) => (happensAgain(change) ? withNewId(change) : change))
        return { version, at, changes }
      })
      return superseded ? 'superseded' : recorded
    },

    /**
     * Stores a law with unread acts added, once for all services, with what they mean for whoever follows the law. One that
     * comes back with its base is the newest again.
     */
    introduceExtended: ({ version, base, law, changes, at }: NewExtended): Promise<readonly Change[]> =>
      record(async (trx) => {
        const numberOf = async (one: string) =>
          (await newest(trx).where('version', '=', one).executeTakeFirst())?.introduced ?? 0
        if ((await numberOf(version)) > (await numberOf(base))) return null
        const introduced = await nextNumber(trx)
        await trx
          .insertInto('datasets')
          .values({ version, introduced, published: 0, base, law, recorded_at: at.toISOString() })
          .onConflict((row) => row.column('version').doUpdateSet({ introduced, law }))
          .execute()
        return { version, at, changes }
      }),
  })
}

/**
 * A change of these kinds says that the law before was otherwise. If it was recorded already, the opposite has happened
 * since. Wind-downs are told once, whichever law or day shows them, and so is what one act changed in a measure.
 */
const RECURRING: ReadonlySet<ChangeType> = new Set([
  'listing.added',
  'listing.removed',
  'listing.changed',
  'measure.added',
  'measure.removed',
])

/** Finds changes that happen again with another law, for example a row that was deleted by mistake and comes back. */
async function recordedBefore(
  trx: Transaction<Tables>,
  changes: readonly Change[],
): Promise<(change: Change) => boolean> {
  const recurring = changes.filter(({ type }) => RECURRING.has(type))
  const recorded = await recordedAmong(
    trx,
    recurring.map(({ id }) => id),
  )
  return ({ id }) => recorded.has(id)
}
