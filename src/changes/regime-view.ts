import { type Digits, group, isDigits, withoutEx } from '../base/cn-code.ts'
import { type Day, yearOf } from '../base/day.ts'
import { derivedOnce } from '../base/derived-once.ts'
import type { Text } from '../base/language.ts'
import type { Dataset, Regime } from '../law/dataset/dataset.ts'
import { listingSince } from '../law/dataset/validity.ts'
import { isCurrent, isInAct, type Listing, provisionId } from '../law/read/law.ts'
import { readableName } from '../law/tariff/nomenclature-names.ts'
import type { Measure, Provision } from '../law/terms/law.ts'
import { GRANT_KINDS } from '../law/terms/law.ts'
import { RESTRICTION_NAMES } from '../law/terms/restriction-names.ts'
import { type AnnexPlace, both, ROLE_WORDS, sameInBoth, shortened } from './change-texts.ts'

export const viewsOf = derivedOnce((dataset: Dataset): readonly RegimeView[] =>
  dataset.regimes.map((regime) => viewOf(dataset, regime)),
)

export type RegimeView = ReturnType<typeof viewOf>

/** What the texts of changes need to know about a regime: the purpose of annexes, the codes of measures, names of goods and acts. */
function viewOf(dataset: Dataset, regime: Regime) {
  const { law, data } = regime
  const acts = new Map(dataset.acts.map((act) => [act.celex, act]))
  const inferredTexts = new Map((data.inferred ?? []).map(({ act, witness }) => [act, accordingTo(witness)]))
  const rows = new Map(law.annexes.map(({ annex, listings }) => [annex, listings]))
  const currentRows = (annex: string): readonly Listing[] => (rows.get(annex) ?? []).filter(isCurrent)
  const annexCodes = new Map<string, readonly string[]>()
  const codesOfAnnex = (annex: string): readonly string[] => {
    const codes = annexCodes.get(annex) ?? groupedOnce(currentRows(annex).map(({ code }) => code))
    annexCodes.set(annex, codes)
    return codes
  }
  const actDay = (celex: string): Day | null => acts.get(celex)?.in_force_from ?? null
  const places = new Map<string, AnnexPlace>()
  const placeOf = (name: string, on: Day | null): AnnexPlace => {
    // An annex that is gone is named by what it was for.
    const isToday = currentRows(name).length > 0
    const stands = (one: Measure | Provision) => isInAct(one) === isToday
    const begun = ({ applies_from, inserted_by }: Measure) =>
      on === null || (applies_from ?? actDay(inserted_by) ?? on) <= on
    const measures = law.measures.filter((measure) => measure.annex === name && stands(measure) && begun(measure))
    const provisions = GRANT_KINDS.flatMap((kind) =>
      law.grants.filter((grant) => grant.kind === kind && grant.annex === name && stands(grant)),
    )
    const articles = [...new Set([...measures.map(({ article }) => article), ...provisions.map(({ ref }) => ref)])]
    const role = law.annexes.find(({ annex }) => annex === name)?.role
    const types = [...new Set(measures.map(({ type }) => type))].map((type) => RESTRICTION_NAMES[type])
    const what = (role && ROLE_WORDS[role]) ?? both((language) => types.map((type) => type[language]).join(', '))
    return { article: articles.join(', ') || null, what }
  }
  return {
    code: data.code,
    state: data.state,
    /** The last day of which anything is known: the state, or that of what rows were inferred from. */
    knownUntil: [data.state, ...(data.inferred ?? []).map(({ day }) => day)].toSorted().at(-1)!,
    regime,
    /** The rows of each annex, of today and of the past. */
    rows,
    /** Measures that refer to a wind-down. */
    usersOf: (winddown: Provision): readonly Measure[] =>
      law.measures.filter(
        (measure) => measure.grants?.includes(provisionId(winddown)) && (isInAct(measure) || !isInAct(winddown)),
      ),
    /** The articles that use an annex, and its purpose; with a day, without measures that came later. */
    annex: (name: string, on: Day | null = null): AnnexPlace => {
      const key = `${name} ${on}`
      const place = places.get(key) ?? placeOf(name, on)
      places.set(key, place)
      return place
    },
    /** Grouped codes of a measure's goods, each once. With `past`, only of rows that were in force on that day or, if `possibly`, may have been. */
    codesOf: (
      { annex, codes }: Measure,
      past?: { readonly day: Day; readonly possibly: boolean },
    ): readonly string[] => {
      if (codes) return groupedOnce(codes.map(withoutEx))
      if (annex === null) return []
      if (!past) return codesOfAnnex(annex)
      const then = (rows.get(annex) ?? []).filter((row) => {
        if (row.until !== null && row.until < past.day) return false
        const { day, exact } = listingSince(row, actDay)
        return (day !== null && day <= past.day) || (past.possibly && !exact)
      })
      return groupedOnce(then.map(({ code }) => code))
    },
    actDay,
    actName: (celex: string | null): Text | null => {
      const title = acts.get(celex ?? '')?.title
      if (title) return both((language) => title[language].replace(/ \([^)]* act\)$/, ''))
      return celex === null ? null : sameInBoth(celex)
    },
    /** What shows a change by an act that was not read; null where it was. */
    inferredFrom: (celex: string | null): Text | null => inferredTexts.get(celex ?? '') ?? null,
    /** The goods of a row, in the words of the annex in English and of the tariff in Polish. */
    goods: ({ code, designation, designationPl, under, part }: Listing): Text => {
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
