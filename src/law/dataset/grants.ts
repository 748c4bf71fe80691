import { type CodeSet, type Digits, isDigits, wholeCodes, withoutEx } from '../../base/cn-code.ts'
import { addDays } from '../../base/day.ts'
import { firstListedBy, isInAct, type Listing, provisionId, type RegimeLaw, rowsOf } from '../read/law.ts'
import { inOrderOfLaw } from '../terms/citation.ts'
import type { GrantKind, Provision } from '../terms/law.ts'
import type { AsksOf } from './asks.ts'
import type { Entry, Grant, GrantList, PastGrant, PastGrants } from './dataset.ts'
import { openDoubts } from './doubts.ts'
import type { ActDay } from './validity.ts'

export type GrantsOf = ReturnType<typeof grantsOf>

/** Finds the grants of a measure by the ids with which it refers to them. */
export function grantsOf(source: RegimeLaw, actDay: ActDay, asks: AsksOf) {
  const known = new Map(source.grants.map(({ value }) => [provisionId(value), grantOf(value, source, asks)]))
  const found = (ids: readonly string[] = []): Grant<Provision>[] => ids.flatMap((id) => known.get(id) ?? [])
  return (ids: readonly string[] | undefined): Pick<Entry, GrantList | 'past'> => {
    const all = found(ids)
    const open = all
      .filter(({ provision }) => isInAct(provision))
      .toSorted((a, b) => inOrderOfLaw(a.provision.ref, b.provision.ref))
    const past = all.flatMap((grant) => pastOf(grant, actDay) ?? [])
    const until = past
      .map(({ stoodUntil }) => stoodUntil)
      .toSorted()
      .at(-1)
    // The law was checked: a wind-down says which contracts it is for.
    return {
      ...(byKind(open, ({ provision }) => provision) as Pick<Entry, GrantList>),
      past: until
        ? Object.freeze({ until, ...(byKind(past, ({ grant }) => grant.provision) as Omit<PastGrants, 'until'>) })
        : null,
    }
  }
}

function byKind<T>(all: readonly T[], provisionOf: (one: T) => Provision): Record<GrantList, T[]> {
  const of = (kind: GrantKind) => all.filter((one) => provisionOf(one).kind === kind)
  return { exemptions: of('exemption'), derogations: of('derogation'), winddowns: of('winddown') }
}

/** A grant that has left the act, and the days on which it stood there; null where they are not known. */
function pastOf(grant: Grant<Provision>, actDay: ActDay): PastGrant<Provision> | null {
  const { since_act, until_act } = grant.provision
  const [stoodFrom, gone] = [since_act && actDay(since_act), until_act && actDay(until_act)]
  return stoodFrom && gone ? { grant, stoodFrom, stoodUntil: addDays(gone, -1) } : null
}

function grantOf(provision: Provision, source: RegimeLaw, asks: AsksOf): Grant<Provision> {
  const { goods, written } = goodsOf(provision, source)
  const { data_quality } = source.regime.value
  const doubts = openDoubts(provision)
  return Object.freeze({ provision, goods, written, asks: asks(provision), quality: data_quality, doubts })
}

/** The codes that a grant names, or else the rows of its annex. */
function goodsOf(provision: Provision, source: RegimeLaw): { goods: CodeSet; written: readonly string[] } {
  const rows = provision.codes ? [] : listingsOf(provision, source)
  const leftOut = [...wholeCodes(provision.except ?? []), ...listedWhole(provision.except_annex, source)]
  if (rows.length > 0) {
    const codes = rows.map(({ code }) => code)
    const except = [...rows.flatMap((row) => row.except), ...leftOut]
    // A row without a code may mean any goods, so the grant may concern all goods.
    if (!codes.every(isDigits)) return { goods: { codes: [], except }, written: [] }
    return {
      goods: { codes, except },
      written: [...new Set(rows.map(({ code, part }) => (part === 'ex' ? `ex ${code}` : code)))],
    }
  }
  // Input codes say what goods are made from; the goods themselves may have any code.
  const anyGoods = provision.codes_of === 'input'
  const codes = anyGoods ? [] : (provision.codes ?? []).map(withoutEx)
  return { goods: { codes, except: leftOut }, written: provision.codes ?? [] }
}

/** The codes that an annex of today lists whole. */
const listedWhole = (annex: string | undefined, { annexes }: RegimeLaw): Digits[] =>
  annexes
    .filter(({ declared }) => declared.value.annex === annex)
    .flatMap((list) => rowsOf(list))
    .flatMap(({ code, part, except }) => (code !== '' && part === '' && except.length === 0 ? [code] : []))

/** The rows of the annex of a grant: of an open one those of today, of one that has ended those of then too. */
function listingsOf(provision: Provision, { annexes }: RegimeLaw): readonly Listing[] {
  const annex = annexes.find(({ declared }) => declared.value.annex === provision.annex)
  if (!annex) return []
  const { category, rows_of: act } = provision
  if (isInAct(provision)) return rowsOf(annex).filter((row) => !category || category === row.category)
  return [...rowsOf(annex), ...rowsOf(annex, false)].filter((row) => !act || firstListedBy(row) === act)
}
