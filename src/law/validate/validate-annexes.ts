import { addDays } from '../../base/day.ts'
import { type Annex, isCurrent, isGone, isInAct, type Listing, type Placed, type RegimeLaw } from '../read/law.ts'
import type { AnnexRole } from '../terms/law.ts'
import { dayOfAct, type Inspection } from './inspection.ts'

export function checkAnnexes(inspection: Inspection, regime: RegimeLaw): void {
  const { mistake } = inspection
  const seen = new Set<string>()
  for (const annex of regime.annexes) {
    const { value, at } = annex.declared
    if (seen.has(value.annex)) mistake(at('annex'), `annex ${value.annex} is declared twice`)
    seen.add(value.annex)
    const uses = usesOf(regime, annex)
    if (uses.length === 0) mistake(at('annex'), `no measure refers to annex ${value.annex}`)
    for (const use of uses) {
      if (!ALLOWED_USES[value.role].includes(use)) {
        mistake(at('role'), `annex ${value.annex} has the role ${value.role}, but serves as ${use}`)
      }
    }
    checkDoubts(inspection, annex)
    checkLeftOut(inspection, annex)
    checkInferred(inspection, regime, annex)
    checkHeadings(inspection, annex)
    checkListings(inspection, annex)
    checkSpans(inspection, annex)
  }
}

type Use = 'ban' | 'restriction' | 'duty' | 'abroad' | 'exemption' | 'derogation' | 'winddown' | 'uncoded'

/** The uses that each role allows, so that no typo turns a list of exempt goods into a ban. */
const ALLOWED_USES: Readonly<Record<AnnexRole, readonly Use[]>> = {
  goods: ['ban', 'restriction', 'duty', 'uncoded'],
  duty: ['duty'],
  third_country: ['abroad'],
  exemption: ['exemption'],
  price_cap: ['exemption'],
  derogation: ['derogation'],
  quota: ['derogation'],
  winddown: ['winddown'],
  uncoded: ['ban', 'restriction', 'duty', 'uncoded'],
}

/** What the measures and grants of an annex use it for: those of today, or of an annex that is gone those of the past. */
function usesOf({ measures, grants, uncoded }: RegimeLaw, of: Annex): Use[] {
  const { annex } = of.declared.value
  const today = !isGone(of)
  const users = <T extends { readonly annex?: string | null; readonly until_act?: string }>(
    all: readonly Placed<T>[],
  ) => all.map(({ value }) => value).filter((value) => value.annex === annex && isInAct(value) === today)
  const uses = users(measures).map(({ scope, type }): Use => {
    if (scope === 'to_listed_third_country') return 'abroad'
    if (type === 'other') return 'duty'
    return type === 'restriction' ? 'restriction' : 'ban'
  })
  uses.push(...users(grants).map(({ kind }) => kind))
  if (today && uncoded.some(({ value }) => value.annex === annex)) uses.push('uncoded')
  return uses
}

/** Checks that the regime says where an inferred row was seen, and that it is marked with the act that was not read. */
function checkInferred({ mistake }: Inspection, { regime }: RegimeLaw, { listings }: Annex): void {
  const known = new Set(regime.value.inferred?.map(({ act }) => act))
  for (const { value, at } of listings) {
    if (value.basis !== 'inferred') continue
    if (value.mark !== 'inserted' || value.fromAct !== value.act || !known.has(value.act))
      mistake(at('basis'), 'an inferred row is inserted by an act that `inferred` of the regime names')
  }
}

/** Checks that goods are left out of rows that say so, and of which nothing else decides. */
function checkLeftOut({ mistake }: Inspection, { declared, listings }: Annex): void {
  declared.value.left_out?.forEach(({ codes }, index) => {
    for (const code of codes) {
      const rows = listings.filter(({ value }) => value.code === code)
      if (rows.length === 0 || rows.some(({ value }) => value.part === '' || value.narrowed.length > 0))
        mistake(
          declared.at('left_out', index),
          `no row of ${code} is listed in part without codes that its words narrow`,
        )
    }
  })
}

function checkDoubts({ mistake }: Inspection, { declared, listings }: Annex): void {
  const ids = new Set((declared.value.doubts ?? []).flatMap(({ id }) => (id ? [id] : [])))
  const used = new Set(listings.map(({ value }) => value.doubt))
  for (const { value, at } of listings) {
    if (value.doubt !== '' && !ids.has(value.doubt))
      mistake(at('doubt'), `annex ${declared.value.annex} declares no doubt "${value.doubt}"`)
  }
  declared.value.doubts?.forEach(({ id }, index) => {
    if (id && !used.has(id)) mistake(declared.at('doubts', index), `no row has the doubt "${id}"`)
  })
}

