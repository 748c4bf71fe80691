import { type CodeSet, isDigits, wholeCodes, withoutEx } from '../../terms/cn-code.ts'
import type { Derogation, Exemption, Provision, Winddown } from '../../terms/law.ts'
import { type Placed, provisionId, type RegimeLaw } from '../read/law.ts'
import type { Grant } from './dataset.ts'
import { openDoubts } from './doubts.ts'

/** Finds the grants of a measure by the ids with which it refers to them. */
export interface GrantsOf {
  exemptions(ids: readonly string[] | undefined): readonly Grant<Exemption>[]
  derogations(ids: readonly string[] | undefined): readonly Grant<Derogation>[]
  winddowns(ids: readonly string[] | undefined): readonly Grant<Winddown>[]
}

export function grantsOf(source: RegimeLaw): GrantsOf {
  const finder = <P extends Provision>(provisions: readonly Placed<P>[]) => {
    const known = new Map(provisions.map(({ value }) => [provisionId(value), grantOf(value, source)]))
    return (ids: readonly string[] | undefined): readonly Grant<P>[] =>
      (ids ?? []).flatMap((id) => {
        const grant = known.get(id)
        return grant ? [grant] : []
      })
  }
  return {
    exemptions: finder(source.exemptions),
    derogations: finder(source.derogations),
    winddowns: finder(source.winddowns),
  }
}

function grantOf<P extends Provision>(provision: P, source: RegimeLaw): Grant<P> {
  const { goods, written } = goodsOf(provision, source)
  const { data_quality } = source.regime.value
  return Object.freeze({ provision, goods, written, quality: data_quality, doubts: openDoubts(provision) })
}

/** The codes that a grant names, or else the rows of its annex. */
function goodsOf(provision: Provision, source: RegimeLaw): { goods: CodeSet; written: readonly string[] } {
  const annex = source.annexes.find(({ declared }) => declared.value.annex === provision.annex)
  if (annex && !provision.codes) {
    const rows = annex.listings
      .map(({ value }) => value)
      .filter(({ category }) => !provision.category || category === provision.category)
    const codes = rows.map(({ code }) => code)
    const except = rows.flatMap((row) => row.except)
    // A row without a code may mean any goods, so the grant may concern all goods.
    if (!codes.every(isDigits)) return { goods: { codes: [], except }, written: [] }
    return {
      goods: { codes, except },
      written: [...new Set(rows.map(({ code, part }) => (part === 'ex' ? `ex ${code}` : code)))],
    }
  }
  const except = 'except' in provision && provision.except ? wholeCodes(provision.except) : []
  // Input codes say what goods are made from; the goods themselves may have any code.
  const anyGoods = 'codes_of' in provision && provision.codes_of === 'input'
  const codes = anyGoods ? [] : (provision.codes ?? []).map(withoutEx)
  return { goods: { codes, except }, written: provision.codes ?? [] }
}
