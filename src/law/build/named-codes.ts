import { CN_LENGTH, type Digits, prefixOf, withoutEx } from '../../terms/cn-code.ts'
import type { Provision } from '../../terms/law.ts'
import type { Dataset, Entry, Grant, Regime } from './dataset.ts'

/**
 * The narrowest code around these goods that the regime names beside its lists: in a grant, a doubt or a note. For two codes
 * of eight digits with the same one, grants, doubts and notes say the same. Goods of another length are each told apart.
 */
export type NarrowestNamed = (regime: Regime, goods: Digits) => Digits | null

export function narrowestNamed({ entries, ended }: Pick<Dataset, 'entries' | 'ended'>): NarrowestNamed {
  // Takes ten milliseconds, which the start need not wait for.
  let named: ReturnType<typeof namedBy> | undefined
  return (regime, goods) => {
    if (goods.length !== CN_LENGTH) return goods
    named ??= namedBy([...entries, ...ended])
    const codes = named.get(regime)
    for (let length = CN_LENGTH; length > 0; length--) {
      const around = prefixOf(goods, length)
      if (codes?.has(around)) return around
    }
    return null
  }
}

function namedBy(entries: readonly Entry[]): ReadonlyMap<Regime, ReadonlySet<Digits>> {
  const named = new Map<Regime, Set<Digits>>()
  const seen = new Set<object>()
  /** Lists, grants, doubts and notes serve many entries. */
  const isNew = (part: object): boolean => seen.size < seen.add(part).size
  for (const { regime, exemptions, derogations, winddowns, past, doubts, notes, validity } of entries) {
    const codes = named.get(regime) ?? new Set()
    named.set(regime, codes)
    // A longer code tells the goods of eight digits around it apart from all others.
    const add = (code: Digits) => codes.add(prefixOf(code, CN_LENGTH))
    const addWritten = (parts: readonly { readonly codes?: readonly string[] }[]) => {
      for (const part of parts) if (part.codes && isNew(part)) for (const code of part.codes) add(withoutEx(code))
    }
    const addGrants = (grants: readonly Grant<Provision>[]) => {
      for (const { goods, provision, doubts } of grants.filter(isNew)) {
        goods.codes.forEach(add)
        goods.except.forEach(add)
        // Some of these concern no goods by their codes. To tell more goods apart than necessary does no harm.
        addWritten([provision, { codes: ('except' in provision && provision.except) || [] }, ...doubts])
      }
    }
    for (const list of [exemptions, derogations, winddowns]) if (isNew(list)) addGrants(list)
    if (past && isNew(past))
      for (const list of [past.exemptions, past.derogations, past.winddowns]) addGrants(list.map(({ grant }) => grant))
    addWritten(doubts)
    addWritten(notes)
    validity.narrowerBefore.forEach(add)
  }
  return named
}
