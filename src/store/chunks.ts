/** Ids in one statement: both databases limit its parameters. */
const CHUNK = 500

/** A list in pieces, each small enough for one statement. */
export function* chunks<T>(all: readonly T[], size = CHUNK): Generator<T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size)
}
