import type { Day } from '../../base/day.ts'
import type { Text } from '../../base/language.ts'
import type { CountryData, CountryRegime, Place } from '../terms/law.ts'
import { type Near, type NearOf, nearOf } from './near.ts'

/** The Union as a whole, where a deal does not say which Member State. */
export const UNION = 'EU'

const NONE: CountryData = { union: [], lists: [], territories: [], places: [], countries: [] }

export type Countries = ReturnType<typeof buildCountries>

/**
 * The countries and territories that a deal may name, and the lists of countries that measures refer to. A law without
 * countries knows none but the Union, so that nothing can be asked about a deal.
 */
export function buildCountries(data: CountryData | null, near: NearOf = nearOf([])) {
  const {
    union,
    lists,
    territories,
    places,
    countries,
    regimes = [],
    elsewhere = null,
    everywhere = null,
  } = data ?? NONE
  const names = new Map<string, Text>([[UNION, { pl: 'Unia Europejska', en: 'European Union' }]])
  for (const { code, pl, en } of [...countries, ...territories]) names.set(code, { pl, en })
  const parents = new Map(territories.map(({ code, country }) => [code, country]))
  const named = new Map<string, Place>(places.map((place) => [place.code, place]))
  const members = new Map(union.map((member) => [member.code, member]))
  const byAnnex = Map.groupBy(lists, ({ regime, annex }) => `${regime} ${annex}`)
  const listsOf = (regime: string, annex: string) => byAnnex.get(`${regime} ${annex}`) ?? []
  const listed = (regime: string, annex: string, day: Day): readonly string[] =>
    listsOf(regime, annex).flatMap((list) => list.countries.filter(({ from }) => from <= day).map(({ code }) => code))
  return {
    /** Every code that a deal may name, in the order of the law, `EU` first. */
    codes: [...names.keys()],
    knows: (code: string): boolean => names.has(code),
    /** A member of the Union on that day, or `EU`. */
    inUnion: (code: string, day: Day): boolean => {
      if (code === UNION) return true
      const member = members.get(code)
      return member !== undefined && member.from <= day && (member.until === undefined || day <= member.until)
    },
    /** The country that a territory is part of; any other code itself. */
    countryOf: (code: string): string => parents.get(code) ?? code,
    name: (code: string): Text => names.get(code) ?? { pl: code, en: code },
    /** How sentences name a country; Polish has no case of those that no measure is aimed at. */
    placeOf: (code: string): Place => named.get(code) ?? withoutCase(names.get(code) ?? { pl: code, en: code }),
    /** Whether a country stood in the list of an annex on that day. */
    isListed: (code: string, regime: string, annex: string, day: Day): boolean =>
      listed(regime, annex, day).includes(code),
    listed,
    /** The first day on which a country is known to stand in the list, where it may have stood there on an earlier day. */
    listedLater: (code: string, regime: string, annex: string, day: Day): Day | null =>
      listsOf(regime, annex)
        .flatMap((list) => list.countries)
        .find((one) => one.code === code && one.at_latest && day < one.from)?.from ?? null,
    /** Every regime of the Union that is aimed at a country, in the order of the law. */
    regimes,
    /** Where the goods are found that such a regime only describes. */
    nearOf: (regime: CountryRegime): Near => near(regime.near),
    /** What holds for a country that no regime is aimed at. */
    elsewhere,
    /** What holds whatever the country. */
    everywhere,
  }
}

const withoutCase = (name: Text): Place => ({
  name,
  import: { pl: `z: ${name.pl}`, en: name.en },
  export: { pl: `do: ${name.pl}`, en: name.en },
  transit: { pl: `przez: ${name.pl}`, en: name.en },
  use: { pl: `w: ${name.pl}`, en: `in ${name.en}` },
})
