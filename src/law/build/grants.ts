import { inOrderOfLaw } from '../../terms/citation.ts'
import { type CodeSet, type Digits, isDigits, wholeCodes, withoutEx } from '../../terms/cn-code.ts'
import { addDays, type Day } from '../../terms/day.ts'
import type { EndedProvision, Provision } from '../../terms/law.ts'
import { type Listing, type Placed, provisionId, type RegimeLaw } from '../read/law.ts'
import type { AsksOf } from './asks.ts'
import type { Grant, PastGrant, PastGrants } from './dataset.ts'
import { openDoubts } from './doubts.ts'
import type { ActDay } from './validity.ts'

export type GrantsOf = ReturnType<typeof grantsOf>

/** Finds the grants of a measure by the ids with which it refers to them. */
export function grantsOf(source: RegimeLaw, actDay: ActDay, asks: AsksOf) {
  const finder = <P extends Provision>(provisions: readonly Placed<P>[]) => {
    const known = new Map(provisions.map(({ value }) => [provisionId(value), grantOf(value, source, asks)]))
    return (ids: readonly string[] | undefined): readonly Grant<P>[] =>
      (ids ?? [])
        .flatMap((id) => {
          const grant = known.get(id)
          return grant ? [grant] : []
        })
        .toSorted((a, b) => inOrderOfLaw(a.provision.ref, b.provision.ref))
  }
  return {
    exemptions: finder(source.exemptions),
    derogations: finder(source.derogations),
    winddowns: finder(source.winddowns),
    ...pastGrantsOf(source, actDay, asks),
  }
}

function pastGrantsOf(source: RegimeLaw, actDay: ActDay, asks: AsksOf) {
  const pastGrants = <P extends EndedProvision>(provisions: readonly Placed<P>[]): PastGrant<P>[] =>
    provisions.flatMap(({ value }) => {
      const [stoodFrom, gone] = [actDay(value.since_act), actDay(value.until_act)]
      if (stoodFrom === null || gone === null) return []
      return [{ grant: grantOf(value, source, asks), stoodFrom, stoodUntil: addDays(gone, -1) }]
    })
  const all = {
    exemptions: pastGrants(source.ended.exemptions),
    derogations: pastGrants(source.ended.derogations),
    winddowns: pastGrants(source.ended.winddowns),
  }
  const wanted = (wants: (provision: EndedProvision) => boolean): PastGrants | null => {
    const of = <P extends EndedProvision>(list: readonly PastGrant<P>[]) =>
      list.filter(({ grant }) => wants(grant.provision))
    const found = { exemptions: of(all.exemptions), derogations: of(all.derogations), winddowns: of(all.winddowns) }
    const days: readonly Day[] = [...found.exemptions, ...found.derogations, ...found.winddowns].map(
      ({ stoodUntil }) => stoodUntil,
    )
    const until = days.toSorted().at(-1)
    return until === undefined ? null : Object.freeze({ until, ...found })
  }
  return {
    /** Grants of the measure that have left the act; null when there are none. */
    past: (measure: string): PastGrants | null => wanted(({ of }) => of.includes(measure)),
    /** The same with one grant alone, for the rows of its list. */
    pastOf: (provision: EndedProvision): PastGrants | null => wanted((one) => one === provision),
  }
}

function grantOf<P extends Provision>(provision: P, source: RegimeLaw, asks: AsksOf): Grant<P> {
  const { goods, written } = goodsOf(provision, source)
  const { data_quality } = source.regime.value
  const doubts = openDoubts(provision)
  return Object.freeze({ provision, goods, written, asks: asks(provision), quality: data_quality, doubts })
}

/** The codes that a grant names, or else the rows of its annex. */
function goodsOf(provision: Provision, source: RegimeLaw): { goods: CodeSet; written: readonly string[] } {
  const rows = provision.codes ? [] : rowsOf(provision, source)
  const leftOut = [
    ...('except' in provision && provision.except ? wholeCodes(provision.except) : []),
    ...listedWhole(provision.except_annex, source),
  ]
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
  const anyGoods = 'codes_of' in provision && provision.codes_of === 'input'
  const codes = anyGoods ? [] : (provision.codes ?? []).map(withoutEx)
  return { goods: { codes, except: leftOut }, written: provision.codes ?? [] }
}

/** The codes that an annex of today lists whole. */
const listedWhole = (annex: string | undefined, { annexes }: RegimeLaw): Digits[] =>
  annexes
    .filter(({ declared }) => declared.value.annex === annex)
    .flatMap(({ listings }) =>
      listings.flatMap(({ value: { code, part, except } }) =>
        code !== '' && part === '' && except.length === 0 ? [code] : [],
      ),
    )

/** The rows of the annex of a grant: of an open one those of today, of one that has ended those of then too. */
function rowsOf(provision: Provision | EndedProvision, { annexes, ended }: RegimeLaw): readonly Listing[] {
  const rows = <L extends Listing>(
    lists: readonly { declared: Placed<{ annex: string }>; listings: readonly Placed<L>[] }[],
  ) =>
    lists
      .filter(({ declared }) => declared.value.annex === provision.annex)
      .flatMap(({ listings }) => listings.map(({ value }) => value))
  if (!('until_act' in provision)) {
    return rows(annexes).filter(({ category }) => !provision.category || category === provision.category)
  }
  const { rows_of: act } = provision
  return [...rows(annexes), ...rows(ended.annexes)].filter((row) => !act || (row.firstAct || row.act) === act)
}
