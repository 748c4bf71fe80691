import { addDays } from '../../terms/day.ts'
import { listingSince } from '../build/validity.ts'
import type { EndedAnnex, EndedListing, Listing, Placed, RegimeLaw } from '../read/law.ts'
import type { Inspection } from './inspection.ts'
import { ALLOWED_USES, usesOf } from './validate-annexes.ts'
import { dayOfAct } from './validate-measures.ts'

/** Checks rows that have left an act: every span has its acts, the days are those of the acts, and no row is listed twice at a time. */
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
  const uses = role ? usesOf(regime, annex, false) : []
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
