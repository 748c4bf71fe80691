/** A threshold as data: goods above EUR 300 an item, a price of at most USD 44.1 a barrel. */
export interface Limit {
  readonly operator: '>' | '>=' | '<='
  readonly amount: number
  readonly unit: string
  readonly scope: string
}

/** The thresholds of a listing; `any` stands for "of any value", which is not the same as saying nothing. */
export type Limits = readonly Limit[] | 'any'

/** The scopes of a limit and the units of each; anything else in `law/` is a mistake. */
const LIMIT_UNITS: Readonly<Record<string, readonly string[]>> = {
  item: ['EUR'],
  value: ['EUR'],
  /** Of goods that are coats, which their description decides: the limit on other goods of the row does not concern them. */
  coat: ['EUR'],
  price: ['USD/barrel'],
  quota: ['kt'],
  cylinder_capacity: ['cm3'],
  ground_clearance: ['mm'],
  petroleum_oils: ['%'],
  diamond: ['carat'],
}

const SHAPE = /^(>=|<=|>)(\d+(?:\.\d+)?) (\S+) ([a-z_]+)$/

/** `>300 EUR item` → data; undefined when it is not in the vocabulary. */
export function parseLimit(text: string): Limit | undefined {
  const [, operator, amount, unit, scope] = SHAPE.exec(text) ?? []
  if (!operator || !unit || !scope) return undefined
  if (!Object.hasOwn(LIMIT_UNITS, scope) || !LIMIT_UNITS[scope]?.includes(unit)) return undefined
  return { operator: operator as Limit['operator'], amount: Number(amount), unit, scope }
}

/** The inverse of `parseLimit`. */
export const printLimit = ({ operator, amount, unit, scope }: Limit): string => `${operator}${amount} ${unit} ${scope}`

/** As a cell of an annex in `law/` writes them; empty when there are none. */
export const printLimits = (limits: Limits): string => (limits === 'any' ? 'any' : limits.map(printLimit).join('; '))
