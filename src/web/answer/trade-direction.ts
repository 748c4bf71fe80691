import type { CnResult } from '../../answer/response/response.ts'
import type { Direction } from '../../law/terms/law.ts'

/** The direction of trade seen from the EU; `other` where a measure is bound to no direction. */
export type TradeDirection = Direction | 'other'
/** In the order in which the page shows them. */
export const TRADE_DIRECTIONS = ['import', 'export', 'transit', 'other'] as const satisfies readonly TradeDirection[]

/** `RU_to_EU` → import, `EU_to_RU` → export, `via_RU` → transit. */
export function tradeDirectionOf(direction: string | null): TradeDirection {
  if (direction === null) return 'other'
  if (direction.startsWith('EU_to_')) return 'export'
  if (direction.endsWith('_to_EU')) return 'import'
  return direction.startsWith('via_') ? 'transit' : 'other'
}

export const isBan = ({ restriction }: Pick<CnResult, 'restriction'>): boolean => restriction.type.endsWith('_ban')
