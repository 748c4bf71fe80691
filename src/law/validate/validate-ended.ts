import { addDays, type Day } from '../../terms/day.ts'
import type { EndedMeasure, EndedProvision } from '../../terms/law.ts'
import { listingSince } from '../build/validity.ts'
import {
  type EndedAnnex,
  type EndedListing,
  GRANT_KINDS,
  type Listing,
  type Placed,
  provisionId,
  type RegimeLaw,
} from '../read/law.ts'
import type { Locate } from '../read/mistakes.ts'
import type { Inspection } from './inspection.ts'
import { ALLOWED_USES, usesOf } from './validate-annexes.ts'

/** Checks what has left an act: every span has its acts, the days are those of the acts, and no row is listed twice at a time. */
export function checkEnded(inspection: Inspection, regime: RegimeLaw): void {
  const seen = new Set<string>()
  for (const annex of regime.ended.annexes) {
    const { value, at } = annex.declared
    if (seen.has(value.annex)) inspection.mistake(at('annex'), `annex ${value.annex} is declared twice`)
    seen.add(value.annex)
    checkAnnex(inspection, regime, annex)
    for (const listing of annex.listings) checkRow(inspection, listing)
    checkOverlaps(inspection, regime, annex)
  }
  const ids = new Set(regime.measures.map(({ value }) => value.id))
  for (const measure of regime.ended.measures) {
    if (ids.has(measure.value.id)) inspection.mistake(measure.at('id'), `measure ${measure.value.id} stands twice`)
    ids.add(measure.value.id)
    checkMeasure(inspection, regime, measure)
  }
  for (const kind of GRANT_KINDS) {
    const known = new Set(regime[kind].map(({ value }) => provisionId(value)))
    for (const provision of regime.ended[kind]) {
      const id = provisionId(provision.value)
      if (known.has(id)) inspection.mistake(provision.at('ref'), `${id} stands twice among the ${kind}`)
      known.add(id)
      checkProvision(inspection, regime, ids, provision)
    }
  }
}

function checkAnnex(
  { mistake }: Inspection,
  regime: RegimeLaw,
  { declared: { value, at }, listings }: EndedAnnex,
): void {
  const { annex, role } = value
  const today = regime.annexes.find(({ declared }) => declared.value.annex === annex)?.declared.value
  if ((role === undefined) !== (today !== undefined)) {
    mistake(at('role'), `the role of annex ${annex} stands here only if it has no table any more`)
  }
  const uses = role ? usesOf({ ...regime.ended, uncoded: [] }, annex) : []
  if (role && uses.length === 0) mistake(at('annex'), `no measure of the past refers to annex ${annex}`)
  for (const use of uses) {
    if (role && !ALLOWED_USES[role].includes(use)) {
      mistake(at('role'), `annex ${annex} has the role ${role}, but serves as ${use}`)
    }
  }
  const texts = new Set([...(today?.headings ?? []), ...(value.headings ?? [])].map(({ en }) => en))
  const doubts = new Set([...(today?.doubts ?? []), ...(value.doubts ?? [])].flatMap(({ id }) => id ?? []))
  for (const { value: row, at: cell } of listings) {
    if (row.category !== '' && !texts.has(row.category)) {
      mistake(cell('category'), `"${row.category}" is not among the headings of annex ${annex}`)
      texts.add(row.category)
    }
    if (row.doubt !== '' && !doubts.has(row.doubt)) {
      mistake(cell('doubt'), `annex ${annex} declares no doubt "${row.doubt}"`)
    }
  }
}

/** The first day of an act that must be known. */
function dayOfAct({ acts, mistake }: Inspection, place: ReturnType<Locate>, celex: string): Day | null {
  const act = acts.get(celex)
  if (!act) mistake(place, `${celex || '(empty)'} is not in acts`)
  else if (act.in_force_from === null) mistake(place, `the first day of ${celex} is not known`)
  return act?.in_force_from ?? null
}

function checkRow(inspection: Inspection, { value, at }: Placed<EndedListing>): void {
  const { mistake } = inspection
  const dayOf = (column: string, celex: string) => dayOfAct(inspection, at(column), celex)
  const from = value.from ?? value.atLatest
  const [listed, gone] = [value.act === '' ? null : dayOf('from_act', value.act), dayOf('until_act', value.untilAct)]
  if (listed && from !== listed) mistake(at('from'), `begins ${from}, ${value.act} came into force on ${listed}`)
  if (gone && addDays(value.until, 1) !== gone) {
    mistake(at('until'), `ends ${value.until}, ${value.untilAct} came into force on ${gone}`)
  }
  if (from && value.until < from) mistake(at('until'), `ends ${value.until}, before ${from}`)
  if (value.firstAct !== '') {
    const first = dayOf('first_act', value.firstAct)
    if (first && from && first >= from) mistake(at('first_act'), `${value.firstAct} is not older than ${value.act}`)
  }
  for (const [column, codes] of [['except', value.except] as const, ['narrowed', value.narrowed] as const]) {
    for (const code of codes) {
      if (!code.startsWith(value.code) || code === value.code) mistake(at(column), `${code} is not below ${value.code}`)
    }
  }
}

