import { isGrantList } from '../../law/dataset/dataset.ts'
import type { Route } from '../question/deal.ts'
import { type Concern, concernOf, isConditional } from './concern.ts'
import { isAboveValue } from './fitting.ts'
import { exemptionsOf, isLifted, type Match } from './grants.ts'

export interface ConcernedMatch {
  readonly match: Match
  readonly concern: Concern
}

/** The matches that concern a deal; those that depend on more than countries come last. */
export function concernedBy(matches: readonly Match[], route: Route): readonly ConcernedMatch[] {
  const concerned = matches.flatMap((found): ConcernedMatch[] => {
    const concern = concernOf(found.entry, route)
    const aboveValue = isAboveValue(found.entry, route)
    if (!concern || aboveValue === false) return []
    const match = { ...found, route, ...(aboveValue && { aboveValue }) }
    // A list of what lifts a ban goes with it only where its own conditions fit.
    if (isGrantList(match.entry) && match.entry.exemptions.length > 0 && exemptionsOf(match).length === 0) return []
    return [{ match, concern: settled(match, concern) }]
  })
  if (concerned.every(({ match }) => isGrantList(match.entry))) return []
  return concerned.toSorted((a, b) => Number(isConditional(a.concern)) - Number(isConditional(b.concern)))
}

/** What the match itself settles: contracts that are freed, and measures that wait for an act, ask for nothing. */
function settled(match: Match, concern: Concern): Concern {
  if (concern.kind === 'clause' && isLifted(match)) return { ...concern, kind: null }
  if (concern.kind === 'proof' && match.inForce === 'possibly') return { ...concern, kind: 'end_use' }
  return concern
}

/**
 * The matches as the assessment of the deal counts them: without those that countries do not decide, and what only asks
 * for proof as a condition.
 */
export const decisiveOf = (concerned: readonly ConcernedMatch[]): readonly Match[] =>
  concerned.flatMap(({ match, concern: { kind } }) => {
    if (kind === 'end_use') return []
    return kind === 'proof' ? [{ ...match, entry: { ...match.entry, type: 'restriction' as const } }] : [match]
  })
