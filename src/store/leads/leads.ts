import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { dayCounts, forgetDays } from '../limits/day-counts.ts'
import { afterCursor, deletePages } from '../sql/chunks.ts'
import { type Content, contentHash, hashed, saltOf } from '../sql/idempotency-keys.ts'
import { isStringRecord, readJson } from '../sql/json-column.ts'
import type { Tables } from '../sql/schema.ts'
import { guarded, guardedAll } from '../sql/store-error.ts'
import type { Transact } from '../sql/transact.ts'

export interface NewLead {
  readonly email: string
  readonly source: string | null
  readonly utm: Readonly<Record<string, string>> | null
  /** As the caller sent it; null when it sent none, in which case every request is a new lead. */
  readonly idempotencyKey: string | null
  /** The owner of the idempotency key: the id of an API key, or the bucket of a client address. */
  readonly caller: string
  /** The API key, or the widest network around the address, that shares the bound of a day with all others. */
  readonly network: string
  readonly at: Date
}

export type Lead = ReturnType<typeof leadOf>

/**
 * `repeated`: the same key and content were stored before. `conflict`: the same key came with other content. `full`: the
 * day's limit is reached. `share_spent`: the network has used up its share of it.
 */
export type Outcome = 'stored' | 'repeated' | 'conflict' | 'full' | 'share_spent'

/** Rows read or deleted at once. SQLite blocks the process, so other requests run between the pages. */
const PAGE = 500

/** `afterDeletion` removes deleted rows from the database's own logs. */
export function leadsIn(db: Kysely<Tables>, transact: Transact, afterDeletion: () => Promise<void>) {
  const salt = saltOf(db)

  /** Binds the key to its caller and this content, in a statement of its own: a transaction would hold SQLite's lock longer. */
  async function claimKey(caller: string, row: KeyedRow): Promise<'new' | 'known' | 'conflict'> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('lead_requests')
      .values({ caller_hash: caller, content_hash: row.idempotency_key, created_at: row.created_at })
      .onConflict((known) => known.column('caller_hash').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 1n) return 'new'
    const earlier = await db
      .selectFrom('lead_requests')
      .select('content_hash')
      .where('caller_hash', '=', caller)
      .executeTakeFirst()
    if (!earlier) return claimKey(caller, row) // deleted between the two statements
    return earlier.content_hash === row.idempotency_key ? 'known' : 'conflict'
  }

  /** Counts the lead and stores it in one transaction, so that it is counted once and no more are stored than the day takes. */
  async function insert(
    row: Tables['leads'],
    { network, at }: NewLead,
    perDay: number,
    ownKey: boolean,
  ): Promise<Exclude<Outcome, 'conflict'>> {
    // A single statement is a transaction of its own, committed and on disk when it returns.
    if (perDay === 0) return (await isInserted(db, row)) ? 'stored' : 'repeated'
    const counts = dayCounts(await salt(), at, [], { what: 'leads', network, perDay })
    return transact(counts.take, async (trx, spent) => {
      if (spent === null) {
        if (await isInserted(trx, row)) return 'stored'
        await counts.giveBack(trx)
        return 'repeated'
      }
      // Only the owner of the key may learn that its content is stored; others could probe for contents.
      if (ownKey && (await isStored(trx, row))) return 'repeated'
      return spent === 'network' ? 'share_spent' : 'full'
    })
  }

  return {
    ...guardedAll('leads', {
      /** The lead is durable once this resolves. `perDay` is how many leads a day (UTC) may store; 0 for any number. */
      async add(lead: NewLead, perDay = 0): Promise<Outcome> {
        if (lead.idempotencyKey === null) return insert(rowOf(lead, null), lead, perDay, false)
        const key = lead.idempotencyKey
        const row = rowOf(lead, contentHash(await salt(), key, contentOf(lead)))
        const caller = hashed(await salt(), 'caller', lead.caller, key)
        const claim = await claimKey(caller, row)
        if (claim === 'conflict') return 'conflict'
        // The lead is inserted also when the key was known: an earlier process may have ended between the two statements. The
        // unique hash keeps a lead from being stored twice.
        const outcome = await insert(row, lead, perDay, claim === 'known')
        // A key with which nothing was stored can be used for other content.
        if ((outcome === 'full' || outcome === 'share_spent') && claim === 'new') {
          await db.deleteFrom('lead_requests').where('caller_hash', '=', caller).execute()
        }
        return outcome
      },

      /** Every lead of that e-mail, whatever its case, oldest first. */
      async of(email: string): Promise<Lead[]> {
        const rows = await db
          .selectFrom('leads')
          .select(['id', 'email', 'source', 'utm', 'created_at'])
          .where('email_folded', '=', fold(email))
          .orderBy('created_at')
          .orderBy('id')
          .execute()
        return rows.map(leadOf)
      },

      /** Deletes every lead of that e-mail, whatever its case, and returns how many. */
      async forget(email: string): Promise<number> {
        const keys = db.selectFrom('leads').select('idempotency_key').where('email_folded', '=', fold(email))
        await db
          .deleteFrom('lead_requests')
          .where(
            'content_hash',
            'in',
            keys.where('idempotency_key', 'is not', null).$castTo<{ idempotency_key: string }>(),
          )
          .execute()
        const gone = await db.deleteFrom('leads').where('email_folded', '=', fold(email)).executeTakeFirst()
        await afterDeletion()
        return Number(gone.numDeletedRows)
      },

      /** Deletes the leads stored before that moment, and returns how many. */
      async forgetBefore(moment: Date): Promise<number> {
        const oldest = db.selectFrom('leads').select('id').where('created_at', '<', moment.toISOString()).limit(PAGE)
        const gone = await deletePages(() => db.deleteFrom('leads').where('id', 'in', oldest).executeTakeFirst())
        await afterDeletion()
        return gone
      },

      /** Deletes the idempotency keys used before that moment, and the counts of days before it; the leads stay. */
      async forgetKeys(moment: Date): Promise<void> {
        const before = moment.toISOString()
        await forgetDays(db, moment)
        await db.deleteFrom('lead_requests').where('created_at', '<', before).execute()
        await db
          .updateTable('leads')
          .set({ idempotency_key: null })
          .where('idempotency_key', 'is not', null)
          .where('created_at', '<', before)
          .execute()
      },

      async count(): Promise<number> {
        const row = await db
          .selectFrom('leads')
          .select((of) => of.fn.countAll().as('leads'))
          .executeTakeFirstOrThrow()
        return Number(row.leads) // the count of PostgreSQL is a bigint, which the driver gives as text
      },
    }),

    /** All leads, oldest first, a page at a time. */
    async *exportAll(): AsyncGenerator<Lead> {
      for (let last: Lead | undefined; ; await nextTurn()) {
        const rows = await guarded('leads.export', () =>
          db
            .selectFrom('leads')
            .select(['id', 'email', 'source', 'utm', 'created_at'])
            .where(afterCursor(last))
            .orderBy('created_at')
            .orderBy('id')
            .limit(PAGE)
            .execute(),
        )
        for (const row of rows) {
          last = leadOf(row)
          yield last
        }
        if (rows.length < PAGE) return
      }
    },
  }
}