/** The same goods in the same words cannot be listed twice on one day, neither in two ended rows nor in one and today's. */
function checkOverlaps({ acts, mistake }: Inspection, regime: RegimeLaw, { declared, listings }: EndedAnnex): void {
  const keyOf = ({ code, part, except, designation }: Listing) =>
    [code, part, except.join(' '), part === '' ? '' : designation].join('|')
  const actDay = (celex: string) => acts.get(celex)?.in_force_from ?? null
  const { state } = regime.regime.value
  const begin = (row: Listing) =>
    row.wordsAct === '' ? listingSince(row, actDay, state).day : (row.from ?? actDay(row.wordsAct))
  const today = regime.annexes.find((annex) => annex.declared.value.annex === declared.value.annex)
  const open = new Map(today?.listings.map(({ value }) => [keyOf(value), begin(value)]))
  for (const rows of Map.groupBy(listings, ({ value }) => keyOf(value)).values()) {
    const inTurn = rows.toSorted((a, b) => (a.value.until < b.value.until ? -1 : 1))
    inTurn.forEach(({ value, at }, index) => {
      const next = inTurn[index + 1]
      const follows = next ? begin(next.value) : open.get(keyOf(value))
      if (follows && follows <= value.until) {
        mistake(at('until'), `${value.printed} is listed until ${value.until}, and again from ${follows}`)
      }
    })
  }
}

function checkMeasure({ acts, mistake }: Inspection, regime: RegimeLaw, { value, at }: Placed<EndedMeasure>): void {
  const [inserted, gone] = [acts.get(value.inserted_by), acts.get(value.until_act)]
  if (!inserted) mistake(at('inserted_by'), `${value.inserted_by} is not in acts`)
  if (!gone) mistake(at('until_act'), `${value.until_act} is not in acts`)
  if (gone?.in_force_from && addDays(value.until, 1) !== gone.in_force_from) {
    mistake(at('until'), `ends ${value.until}, ${value.until_act} came into force on ${gone.in_force_from}`)
  }
  if (value.applies_from && value.applies_from > value.until) {
    mistake(at('until'), `ends ${value.until}, before it applies (${value.applies_from})`)
  }
  if (value.annex !== null && !hasAnnex(regime, value.annex)) mistake(at('annex'), `annex ${value.annex} has no table`)
  if (value.annex === null && value.codes === undefined) mistake(at('id'), `measure ${value.id} has no code`)
  for (const kind of GRANT_KINDS) {
    value[kind]?.forEach((id, index) => {
      if (!regime[kind].some((one) => provisionId(one.value) === id)) {
        mistake(at(kind, index), `no ${id} among the ${kind} of today; one that has ended names its measures`)
      }
    })
  }
}

function checkProvision(
  inspection: Inspection,
  regime: RegimeLaw,
  measures: ReadonlySet<string>,
  { value, at }: Placed<EndedProvision>,
): void {
  const { mistake } = inspection
  const dayOf = (key: 'since_act' | 'until_act') => dayOfAct(inspection, at(key), value[key])
  const [since, gone] = [dayOf('since_act'), dayOf('until_act')]
  if (since && gone && gone <= since)
    mistake(at('until_act'), `${value.until_act} is not later than ${value.since_act}`)
  value.of.forEach((id, index) => {
    if (!measures.has(id)) mistake(at('of', index), `no measure ${id}`)
  })
  const begins = 'contracts_before' in value ? value.contracts_before : value.from
  if (begins && value.until && value.until < begins) {
    mistake(at('until'), `ends ${value.until}, before it begins (${begins})`)
  }
  if (value.annex !== undefined && !hasAnnex(regime, value.annex))
    mistake(at('annex'), `annex ${value.annex} has no table`)
  if (value.rows_of === undefined) return
  if (value.annex === undefined) mistake(at('rows_of'), 'rows belong to an annex, and none is named')
  const rows = [...regime.annexes, ...regime.ended.annexes]
    .filter(({ declared }) => declared.value.annex === value.annex)
    .flatMap(({ listings }): readonly Placed<Listing>[] => listings)
  if (!rows.some(({ value: row }) => (row.firstAct || row.act) === value.rows_of)) {
    mistake(at('rows_of'), `${value.rows_of} first listed no row of annex ${value.annex}`)
  }
}

const hasAnnex = ({ annexes, ended }: RegimeLaw, name: string): boolean =>
  [...annexes, ...ended.annexes].some(({ declared }) => declared.value.annex === name)
