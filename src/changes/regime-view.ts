import type { Dataset, Regime } from '../law/build/dataset.ts'
import { listingSince } from '../law/build/validity.ts'
import { type Listing, provisionId } from '../law/read/law.ts'
import { readableName } from '../law/tariff/nomenclature-names.ts'
import { type Digits, group, isDigits, withoutEx } from '../terms/cn-code.ts'
import { type Day, yearOf } from '../terms/day.ts'
import { derivedOnce } from '../terms/derived-once.ts'
import type { Text } from '../terms/language.ts'
import type { EndedProvision, Measure, Provision } from '../terms/law.ts'
import { RESTRICTION_NAMES } from '../terms/restriction-names.ts'
import { both, ROLE_WORDS, shortened } from './change-texts.ts'

/** What the texts of changes need to know about a regime: the purpose of annexes, the codes of measures, names of goods and acts. */
export interface RegimeView {
  readonly code: string
  readonly state: Day
  /** The last day of which anything is known: the state, or that of what rows were inferred from. */
  readonly knownUntil: Day
  readonly regime: Regime
  /** The articles that use an annex, and its purpose; with a day, without measures that came later. */
  annex(name: string, on?: Day | null): AnnexPlace
  /** Grouped codes of a measure's goods, each once. With `past`, only of rows that were in force on that day or, if `possibly`, may have been. */
  codesOf(measure: Measure, past?: { readonly day: Day; readonly possibly: boolean }): readonly string[]
  /** Measures that refer to an exemption, derogation or wind-down. */
  usersOf(kind: 'exemptions' | 'derogations' | 'winddowns', provision: Provision | EndedProvision): readonly Measure[]
  actDay(celex: string): Day | null
  actName(celex: string): Text
  /** What shows a change by an act that was not read; null where it was. */
  inferredFrom(celex: string | null): Text | null
  /** The goods of a row, in the words of the annex in English and of the tariff in Polish. */
  goods(row: Listing): Text
}

interface AnnexPlace {
  readonly article: string | null
  readonly what: Text
}

export const viewsOf = derivedOnce((dataset: Dataset): readonly RegimeView[] =>
  dataset.regimes.map((regime) => viewOf(dataset, regime)),
)

function viewOf(dataset: Dataset, regime: Regime): RegimeView {
  const { law, data } = regime
  const acts = new Map(dataset.acts.map((act) => [act.celex, act]))
  const inferredTexts = new Map((data.inferred ?? []).map(({ act, witness }) => [act, accordingTo(witness)]))
  const rows = new Map(law.annexes.map(({ annex, listings }) => [annex, listings]))
  const annexCodes = new Map<string, readonly string[]>()
  const codesOfAnnex = (annex: string): readonly string[] => {
    const codes = annexCodes.get(annex) ?? groupedOnce((rows.get(annex) ?? []).map(({ code }) => code))
    annexCodes.set(annex, codes)
    return codes
  }
  const actDay = (celex: string): Day | null => acts.get(celex)?.in_force_from ?? null
  const usersOf: RegimeView['usersOf'] = (kind, provision) =>
    'of' in provision
      ? [...law.measures, ...law.ended.measures].filter(({ id }) => provision.of.includes(id))
      : law.measures.filter((measure) => measure[kind]?.includes(provisionId(provision)))
  const places = new Map<string, AnnexPlace>()
  const placeOf = (name: string, on: Day | null): AnnexPlace => {
    // An annex that is gone is named by what it was for.
    const text = rows.has(name) ? law : law.ended
    const begun = ({ applies_from, inserted_by }: Measure) =>
      on === null || (applies_from ?? actDay(inserted_by) ?? on) <= on
    const measures = text.measures.filter((measure) => measure.annex === name && begun(measure))
    const provisions = [...text.exemptions, ...text.derogations, ...text.winddowns].filter(
      ({ annex }) => annex === name,
    )
    const articles = [...new Set([...measures.map(({ article }) => article), ...provisions.map(({ ref }) => ref)])]
    const role = text.annexes.find(({ annex }) => annex === name)?.role
    const types = [...new Set(measures.map(({ type }) => type))].map((type) => RESTRICTION_NAMES[type])
    const what = (role && ROLE_WORDS[role]) ?? both((language) => types.map((type) => type[language]).join(', '))
    return { article: articles.join(', ') || null, what }
  }
  return {
    code: data.code,
    state: data.state,
    knownUntil: [data.state, ...(data.inferred ?? []).map(({ day }) => day)].toSorted().at(-1)!,
    regime,
    usersOf,
    annex: (name, on = null) => {
      const key = `${name} ${on}`
      const place = places.get(key) ?? placeOf(name, on)
      places.set(key, place)
      return place
    },
    codesOf: ({ annex, codes }, past) => {
      if (codes) return groupedOnce(codes.map(withoutEx))
      if (annex === null) return []
      if (!past) return codesOfAnnex(annex)
      const ended = law.ended.annexes.find((one) => one.annex === annex)?.listings ?? []
      const then = [...(rows.get(annex) ?? []), ...ended].filter((row) => {
        if (row.until !== null && row.until < past.day) return false
        const { day, exact } = listingSince(row, actDay, data.state)
        return (day !== null && day <= past.day) || (past.possibly && !exact)
      })
      return groupedOnce(then.map(({ code }) => code))
    },
    actDay,
    actName: (celex) => {
      const title = acts.get(celex)?.title
      return title ? both((language) => title[language].replace(/ \([^)]* act\)$/, '')) : { pl: celex, en: celex }
    },
    inferredFrom: (celex) => inferredTexts.get(celex ?? '') ?? null,
    goods: ({ code, designation, designationPl, under, part }) => {
      const listed = shortened(under === '' ? designation : `${under}: ${designation}`)
      const line = code === '' ? undefined : dataset.nomenclatures.lastLine(code, yearOf(data.state))
      if (!line) return { pl: shortened(designationPl), en: listed }
      const partly = part === '' ? '' : ' (tylko towary opisane w załączniku)'
      return {
        pl: shortened(readableName(line, 'pl')) + partly,
        // Of rows of the past that were listed whole only the code is kept.
        en: listed || shortened(readableName(line, 'en')),
      }
    },
  }
}

const accordingTo = (witness: Text): Text => ({
  pl: `Według ${witness.pl}; samego aktu nie odczytano.`,
  en: `According to ${witness.en}; the act was not read.`,
})

const groupedOnce = (codes: readonly (Digits | '')[]): readonly string[] => [
  ...new Set(codes.filter(isDigits).map(group)),
]
