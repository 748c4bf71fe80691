import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../sql/schema.ts'
import { guardedAll } from '../sql/store-error.ts'

/** Who did what. It holds ids and counts, never an e-mail address or the content of anything. */
export interface AuditEvent {
  readonly at: string
  /** The user of the operating system that ran a command, or the id of an API key. */
  readonly who: string
  /** The name of the machine, or `api`. */
  readonly from: string
  /** The command, or method and route. */
  readonly what: string
  /** What it concerned: an id, a version, a count. */
  readonly object: string | null
}

/** Lines taken at once. */
const PAGE = 100

/**
 * What commands did, until a service has written it to its log: a command has no log that anybody keeps, and may run on
 * another machine than the service.
 */
export const auditIn = (db: Kysely<Tables>) =>
  guardedAll('audit', {
    async record({ at, who, from, what, object }: AuditEvent): Promise<void> {
      await db.insertInto('audit_events').values({ id: randomUUID(), at, who, origin: from, what, object }).execute()
    },

    /** What waits to be logged, the oldest first. */
    async waiting(): Promise<(AuditEvent & { readonly id: string })[]> {
      const rows = await db.selectFrom('audit_events').selectAll().orderBy('at').orderBy('id').limit(PAGE).execute()
      return rows.map(({ origin, ...event }) => ({ ...event, from: origin }))
    },

    async logged(ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await db.deleteFrom('audit_events').where('id', 'in', ids).execute()
    },
  })
