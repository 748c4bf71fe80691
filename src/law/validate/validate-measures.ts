import { isDigits, onOnePath, prefixOf, withoutEx } from '../../base/cn-code.ts'
import { addDays } from '../../base/day.ts'
import {
  firstListedBy,
  isGone,
  isInAct,
  type Listing,
  type Placed,
  provisionId,
  type RegimeLaw,
  rowsOf,
} from '../read/law.ts'
import type { GrantKind, Measure, Provision } from '../terms/law.ts'
import { parseLimit } from '../terms/limit.ts'
import { dayOfAct, type Inspection } from './inspection.ts'

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
    checkEnd(inspection, measure)
    checkCodeTexts(inspection, regime, measure)
    checkPlaces(inspection, regime, measure)
    value.limit?.forEach((limit, index) => {
      if (!parseLimit(limit)) mistake(at('limit', index), `"${limit}" is not a limit such as ">300 EUR item"`)
    })
  }
  const inAct = new Set(regime.measures.flatMap(({ value }) => (isInAct(value) ? value.id : [])))
  for (const { value, at } of regime.uncoded) {
    value.measures.forEach((id, index) => {
      if (!inAct.has(id)) mistake(at('measures', index), `no measure ${id}`)
    })
    if (value.measures.length === 0 && value.article === undefined) mistake(at(), 'neither a measure nor an article')
  }
  checkGrants(inspection, regime)
}

/** Places by their names are told beside the goods without codes that the measure stands for. */
function checkPlaces({ mistake }: Inspection, regime: RegimeLaw, { value, at }: Placed<Measure>): void {
  const seen = new Set<string>()
  value.places?.forEach(({ kind, name, from, until }, index) => {
    if (seen.has(`${kind} ${name}`)) mistake(at('places', index), `${name} stands twice`)
    seen.add(`${kind} ${name}`)
    if (value.applies_from !== null && from < value.applies_from)
      mistake(at('places', index), `${name} is listed from ${from}, before the measure`)
    if (until !== undefined && until < from) mistake(at('places', index), `${name} ends before it begins`)
  })
  if (value.places && !regime.uncoded.some((one) => one.value.measures.includes(value.id)))
    mistake(at('places'), 'no entry of uncoded in annexes.yaml refers to this measure')
}

/** The rows of the annex of a measure or grant, of one that has ended those of the past too; undefined where it has no table. */
function listingsOf(
  { annexes }: RegimeLaw,
  { annex: name, until_act }: Pick<Provision, 'until_act'> & { readonly annex?: string | null },
): readonly Listing[] | undefined {
  const annex = annexes.find(({ declared }) => declared.value.annex === name)
  if (!annex || (until_act === undefined && isGone(annex))) return undefined
  return until_act === undefined ? rowsOf(annex) : [...rowsOf(annex), ...rowsOf(annex, false)]
}

