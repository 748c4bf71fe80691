import { type CodeSet, type Digits, isDigits, wholeCodes, withoutEx } from '../../base/cn-code.ts'
import { addDays } from '../../base/day.ts'
import { firstListedBy, isInAct, type Listing, provisionId, type RegimeLaw, rowsOf } from '../read/law.ts'
import { inOrderOfLaw } from '../terms/citation.ts'
import type { GrantKind, Provision, Winddown } from '../terms/law.ts'
import type { AsksOf } from './asks.ts'
import type { Entry, Grant, GrantList } from './dataset.ts'
import { openDoubts } from './doubts.ts'
import type { ActDay } from './validity.ts'

export type GrantsOf = ReturnType<typeof grantsOf>

/** Finds the grants of a measure by the ids with which it refers to them: those of today first where two have one place. */
export function grantsOf(source: RegimeLaw, actDay: ActDay, asks: AsksOf) {
  const known = new Map(
    source.grants.flatMap(({ value }) => {
      const stood = stoodIn(value, actDay)
      // Of a grant that has left the act on an unknown day nothing can be said of any day.
      return stood === undefined ? [] : [[provisionId(value), grantOf(value, stood, source, asks)] as const]
    }),
  )
  return (ids: readonly string[] = []): Pick<Entry, GrantList> => {
    const all = ids
      .flatMap((id) => known.get(id) ?? [])
      .toSorted((a, b) => inOrderOfLaw(a.provision.ref, b.provision.ref) || standsLast(a) - standsLast(b))
    const of = (kind: GrantKind) => all.filter(({ provision }) => provision.kind === kind)
    // The law was checked: a wind-down says which contracts it is for.
    const winddowns = of('winddown') as Grant<Winddown>[]
    return { exemptions: of('exemption'), derogations: of('derogation'), winddowns }
  }
}

const standsLast = ({ stood }: Grant<Provision>): number => Number(stood !== null)

/** The days on which a grant stood in the act, if it has left it; null while it stands there, undefined if they are not known. */
function stoodIn(provision: Provision, actDay: ActDay): Grant<Provision>['stood'] | undefined {
  if (isInAct(provision)) return null
  const { since_act, until_act } = provision
  const [from, gone] = [since_act && actDay(since_act), until_act && actDay(until_act)]
  return from && gone ? { from, until: addDays(gone, -1) } : undefined
}

function grantOf(
  provision: Provision,
  stood: Grant<Provision>['stood'],
  source: RegimeLaw,
  asks: AsksOf,
): Grant<Provision> {
  const { goods, written } = goodsOf(provision, source)
  const { data_quality } = source.regime.value
  const doubts = openDoubts(provision)
  return Object.freeze({ provision, stood, goods, written, asks: asks(provision), quality: data_quality, doubts })
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
