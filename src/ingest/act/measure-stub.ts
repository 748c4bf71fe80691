import type { Day } from '../../base/day.ts'
import { isInAct, type RegimeLaw } from '../../law/read/law.ts'
import { DIRECTIONS, RESTRICTION_TYPES } from '../../law/terms/law.ts'
import { ACTIVITIES } from '../../law/terms/law-schemas.ts'
import type { NamedBan } from './amended-article.ts'
import { knownRegime } from './propose-act.ts'
import type { AmendingAct } from './read-act.ts'

/** The beginning of a measure that a person completes: what the act says of it, and what is left to be decided. */
export interface MeasureStub {
  /** The file of the article, `833-2014/measures/3k.yaml`. */
  readonly path: string
  readonly yaml: string
}

/**
 * A stub for each ban of the goods of an annex, in a provision that law/ does not have. As long as it is not completed, law/
 * is not valid.
 */
export function measureStubs(act: AmendingAct, regimes: readonly RegimeLaw[]): MeasureStub[] {
  return act.articles.flatMap(({ regime, bans }) => {
    const law = regimes.find(({ folder }) => folder === regime)
    if (!law) return []
    const known = law.measures.filter(({ value }) => isInAct(value)).map(({ value }) => value.article)
    const added = act.changes.filter((change) => change.regime === regime).map(({ annex }) => annex)
    const goods = new Set([...knownRegime(law).annexes.keys(), ...added])
    return bans
      .filter(({ provision }) => !known.includes(provision))
      .flatMap((ban) =>
        ban.annexes.filter((annex) => goods.has(annex)).map((annex) => stubOf(law.folder, ban, annex, act)),
      )
  })
}

function stubOf(folder: string, { provision, days }: NamedBan, annex: string, act: AmendingAct): MeasureStub {
  const [, article = provision, paragraph] = /^(\w+)(?:\((\w+)\))?/.exec(provision) ?? []
  return {
    path: `${folder}/measures/${article}.yaml`,
    yaml: `- id: "${article}-${paragraph ?? annex}"
  article: "${provision}"
  annex: ${annex}
  type: # ${RESTRICTION_TYPES.join(', ')}
  direction: # ${DIRECTIONS.join(', ')} or null
  scope: # as in other articles
  movement: { tests: [] } # FIELDS.md, Movements
  activities: [] # ${ACTIVITIES.join(', ')}
  applies_from: ${firstDay(act.inForceFrom, days)}
  inserted_by: ${act.celex}
  title: { pl: "", en: "" }
  summary: { pl: "", en: "" }
`,
  }
}

/** A day that the text names may be that of the ban, or of an exception. */
const firstDay = (inForceFrom: Day | null, days: readonly Day[]): string =>
  days.length > 0
    ? `# ${[inForceFrom ?? 'the first day of the act', ...days].join(' or ')}`
    : (inForceFrom ?? '# the first day of the act')
