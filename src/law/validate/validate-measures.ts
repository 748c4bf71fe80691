import { isDigits, onOnePath, prefixOf, withoutEx } from '../../terms/cn-code.ts'
import type { Measure, Provision } from '../../terms/law.ts'
import { parseLimit } from '../../terms/limit.ts'
import { GRANT_KINDS, type GrantKind, type Law, type Placed, provisionId, type RegimeLaw } from '../read/law.ts'
import type { Inspection } from './inspection.ts'

export function checkMeasures(inspection: Inspection, regime: RegimeLaw): void {
  const { mistake } = inspection
  const ids = new Set<string>()
  for (const measure of regime.measures) {
    const { value, at } = measure
    if (ids.has(value.id)) mistake(at('id'), `measure ${value.id} stands twice`)
    ids.add(value.id)
    checkGoods(inspection, regime, measure)
    checkDirection(inspection, regime, measure)
    checkDates(inspection, measure)
    checkCodeTexts(inspection, regime, measure)
    value.limit?.forEach((limit, index) => {
      if (!parseLimit(limit)) mistake(at('limit', index), `"${limit}" is not a limit such as ">300 EUR item"`)
    })
  }
  for (const { value, at } of regime.uncoded) {
    value.measures.forEach((id, index) => {
      if (!ids.has(id)) mistake(at('measures', index), `no measure ${id}`)
    })
    if (value.measures.length === 0 && value.article === undefined) mistake(at(), 'neither a measure nor an article')
  }
  for (const kind of GRANT_KINDS) checkProvisions(inspection, regime, kind)
}

function checkGoods(inspection: Inspection, regime: RegimeLaw, { value, at }: Placed<Measure>): void {
  const { mistake } = inspection
  const annex = regime.annexes.find(({ declared }) => declared.value.annex === value.annex)
  const named = regime.uncoded.some(({ value: uncoded }) => uncoded.measures.includes(value.id))
  if (value.annex !== null && !annex && !regime.uncoded.some(({ value: uncoded }) => uncoded.annex === value.annex)) {
    mistake(at('annex'), `annex ${value.annex} is neither a table nor among the uncoded`)
  }
  const hasCodes = value.codes !== undefined || annex?.listings.some(({ value: listing }) => listing.code !== '')
  if (!hasCodes && !named) mistake(at('id'), `measure ${value.id} has no code and is not among the uncoded`)
  if (value.goods_also !== undefined && !named)
    mistake(at('goods_also'), 'goods of another list must be named among the uncoded')
  value.codes?.forEach((code, index) => {
    const digits = withoutEx(code)
    if (annex && !annex.listings.some(({ value: listing }) => listing.code === digits)) {
      mistake(at('codes', index), `annex ${value.annex} does not list ${digits}`)
    }
  })
}

/** Checks that notes and doubts about some codes name goods of their measure, and designations codes of the article itself. */
function checkCodeTexts({ mistake }: Inspection, regime: RegimeLaw, { value, at }: Placed<Measure>): void {
  value.listed_as?.forEach(({ codes }, index) => {
    for (const [place, code] of codes.entries()) {
      if (value.annex !== null || !value.codes?.includes(code)) {
        mistake(at('listed_as', index, 'codes', place), `${code} is no code that measure ${value.id} names itself`)
      }
    }
  })
  const annex = regime.annexes.find(({ declared }) => declared.value.annex === value.annex)
  // A code of a listing may have a mistake, which is reported in its table.
  const goods =
    value.codes?.map(withoutEx) ?? annex?.listings.map(({ value: listing }) => listing.code).filter(isDigits)
  const check = (kind: 'code_notes' | 'doubts', index: number, codes: readonly string[]) => {
    for (const [place, code] of codes.entries()) {
      const digits = withoutEx(code)
      if (!goods?.some((one) => onOnePath(one, digits))) {
        mistake(at(kind, index, 'codes', place), `${code} is not among the goods of measure ${value.id}`)
      }
    }
  }
  value.code_notes?.forEach(({ codes }, index) => {
    check('code_notes', index, codes)
  })
  value.doubts?.forEach(({ codes }, index) => {
    check('doubts', index, codes ?? [])
  })
}

function checkDirection({ mistake }: Inspection, regime: RegimeLaw, { value, at }: Placed<Measure>): void {
  const country = regime.regime.value.country
  const flows: Record<string, readonly (string | null)[]> = {
    import: [`${country}_to_EU`],
    export: [`EU_to_${country}`, null],
    transit: [`via_${country}`],
  }
  const allowed = value.direction ? flows[value.direction]! : [null]
  if (!allowed.includes(value.flow)) mistake(at('flow'), `flow ${value.flow} does not fit direction ${value.direction}`)
  const types: Record<string, string> = { import_ban: 'import', export_ban: 'export' }
  const wanted = types[value.type]
  if (wanted && value.direction !== wanted) mistake(at('type'), `an ${value.type} has direction ${wanted}`)
}