function checkGoods(inspection: Inspection, regime: RegimeLaw, { value, at }: Placed<Measure>): void {
  const { mistake } = inspection
  const rows = listingsOf(regime, value)
  const named = regime.uncoded.some(({ value: uncoded }) => uncoded.measures.includes(value.id))
  if (value.annex !== null && !rows && !regime.uncoded.some(({ value: uncoded }) => uncoded.annex === value.annex)) {
    mistake(at('annex'), `annex ${value.annex} is neither a table nor among the uncoded`)
  }
  const hasCodes = value.codes !== undefined || rows?.some(({ code }) => code !== '')
  if (!hasCodes && !named) mistake(at('id'), `measure ${value.id} has no code and is not among the uncoded`)
  if (value.goods_also !== undefined && !named)
    mistake(at('goods_also'), 'goods of another list must be named among the uncoded')
  value.codes?.forEach((code, index) => {
    const digits = withoutEx(code)
    if (rows && !rows.some((row) => row.code === digits)) {
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
  // A code of a listing may have a mistake, which is reported in its table.
  const goods =
    value.codes?.map(withoutEx) ??
    listingsOf(regime, value)
      ?.map(({ code }) => code)
      .filter(isDigits)
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

/** Checks that a measure that has ended says with which act, and ends the day before it. */
function checkEnd(inspection: Inspection, { value, at }: Placed<Measure>): void {
  const { mistake } = inspection
  const { until, until_act, applies_from } = value
  if ((until === undefined) !== (until_act === undefined))
    mistake(at('until'), 'a measure that has ended has its last day and the act that ended it')
  if (until === undefined || until_act === undefined) return
  const gone = dayOfAct(inspection, () => at('until_act'), until_act)
  if (gone && addDays(until, 1) !== gone) {
    mistake(at('until'), `ends ${until}, ${until_act} came into force on ${gone}`)
  }
  if (applies_from && applies_from > until) {
    mistake(at('until'), `ends ${until}, before it applies (${applies_from})`)
  }
}

function checkGrants(inspection: Inspection, regime: RegimeLaw): void {
  const { mistake } = inspection
  const known = new Map<string, Placed<Provision>>()
  for (const grant of regime.grants) {
    const id = provisionId(grant.value)
    if (known.has(id)) mistake(grant.at('ref'), `${id} stands twice among the grants`)
    known.set(id, grant)
    checkGrantDays(inspection, grant)
    checkGrantActs(inspection, grant)
    checkGrantGoods(inspection, regime, grant)
    checkOnly(inspection, grant)
  }
  const used = new Set<string>()
  for (const { value, at } of regime.measures) {
    value.grants?.forEach((id, index) => {
      if (!known.has(id)) mistake(at('grants', index), `no ${id} among the grants`)
      used.add(id)
    })
  }
  for (const [id, { at }] of known) if (!used.has(id)) mistake(at('ref'), `no measure refers to ${id}`)
}

/** What only grants of one kind have. */
const KIND_OF: readonly (readonly [keyof Provision, GrantKind])[] = [
  ['codes_of', 'exemption'],
  ['frees', 'exemption'],
  ['authority', 'derogation'],
  ['services_only', 'derogation'],
  ['contracts_before', 'winddown'],
]

function checkGrantDays({ mistake }: Inspection, { value, at }: Placed<Provision>): void {
  const { kind, from, until, contracts_before } = value
  for (const [key, own] of KIND_OF) {
    if (value[key] !== undefined && kind !== own) mistake(at(key), `only the kind ${own} has ${key}`)
  }
  if (kind === 'winddown' && contracts_before === undefined)
    mistake(at('ref'), 'a wind-down says which contracts it is for: contracts_before')
  if (isInAct(value) && from === undefined && kind !== 'winddown')
    mistake(at('ref'), 'no first day: from, with from_basis: at_latest where it may be older')
  if (from && until && until < from) mistake(at('until'), `ends ${until}, before it begins (${from})`)
  if (contracts_before === null && (until !== null || !from))
    mistake(at('contracts_before'), 'where it is not known, the first day is given and the last day is not')
  if (until && contracts_before && until < contracts_before) {
    mistake(at('until'), `ends ${until}, before the contracts' cut-off ${contracts_before}`)
  }
}

/** Checks that a grant that was taken out of the act says which acts put it there and took it out. */
function checkGrantActs(inspection: Inspection, { value, at }: Placed<Provision>): void {
  const { since_act, until_act } = value
  if ((since_act === undefined) !== (until_act === undefined))
    inspection.mistake(at('until_act'), 'a grant that has ended has since_act and until_act, and no other has them')
  if (since_act === undefined || until_act === undefined) return
  const since = dayOfAct(inspection, () => at('since_act'), since_act)
  const gone = dayOfAct(inspection, () => at('until_act'), until_act)
  if (since && gone && gone <= since) inspection.mistake(at('until_act'), `${until_act} is not later than ${since_act}`)
}

function checkGrantGoods(inspection: Inspection, regime: RegimeLaw, { value, at }: Placed<Provision>): void {
  const { nomenclatures, mistake } = inspection
  value.doubts?.forEach((doubt, index) => {
    for (const [place, code] of (doubt.codes ?? []).entries()) {
      if (nomenclatures.existedIn(prefixOf(withoutEx(code), 8)).length === 0) {
        mistake(at('doubts', index, 'codes', place), `${code} is in no CN year`)
      }
    }
  })
  const { annex, category, rows_of, except_annex } = value
  if (except_annex !== undefined && !regime.annexes.some(({ declared }) => declared.value.annex === except_annex))
    mistake(at('except_annex'), `annex ${except_annex} has no table`)
  if (annex === undefined) {
    if (category !== undefined) mistake(at('category'), 'a category belongs to an annex, and none is named')
    if (rows_of !== undefined) mistake(at('rows_of'), 'rows belong to an annex, and none is named')
    return
  }
  const rows = listingsOf(regime, value)
  if (!rows) mistake(at('annex'), `annex ${annex} has no table`)
  else if (category && !rows.some((row) => row.category === category)) {
    mistake(at('category'), `annex ${annex} has no category "${category}"`)
  } else if (rows_of && !rows.some((row) => firstListedBy(row) === rows_of)) {
    mistake(at('rows_of'), `${rows_of} first listed no row of annex ${annex}`)
  }
}

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
