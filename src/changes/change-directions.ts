import type { Dataset } from '../law/dataset/dataset.ts'
import type { Direction } from '../law/terms/law.ts'
import type { Change } from './change.ts'
import { viewsOf } from './regime-view.ts'

type Place = Pick<Change, 'type' | 'regime' | 'annex' | 'article'>

/**
 * The directions of trade that a change concerns: those of the measures of its annex, or else of its article. Empty where
 * no measure is found or one of them has no direction: such a change may concern every direction.
 */
export function changeDirections(dataset: Dataset): (change: Place) => readonly Direction[] {
  const found = new Map<string, readonly Direction[]>()
  const views = new Map(viewsOf(dataset).map((view) => [view.code, view]))
  const work = ({ type, regime: code, annex, article }: Place): readonly Direction[] => {
    const view = views.get(code ?? '')
    if (!view) return []
    const { measures, grants } = view.regime.law
    const ofWindDown = grants
      .filter(({ kind, ref }) => type.startsWith('winddown.') && kind === 'winddown' && ref === article)
      .flatMap((winddown) => view.usersOf(winddown))
    const ofArticle = measures.filter((measure) => measure.article === article)
    const ofAnnex = annex === null ? [] : measures.filter((measure) => measure.annex === annex)
    const [first = []] = [
      ofWindDown,
      ...(type.startsWith('listing.') ? [ofAnnex, ofArticle] : [ofArticle, ofAnnex]),
    ].filter((one) => one.length > 0)
    const directions = first.map(({ direction }) => direction)
    return directions.includes(null) ? [] : [...new Set(directions.filter((direction) => direction !== null))]
  }
  return (change) => {
    const key = JSON.stringify([change.type, change.regime, change.annex, change.article])
    const known = found.get(key) ?? work(change)
    found.set(key, known)
    return known
  }
}
