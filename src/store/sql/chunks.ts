import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DeleteResult, sql } from 'kysely'
import type { Keyset } from './schema.ts'

/** Ids in one statement: both databases limit its parameters. */
const CHUNK = 500

/** A list in pieces, each small enough for one statement. */
export function* chunks<T>(all: readonly T[], size = CHUNK): Generator<T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size)
}

/**
 * Deletes page by page, until a page is empty, and returns how many rows. One long statement would block whoever writes, and
 * SQLite blocks the process, so other requests run between the pages.
 */
export async function deletePages(deletePage: () => Promise<DeleteResult>): Promise<number> {
  for (let gone = 0; ; await nextTurn()) {
    const { numDeletedRows } = await deletePage()
    if (numDeletedRows === 0n) return gone
    gone += Number(numDeletedRows)
  }
}

/** Whether a row comes behind the end of a page that is sorted by time and id; without an end every row does. */
export const afterCursor = (end: Keyset | undefined) =>
  end ? sql<boolean>`(created_at, id) > (${end.createdAt}, ${end.id})` : sql<boolean>`1 = 1`
