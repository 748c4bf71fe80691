import type { Kysely, Transaction } from 'kysely'
import { type Change, changeId } from '../changes/change.ts'
import type { Recording } from './changes.ts'
import type { Tables } from './schema.ts'
import { guarded } from './store-error.ts'

/** A version of the law that was served or published here, and when in the order of all. */
export interface KnownDataset {
  readonly version: string
  readonly introduced: number
}

export interface NewDataset {
  readonly version: string
  /** The whole law in one piece, so that the next version can be compared with it. */
  readonly law: Buffer
  /** Meant for every service on this store. */
  readonly published: boolean
  /** The version the changes were worked out from: another one by now means that they are not right any more. */
  readonly after: string | null
  readonly changes: readonly Change[]
  readonly at: Date
}

export interface Datasets {
  /** The one introduced last. */
  latest(): Promise<KnownDataset | null>
  /** The one published last. */
  published(): Promise<KnownDataset | null>
  find(version: string): Promise<KnownDataset | null>
  law(version: string): Promise<Buffer | null>
  /** Stores a version and its changes together; `outrun` when another was introduced since `after`. */
  introduce(dataset: NewDataset): Promise<readonly Change[] | 'outrun'>
}

export function datasetsIn(db: Kysely<Tables>, recording: Recording): Datasets {
  const newest = (from: Kysely<Tables> | Transaction<Tables>) =>
    from.selectFrom('datasets').select(['version', 'introduced']).orderBy('introduced', 'desc').limit(1)

  async function introduce(dataset: NewDataset): Promise<readonly Change[] | 'outrun'> {
    const { version, law, after, at } = dataset
    let outrun = false
    const fresh = await recording(async (trx) => {
      const latest = await newest(trx).executeTakeFirst()
      outrun = (latest?.version ?? null) !== after
      if (outrun) return null
      const known = await trx
        .selectFrom('datasets')
        .select('published')
        .where('version', '=', version)
        .executeTakeFirst()
      const introduced = (latest?.introduced ?? 0) + 1
      const published = dataset.published || known?.published === 1 ? 1 : 0
      await trx
        .insertInto('datasets')
        .values({ version, introduced, published, law, recorded_at: at.toISOString() })
        .onConflict((row) => row.column('version').doUpdateSet({ introduced, published, law }))
        .execute()
      // Only the newest is compared with, and only what was published is asked for: the text of the others may go.
      await trx
        .updateTable('datasets')
        .set({ law: Buffer.alloc(0) })
        .where('introduced', '<', introduced)
        .where('published', '=', 0)
        .execute()
      return { version, at, changes: known ? toldAgain(dataset.changes, introduced) : dataset.changes }
    })
    return outrun ? 'outrun' : fresh
  }

  return {
    latest: () => guarded('datasets.latest', async () => (await newest(db).executeTakeFirst()) ?? null),
    published: () =>
      guarded(
        'datasets.published',
        async () => (await newest(db).where('published', '=', 1).executeTakeFirst()) ?? null,
      ),
    find: (version) =>
      guarded(
        'datasets.find',
        async () => (await newest(db).where('version', '=', version).executeTakeFirst()) ?? null,
      ),
    law: (version) =>
      guarded('datasets.law', async () => {
        const row = await db.selectFrom('datasets').select('law').where('version', '=', version).executeTakeFirst()
        return row?.law ?? null
      }),
    introduce: (dataset) => guarded('datasets.introduce', () => introduce(dataset)),
  }
}

/** An older law that comes back makes the same changes once more: news all the same, so under ids of their own. */
const toldAgain = (changes: readonly Change[], introduced: number): readonly Change[] =>
  changes.map((change) => ({ ...change, id: changeId(change.type, change.id, introduced) }))
