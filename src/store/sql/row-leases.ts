import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Kind, Tables } from './schema.ts'

/**
 * Leases on rows: webhooks to send to, addresses to write to, lists to screen. A worker claims rows, renews their leases while
 * it works, and releases them; those of a worker that died expire. The lease stands in the row that is worked on, since the
 * lock of that row also keeps writers and workers in order (ADR 0046).
 */
type Leased = 'webhook_endpoints' | 'lists' | 'mail_recipients'

/** How long a lease lasts from a moment. */
export interface Term {
  readonly at: Date
  readonly leaseMs: number
}

export const NO_LEASE = { lease: null, leased_until: null } as const

export const endOf = ({ at, leaseMs }: Term): string => new Date(at.getTime() + leaseMs).toISOString()

/** Whether no worker holds a lease: it is missing or has expired. */
export const isFree = (at: Date, until = 'leased_until') => {
  const end = sql.ref(until)
  return sql<boolean>`(${end} is null or ${end} <= ${at.toISOString()})`
}

/** Leases those of the rows that are free; one that another worker is claiming at this moment is skipped, not waited for. */
export async function acquireLeases<Table extends Leased>(
  db: Kysely<Tables>,
  kind: Kind,
  table: Table,
  ids: readonly string[],
  term: Term,
  only = sql<boolean>`1 = 1`,
): Promise<{ readonly token: string; readonly rows: readonly Selectable<Tables[Table]>[] }> {
  const token = randomUUID()
  if (ids.length === 0) return { token, rows: [] }
  const { rows } = await sql<Selectable<Tables[Table]>>`
    update ${sql.table(table)} set lease = ${token}, leased_until = ${endOf(term)} where id in (
      select id from ${sql.table(table)} where id in (${sql.join(ids)}) and ${only} and ${isFree(term.at)}
      ${kind === 'postgres' ? sql`for update skip locked` : sql``}) returning *`.execute(db)
  return { token, rows }
}

/** Renews a lease, and locks its row for the rest of the transaction; undefined when another worker has it, or the row is gone. */
export async function renewLease<Table extends Leased>(
  db: Kysely<Tables>,
  table: Table,
  id: string,
  token: string,
  until: string,
): Promise<Selectable<Tables[Table]> | undefined> {
  const { rows } = await sql<Selectable<Tables[Table]>>`
    update ${sql.table(table)} set leased_until = ${until} where id = ${id} and lease = ${token} returning *`.execute(
    db,
  )
  return rows[0]
}

/** Ends a lease, as `renewLease` renews one. `nextAt`: when its row is due again, where that is stored. */
export async function releaseLease<Table extends Leased>(
  db: Kysely<Tables>,
  table: Table,
  id: string,
  token: string,
  nextAt?: Date,
): Promise<Selectable<Tables[Table]> | undefined> {
  const next = nextAt ? sql`, next_at = ${nextAt.toISOString()}` : sql``
  const { rows } = await sql<Selectable<Tables[Table]>>`
    update ${sql.table(table)} set lease = null, leased_until = null${next}
    where id = ${id} and lease = ${token} returning *`.execute(db)
  return rows[0]
}
