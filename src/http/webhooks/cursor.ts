import type { Keyset } from '../../store/sql/schema.ts'

/** An opaque cursor: the last row of a page, so that the next page begins behind it. */
export const cursorOf = ({ createdAt, id }: Keyset): string => Buffer.from(`${createdAt} ${id}`).toString('base64url')

const SHAPE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\w-]{1,64})$/

/** Undefined when the text is not a cursor of this service. */
export function placeOf(cursor: string): Keyset | undefined {
  const [, createdAt, id] = SHAPE.exec(Buffer.from(cursor.slice(0, 200), 'base64url').toString()) ?? []
  return createdAt === undefined || id === undefined ? undefined : { createdAt, id }
}