async function isInserted(db: Kysely<Tables>, row: Tables['leads']): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('leads')
    .values(row)
    .onConflict((known) => known.column('idempotency_key').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const isStored = async (db: Kysely<Tables>, { idempotency_key }: Tables['leads']): Promise<boolean> =>
  (await db.selectFrom('leads').select('id').where('idempotency_key', '=', idempotency_key).executeTakeFirst()) !==
  undefined

type KeyedRow = Tables['leads'] & { readonly idempotency_key: string }

const rowOf = <Hash extends string | null>(lead: NewLead, hash: Hash): Tables['leads'] & { idempotency_key: Hash } => ({
  id: randomUUID(),
  email_folded: fold(lead.email),
  ...contentOf(lead),
  idempotency_key: hash,
  created_at: lead.at.toISOString(),
})

const contentOf = (lead: NewLead): Content => ({
  email: storable(lead.email),
  source: lead.source === null ? null : storable(lead.source),
  utm: lead.utm === null ? null : storable(JSON.stringify(lead.utm, Object.keys(lead.utm).sort())),
})

const leadOf = (row: Pick<Tables['leads'], 'id' | 'email' | 'source' | 'utm' | 'created_at'>) => ({
  id: row.id,
  email: row.email,
  source: row.source,
  utm: row.utm === null ? null : readJson('leads.utm', row.utm, isStringRecord),
  createdAt: row.created_at,
})

/** The form in which two spellings of one address are the same. */
export const fold = (email: string): string => storable(email).trim().normalize('NFC').toLowerCase()

/** PostgreSQL accepts neither NUL nor half a surrogate pair: both become U+FFFD, on SQLite too. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')
