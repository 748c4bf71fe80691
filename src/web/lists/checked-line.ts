import type { CnShort } from '../../answer/short-response.ts'
import type { Reply } from './batch-client.ts'
import type { Line } from './lines.ts'

/** A line and the reply to it; null: not sent, or no reply yet. */
export interface CheckedLine {
  readonly line: Line
  readonly reply: Reply | null
}

/** The answer to a line; null where there is none. */
export const answerTo = ({ reply }: CheckedLine): CnShort | null => (reply?.status === 'ok' ? reply : null)

/**
 * The classes by which a list is sorted and filtered, the gravest first: everything is banned some way; a ban depends on the
 * goods; only conditions or duties; a line that the user must correct; nothing was checked; in none of the lists.
 */
export const LINE_CLASSES = ['ban', 'partial', 'condition', 'problem', 'unchecked', 'clear'] as const
export type LineClass = (typeof LINE_CLASSES)[number]

/** The class of a line is read off the assessment of its answer and never worked out from the matches. */
export function classOf(one: CheckedLine): LineClass {
  const { line, reply } = one
  if (line.skipped === 'date' || line.skipped === 'rounded' || reply?.status === 'error') return 'problem'
  const { checked, extent, reaches } = answerTo(one)?.assessment ?? { checked: false, extent: 'none', reaches: [] }
  if (!checked) return 'unchecked'
  if (reaches.length === 0) return 'clear'
  if (reaches.every(({ kind }) => kind !== 'ban')) return 'condition'
  return extent === 'whole' ? 'ban' : 'partial'
}

/** A code that a line may mean, and what it is called. */
export interface Candidate {
  readonly code: string
  readonly name: string | null
}

const CANDIDATES_AT_MOST = 5

/** The codes that a line may mean: the goods that a name means, or what a code of a wrong length could have been. */
export function candidatesOf({ reply }: CheckedLine): Candidate[] {
  if (reply === null) return []
  const candidates =
    reply.status === 'error' ? reply.suggestions.map((code) => ({ code, name: null })) : (reply.goods ?? [])
  return candidates.slice(0, CANDIDATES_AT_MOST)
}

/** How sure the service is of what a name means; null where it does not say. */
export const confidenceOf = (one: CheckedLine) => answerTo(one)?.meta.name?.confidence ?? null
