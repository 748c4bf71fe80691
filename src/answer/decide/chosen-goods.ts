import type { Digits } from '../../base/cn-code.ts'
import type { Choices, NONE_OF_THEM } from './model.ts'

const GOODS = 'goods'

/** The id of the question which goods are meant: `goods`, and `goods.1604` once that heading was chosen. */
export const goodsId = (chosen: Digits | null): string => (chosen === null ? GOODS : `${GOODS}.${chosen}`)

export const isGoodsId = (id: string): boolean => id === GOODS || /^goods\.\d+$/.test(id)

/** The narrowest goods that were chosen, none of those offered, or null where nothing was chosen. */
export function chosenGoods(facts: ReadonlyMap<string, string>): Digits | typeof NONE_OF_THEM | null {
  let chosen = facts.get(GOODS)
  if (chosen === undefined) return null
  for (let next = facts.get(`${GOODS}.${chosen}`); next !== undefined; next = facts.get(`${GOODS}.${chosen}`)) {
    if (!next.startsWith(chosen) || next === chosen) break
    chosen = next
  }
  return chosen as Digits
}

/** What may be chosen now. */
export const choicesNow = ({ choices, choicesBelow }: Choices, chosen: Digits | null) =>
  chosen === null ? choices : choicesBelow(chosen)
