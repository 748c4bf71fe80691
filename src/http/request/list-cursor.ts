import type { Place } from '../../store/webhooks.ts'

/** Where a page ended, as text for a URL that says nothing to a reader. */
export const cursorOf = ({ createdAt, id }: Place): string => Buffer.from(`${createdAt} ${id}`).toString('base64url')

const SHAPE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\w-]{1,64})$/

/** Null when it is no cursor of ours. */
export function placeOf(cursor: string): Place | null {
  const [, createdAt, id] = SHAPE.exec(Buffer.from(cursor.slice(0, 200), 'base64url').toString()) ?? []
  return createdAt === undefined || id === undefined ? null : { createdAt, id }
}