function checkDates({ acts, mistake }: Inspection, { value, at }: Placed<Measure>): void {
  const inserted = acts.get(value.inserted_by)
  if (!inserted) mistake(at('inserted_by'), `${value.inserted_by} is not in acts`)
  const amended = value.amended_by === undefined ? undefined : acts.get(value.amended_by)
  if (value.amended_by !== undefined && !amended) mistake(at('amended_by'), `${value.amended_by} is not in acts`)
  if (value.applies_from && inserted?.in_force_from && value.applies_from < inserted.in_force_from) {
    mistake(
      at('applies_from'),
      `applies from ${value.applies_from}, before ${value.inserted_by} (${inserted.in_force_from})`,
    )
  }
  if (inserted?.date && amended?.date && amended.date < inserted.date) {
    mistake(at('amended_by'), `${value.amended_by} is older than ${value.inserted_by}`)
  }
  if (value.waits_for_act && value.applies_from)
    mistake(at('applies_from'), 'a measure that waits for an act has no first day')
  if (value.applies_from === null && !value.doubts?.some(({ about }) => about === 'applies_from')) {
    mistake(at('applies_from'), 'an unknown first day is a doubt about applies_from')
  }
}

function checkProvisions(inspection: Inspection, regime: RegimeLaw, kind: GrantKind): void {
  const { nomenclatures, mistake } = inspection
  const provisions: readonly Placed<Provision>[] = regime[kind]
  const known = new Map<string, Placed<Provision>>()
  for (const provision of provisions) {
    const { value, at } = provision
    const id = provisionId(value)
    if (known.has(id)) mistake(at('ref'), `${id} stands twice among the ${kind}`)
    known.set(id, provision)
    const { from } = value
    if (from === undefined && kind !== 'winddowns' && hasConditions(inspection.law))
      mistake(at('ref'), 'no first day: from, with from_basis: at_latest where it may be older')
    if (from && value.until && value.until < from)
      mistake(at('until'), `ends ${value.until}, before it begins (${from})`)
    value.doubts?.forEach((doubt, index) => {
      for (const [place, code] of (doubt.codes ?? []).entries()) {
        if (nomenclatures.existedIn(prefixOf(withoutEx(code), 8)).length === 0) {
          mistake(at('doubts', index, 'codes', place), `${code} is in no CN year`)
        }
      }
    })
    if ('contracts_before' in value && value.contracts_before === null && (value.until !== null || !value.from))
      mistake(at('contracts_before'), 'where it is not known, the first day is given and the last day is not')
    if ('contracts_before' in value && value.until && value.contracts_before && value.until < value.contracts_before) {
      mistake(at('until'), `ends ${value.until}, before the contracts' cut-off ${value.contracts_before}`)
    }
    checkList(inspection, regime, provision)
    checkOnly(inspection, provision)
  }
  const used = new Set<string>()
  for (const { value, at } of regime.measures) {
    value[kind]?.forEach((id, index) => {
      if (!known.has(id)) mistake(at(kind, index), `no ${id} among the ${kind}`)
      used.add(id)
    })
  }
  // What only measures of the past refer to may still stand in the act.
  for (const { value } of regime.ended.measures) for (const id of value[kind] ?? []) used.add(id)
  for (const [id, { at }] of known) if (!used.has(id)) mistake(at('ref'), `no measure refers to ${id}`)
}

function checkList({ mistake }: Inspection, regime: RegimeLaw, { value, at }: Placed<Provision>): void {
  if (value.except_annex !== undefined) {
    const left = regime.annexes.find(({ declared }) => declared.value.annex === value.except_annex)
    if (!left) mistake(at('except_annex'), `annex ${value.except_annex} has no table`)
  }
  if (value.annex === undefined) {
    if (value.category !== undefined) mistake(at('category'), 'a category belongs to an annex, and none is named')
    return
  }
  const annex = regime.annexes.find(({ declared }) => declared.value.annex === value.annex)
  if (!annex) mistake(at('annex'), `annex ${value.annex} has no table`)
  else if (value.category && !annex.listings.some(({ value: listing }) => listing.category === value.category)) {
    mistake(at('category'), `annex ${value.annex} has no category "${value.category}"`)
  }
}

/** Whether grants of this law have conditions. A law from before they had any also lacks the first days of many. */
const hasConditions = (law: Law): boolean =>
  law.regimes.some((regime) => GRANT_KINDS.some((kind) => regime[kind].some(({ value }) => value.only)))

/** Checks the conditions that a deal is held against. */
function checkOnly({ law, mistake }: Inspection, { value, at }: Placed<Provision>): void {
  if (value.from_basis !== undefined && value.from === undefined)
    mistake(at('from_basis'), 'says how well a first day is known, and there is none')
  const { only } = value
  if (only === undefined) return
  const { member_states = [], except_member_states = [], destination, destinations = [] } = only
  const countries = law.countries?.value
  const members = [...member_states, ...except_member_states.map(({ code }) => code)]
  for (const code of members) {
    if (!countries?.union.some((member) => member.code === code)) mistake(at('only'), `${code} is no Member State`)
  }
  for (const code of destinations) {
    if (!countries?.countries.some((country) => country.code === code))
      mistake(at('only', 'destinations'), `${code} is not among the countries`)
  }
  if (destination !== undefined && destinations.length > 0)
    mistake(at('only'), 'names countries of destination and says where they lie at once')
}
