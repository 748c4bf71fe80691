import type { AnnexRole } from '../../terms/law.ts'
import { type Annex, isInAct, type Listing, type Placed, type RegimeLaw } from '../read/law.ts'
import type { Inspection } from './inspection.ts'

export function checkAnnexes(inspection: Inspection, regime: RegimeLaw): void {
  const { mistake } = inspection
  const seen = new Set<string>()
  for (const annex of regime.annexes) {
    const { value, at } = annex.declared
    if (seen.has(value.annex)) mistake(at('annex'), `annex ${value.annex} is declared twice`)
    seen.add(value.annex)
    const uses = usesOf(regime, value.annex)
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
  }
}

type Use = 'ban' | 'restriction' | 'duty' | 'abroad' | 'exemption' | 'derogation' | 'winddown' | 'uncoded'

/** The uses that each role allows, so that no typo turns a list of exempt goods into a ban. */
export const ALLOWED_USES: Readonly<Record<AnnexRole, readonly Use[]>> = {
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

/** What the measures and grants of today, or those of the past, use an annex for. */
export function usesOf({ measures, grants, uncoded }: RegimeLaw, annex: string, today = true): Use[] {
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
    if (value.mark !== 'inserted' || value.firstAct !== '' || !known.has(value.act))
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

function checkListings(inspection: Inspection, { listings }: Annex): void {
  const { mistake, acts } = inspection
  const seen = new Map<string, Placed<Listing>>()
  for (const listing of listings) {
    const { value, at } = listing
    const key = [value.code, value.category, value.designation, value.from, JSON.stringify(value.limits)].join('|')
    if (seen.has(key)) mistake(at('code'), `the same listing stands twice: ${value.printed || value.designation}`)
    seen.set(key, listing)
    if (value.code !== '') {
      const meant = value.successorOf || value.code
      if (!/^\d+$/.test(value.code) || digitsOf(value.printed) !== digitsOf(meant)) {
        mistake(at('code'), `${meant} is not what "${value.printed}" means`)
      }
      if (/^ex/i.test(value.printed) !== (value.part === 'ex')) {
        mistake(at('part'), `"${value.printed}" and part "${value.part}" do not agree`)
      }
    }
    for (const [column, codes] of [
      ['except', value.except] as const,
      ['narrowed', value.narrowed] as const,
      ['narrower_before', value.narrowerBefore] as const,
    ]) {
      for (const code of codes) {
        const whole = column !== 'narrower_before' && code === value.code
        if (!code.startsWith(value.code) || whole) mistake(at(column), `${code} is not below ${value.code}`)
      }
    }
    if (value.narrowed.length > 0 && value.part === '')
      mistake(at('narrowed'), 'only the words of a partial row narrow codes')
    for (const [column, celex] of [
      ['act', value.act] as const,
      ['first_act', value.firstAct] as const,
      ['words_act', value.wordsAct] as const,
    ]) {
      if (celex !== '' && !acts.has(celex)) mistake(at(column), `${celex} is not in acts`)
    }
    if (value.act === '') mistake(at('act'), 'the act that put the row there is missing')
    if (value.from && value.until && value.until < value.from)
      mistake(at('until'), `ends ${value.until}, before ${value.from}`)
    const marked = acts.get(value.act)?.in_force_from
    if (value.atLatest && marked && value.atLatest > marked) {
      mistake(at('at_latest'), `${value.atLatest} is later than the act that re-issued the row (${marked})`)
    }
    const first = acts.get(value.firstAct)?.in_force_from
    if (first && marked && first > marked) mistake(at('first_act'), `${value.firstAct} is later than ${value.act}`)
    const words = acts.get(value.wordsAct)?.in_force_from
    if (value.wordsAct !== '' && !(first && words && words > first)) {
      mistake(at('words_act'), `${value.wordsAct} is not later than the act that first listed the row`)
    }
  }
}
