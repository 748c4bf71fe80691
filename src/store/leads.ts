import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'
import { guarded } from './store-error.ts'

export interface NewLead {
  readonly email: string
  readonly source: string | null
  readonly utm: Readonly<Record<string, string>> | null
  /** As the caller sent it; null when it sent none, and then every request is a new lead. */
  readonly idempotencyKey: string | null
  readonly at: Date
}

export interface Lead {
  readonly id: string
  readonly email: string
  readonly source: string | null
  readonly utm: Readonly<Record<string, string>> | null
  /** ISO, UTC, milliseconds. */
  readonly createdAt: string
}

export interface Leads {
  /** Durable once it resolves. `repeated`: key and content are known; `conflict`: the key, with other content. */
  add(lead: NewLead): Promise<'stored' | 'repeated' | 'conflict'>
  /** All leads, oldest first, a page at a time. */
  exportAll(): AsyncIterable<Lead>
  /** Deletes every lead of that e-mail, whatever its case; how many there were. */
  forget(email: string): Promise<number>
  /** Deletes what was stored before that moment; how many there were. */
  forgetBefore(moment: Date): Promise<number>
  count(): Promise<number>
}

/** Rows read or deleted at once. SQLite answers without ever waiting: between pages other requests get their turn. */
const PAGE = 500

/** `scrub` runs after each deletion, to take what was deleted out of the database's own logs. */
export function leadsIn(db: Kysely<Tables>, scrub: () => Promise<void>): Leads {
  async function add(lead: NewLead): Promise<'stored' | 'repeated' | 'conflict'> {
    const row = rowOf(lead)
    // A single statement is a transaction of its own: committed, and on disk, when it returns.
    const result = await db
      .insertInto('leads')
      .values(row)
      .onConflict((key) => key.column('idempotency_key').doNothing())
      .executeTakeFirst()
    if (result.numInsertedOrUpdatedRows === 1n) return 'stored'
    const earlier = await db
      .selectFrom('leads')
      .select(['email', 'source', 'utm'])
      .where('idempotency_key', '=', row.idempotency_key)
      .executeTakeFirst()
    if (!earlier) return add(lead) // forgotten between the two statements
    const same = earlier.email === row.email && earlier.source === row.source && earlier.utm === row.utm
    return same ? 'repeated' : 'conflict'
  }

  const pageAfter = (last: { created_at: string; id: string } | undefined) =>
    db
      .selectFrom('leads')
      .select(['id', 'email', 'source', 'utm', 'created_at'])
      .$if(last !== undefined, (query) =>
        query.where((is) => is(is.refTuple('created_at', 'id'), '>', is.tuple(last!.created_at, last!.id))),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(PAGE)
      .execute()

  async function* exportAll(): AsyncGenerator<Lead> {
    let page = await guarded('leads.export', () => pageAfter(undefined))
    while (page.length > 0) {
      for (const row of page) yield leadOf(row)
      const last = page.at(-1)
      await nextTurn()
      page = page.length < PAGE ? [] : await guarded('leads.export', () => pageAfter(last))
    }
  }

  async function forget(email: string): Promise<number> {
    const gone = await db.deleteFrom('leads').where('email_folded', '=', fold(email)).executeTakeFirst()
    await scrub()
    return Number(gone.numDeletedRows)
  }

  async function forgetBefore(moment: Date): Promise<number> {
    const oldest = db.selectFrom('leads').select('id').where('created_at', '<', moment.toISOString()).limit(PAGE)
    // Page by page: one long statement would keep new leads waiting.
    for (let gone = 0; ; await nextTurn()) {
      const { numDeletedRows } = await db.deleteFrom('leads').where('id', 'in', oldest).executeTakeFirst()
      gone += Number(numDeletedRows)
      if (numDeletedRows === 0n) {
        await scrub()
        return gone
      }
    }
  }

  async function count(): Promise<number> {
    const row = await db
      .selectFrom('leads')
      .select((of) => of.fn.countAll().as('leads'))
      .executeTakeFirstOrThrow()
    return Number(row.leads) // PostgreSQL counts in bigint, which arrives as text
  }

  return {
    add: (lead) => guarded('leads.add', () => add(lead)),
    exportAll,
    forget: (email) => guarded('leads.forget', () => forget(email)),
    forgetBefore: (moment) => guarded('leads.forgetBefore', () => forgetBefore(moment)),
    count: () => guarded('leads.count', count),
  }
}

const rowOf = (lead: NewLead): Tables['leads'] => ({
  id: randomUUID(),
  email: storable(lead.email),
  email_folded: fold(lead.email),
  source: lead.source === null ? null : storable(lead.source),
  utm: lead.utm === null ? null : storable(JSON.stringify(lead.utm, Object.keys(lead.utm).sort())),
  idempotency_key: lead.idempotencyKey === null ? null : storable(lead.idempotencyKey),
  created_at: lead.at.toISOString(),
})

const leadOf = (row: Pick<Tables['leads'], 'id' | 'email' | 'source' | 'utm' | 'created_at'>): Lead => ({
  id: row.id,
  email: row.email,
  source: row.source,
  utm: row.utm === null ? null : JSON.parse(row.utm),
  createdAt: row.created_at,
})

const fold = (email: string): string => storable(email).trim().normalize('NFC').toLowerCase()

/** PostgreSQL takes neither NUL nor half a surrogate pair: both become U+FFFD, on SQLite too. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')
