import type { CnResponse } from '../../answer/response/response.ts'
import type { DocumentPurpose } from '../../law/terms/law.ts'
import { PURPOSE_NAMES } from '../../law/terms/purpose-names.ts'
import { TRADE_DIRECTIONS, type TradeDirection } from './trade-direction.ts'

type DocumentCode = CnResponse['meta']['documents'][number]

const PURPOSES = Object.keys(PURPOSE_NAMES) as DocumentPurpose[]

/**
 * The document codes of an answer as a declarant looks for them: for declarations of one direction under the sanctions
 * against one country, by what they state. A code that belongs to several declarations is in each.
 */
export function documentGroups({ meta: { documents }, scope }: CnResponse) {
  return scope.regimes.flatMap(({ code: regime }) =>
    TRADE_DIRECTIONS.flatMap((direction) => {
      const own = documents.filter(
        (one) => one.regime === regime && directionsOf(one, scope.directions).includes(direction),
      )
      const purposes = PURPOSES.map((purpose) => ({ purpose, documents: own.filter((one) => one.purpose === purpose) }))
      const some = purposes.filter((group) => group.documents.length > 0)
      return some.length > 0 ? [{ regime, direction, purposes: some }] : []
    }),
  )
}

/** The directions among those asked about that a document belongs to. */
function directionsOf({ directions }: DocumentCode, asked: readonly TradeDirection[]): readonly TradeDirection[] {
  return directions.length === 0 ? ['other'] : directions.filter((direction) => asked.includes(direction))
}