/** Checks that every part and heading of an annex is translated exactly once, and no other text is. */
function checkHeadings({ mistake }: Inspection, { declared, listings }: Annex): void {
  const { annex, headings = [] } = declared.value
  const translated = new Set<string>()
  const used = new Set(listings.flatMap(({ value }) => [value.category, value.under]))
  headings.forEach(({ en }, index) => {
    if (!used.has(en)) mistake(declared.at('headings', index), `no row of annex ${annex} stands under "${en}"`)
    if (translated.has(en)) mistake(declared.at('headings', index), `"${en}" stands twice among the headings`)
    translated.add(en)
  })
  for (const { value, at } of listings) {
    for (const column of ['category', 'under'] as const) {
      const text = value[column]
      if (text === '' || translated.has(text)) continue
      mistake(at(column), `"${text}" is not among the headings of annex ${annex} in annexes.yaml`)
      // Reported for the first row only.
      translated.add(text)
    }
  }
}

/** Without the zeros that acts pad codes with. */
const digitsOf = (code: string): string => code.replace(/\D/g, '').replace(/0+$/, '')

function checkListings({ mistake, acts }: Inspection, { listings }: Annex): void {
  const seen = new Set<string>()
  for (const { value, at } of listings) {
    const key = [value.code, value.category, value.designation, value.from, JSON.stringify(value.limits)].join('|')
    if (isCurrent(value) && seen.has(key))
      mistake(at('code'), `the same listing stands twice: ${value.printed || value.designation}`)
    seen.add(key)
    if (value.code !== '') {
      const meant = value.successorOf || value.code
      if (!/^\d+$/.test(value.code) || digitsOf(value.printed) !== digitsOf(meant)) {
        mistake(at('code'), `${meant} is not what "${value.printed}" means`)
      }
      if (/^ex/i.test(value.printed) !== (value.part === 'ex')) {
        mistake(at('part'), `"${value.printed}" and part "${value.part}" do not agree`)
      }
    }
    for (const [column, codes] of [['except', value.except] as const, ['narrowed', value.narrowed] as const]) {
      for (const code of codes) {
        if (!code.startsWith(value.code) || code === value.code)
          mistake(at(column), `${code} is not below ${value.code}`)
      }
    }
    if (value.narrowed.length > 0 && value.part === '')
      mistake(at('narrowed'), 'only the words of a partial row narrow codes')
    if (isCurrent(value) && value.act === '') mistake(at('act'), 'the act that put the row there is missing')
    if (value.act !== '' && !acts.has(value.act)) mistake(at('act'), `${value.act} is not in acts`)
    if (isCurrent(value) && value.mark === '') mistake(at('mark'), 'inserted or replaced: what the act did is missing')
  }
}

/** Checks that the days of every row are those of its acts, and that no row is listed twice on one day. */
function checkSpans(inspection: Inspection, { listings }: Annex): void {
  const { acts, mistake } = inspection
  for (const { value, at } of listings) {
    const { from, fromBasis, fromAct, firstAct, until, untilAct } = value
    if (fromBasis === '') {
      const began = dayOfAct(inspection, () => at('from_act'), fromAct)
      if (began && began !== from) mistake(at('from'), `begins ${from}, ${fromAct} came into force on ${began}`)
    } else if (fromAct !== '' && !acts.has(fromAct)) mistake(at('from_act'), `${fromAct} is not in acts`)
    if (firstAct !== '') {
      const first = dayOfAct(inspection, () => at('first_act'), firstAct)
      if (first && first >= from) mistake(at('first_act'), `${firstAct} is not older than ${from}`)
    }
    const marked = acts.get(value.act)?.in_force_from
    if (fromBasis !== 'printed' && marked && from > marked)
      mistake(at('from'), `${from} is later than the act that the row is marked with (${marked})`)
    if (until && until < from) mistake(at('until'), `ends ${until}, before ${from}`)
    if (untilAct === '') continue
    const gone = dayOfAct(inspection, () => at('until_act'), untilAct)
    if (gone && until && addDays(until, 1) !== gone)
      mistake(at('until'), `ends ${until}, ${untilAct} came into force on ${gone}`)
  }
  const keyOf = ({ code, part, except, designation }: Listing) =>
    [code, part, except.join(' '), part === '' ? '' : designation].join('|')
  for (const rows of Map.groupBy(listings, ({ value }) => keyOf(value)).values()) {
    const inTurn = rows.toSorted((a, b) => (a.value.from < b.value.from ? -1 : 1))
    inTurn.forEach(({ value: { printed, until, untilAct }, at }, index) => {
      const next = inTurn[index + 1]?.value
      if (next && until && untilAct !== '' && next.from <= until)
        mistake(at('until'), `${printed} is listed until ${until}, and again from ${next.from}`)
    })
  }
}
