import type { CnShort } from '../../answer/short-response.ts'
import type { FindingKind } from '../../terms/law-vocabulary.ts'
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
 * goods; only conditions or duties; a deal that is banned only for some use or persons, or where no code settles all that
 * the countries ask for; a line that the user must correct; nothing was checked; listed, but not for this deal or direction; in none of the lists.
 */
export const LINE_CLASSES = [
  'ban',
  'partial',
  'condition',
  'end_use',
  'unsettled',
  'problem',
  'unchecked',
  'unconcerned',
  'clear',
] as const
export type LineClass = (typeof LINE_CLASSES)[number]

/** The classes that lines of a list about deals, or of any other, may have. */
export const classesFor = (isOfDeals: boolean): LineClass[] =>
  LINE_CLASSES.filter((name) => isOfDeals || (name !== 'end_use' && name !== 'unsettled'))

/** The class of a line is read off the assessment of its answer, of a deal also off its findings; never off the matches. */
export function classOf(one: CheckedLine): LineClass {
  const { line, reply } = one
  if (line.skipped === 'empty' || line.skipped === 'total') return 'unchecked'
  if (line.skipped !== null || reply?.status === 'error') return 'problem'
  const answer = answerTo(one)
  if (!answer?.assessment.checked) return 'unchecked'
  const { extent, reaches, listed } = answer.assessment
  if (reaches.length === 0) {
    // Of goods that are a guess, nothing is known.
    const clear = answer.meta.name?.confidence === 'low' ? 'unchecked' : 'clear'
    return classOfDeal(answer.deal?.findings ?? []) ?? (listed ? 'unconcerned' : clear)
  }
  if (reaches.every(({ kind }) => kind !== 'ban')) return 'condition'
  return extent === 'whole' ? 'ban' : 'partial'
}

/** Of a deal that no measure catches by its countries; null where nothing was found. */
function classOfDeal(all: readonly { readonly kind: FindingKind; readonly control?: string }[]): LineClass | null {
  // Controls that are no sanctions are no part of the verdict.
  const findings = all.filter(({ control }) => control === undefined)
  if (findings.length === 0) return null
  const graver = findings.filter(({ kind }) => kind !== 'not_checked' && kind !== 'end_use')
  if (findings.every(({ kind }) => kind === 'end_use')) return 'end_use'
  // Where nothing graver was found but a hint of TARIC, what no code settles decides.
  if (graver.every(({ kind }) => kind === 'control') && findings.some(({ kind }) => kind === 'not_checked'))
    return 'unsettled'
  return 'condition'
}

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
