import type { CnShort } from '../../answer/response/short-response.ts'
import type { Answer } from '../../answer/response/terms.ts'
import type { Line } from './lines.ts'
import type { Reply } from './reply.ts'

/** A line and the reply to it; null: not sent, or no reply yet. */
export interface CheckedLine {
  readonly line: Line
  readonly reply: Reply | null
}

/** The answer to a line; null where there is none. */
export const answerTo = ({ reply }: CheckedLine): CnShort | null => (reply?.status === 'ok' ? reply : null)

/**
 * The classes by which a list is sorted and filtered, the gravest first: prohibited; depending on a fact; a line that the user
 * must correct; not checked; duties; listed, but nothing to do for this deal or direction; in none of the lists.
 */
export const LINE_CLASSES = ['ban', 'partial', 'problem', 'unchecked', 'condition', 'unconcerned', 'clear'] as const
export type LineClass = (typeof LINE_CLASSES)[number]

const CLASSES: Readonly<Record<Exclude<Answer, 'none'>, LineClass>> = {
  prohibited: 'ban',
  depends: 'partial',
  not_checked: 'unchecked',
  duties: 'condition',
}

/** The class of a line follows its answer, and nothing else. */
export function classOf(one: CheckedLine): LineClass {
  const { line, reply } = one
  if (line.skipped === 'empty' || line.skipped === 'total') return 'unchecked'
  if (line.skipped !== null || reply?.status === 'error') return 'problem'
  const found = answerTo(one)
  if (!found) return 'unchecked'
  return classOfAnswer(found.assessment)
}

export const classOfAnswer = ({ answer, listed }: Pick<CnShort['assessment'], 'answer' | 'listed'>): LineClass =>
  answer === 'none' ? (listed ? 'unconcerned' : 'clear') : CLASSES[answer]

const MAX_CANDIDATES = 5
/** Goods less probable than this are not offered; the API tells them. */
const LEAST_OFFERED = 0.1

/** The codes that a line may mean, and what each is called: the goods that a name means, or what a code of a wrong length could have been. */
export function candidatesOf({ reply }: CheckedLine): { readonly code: string; readonly name: string | null }[] {
  if (reply === null) return []
  const candidates =
    reply.status === 'error'
      ? reply.suggestions.map((code) => ({ code, name: null }))
      : (reply.goods ?? []).filter(({ probability }, at) => at === 0 || probability >= LEAST_OFFERED)
  return candidates.slice(0, MAX_CANDIDATES)
}
