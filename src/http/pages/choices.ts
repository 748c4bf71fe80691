import type { Day } from '../../base/day.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { Language } from '../../base/language.ts'
import { type Countries, UNION } from '../../law/dataset/countries.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import type { PlaceNames } from '../../web/answer/page-answer.ts'
import { placeReader } from '../../web/lists/places.ts'
import type { CountriesShown } from '../../web/pages/countries-table.ts'
import type { Choices } from '../../web/search/search-form.ts'

/** What the forms of the pages offer, as the law names it; nothing while the law is loading. */
export const choicesOf = (dataset: Dataset | undefined, language: Language): Choices =>
  dataset ? choicesIn(dataset)[language] : NO_CHOICES

const NO_CHOICES: Choices = { regimes: [], targets: new Map(), places: new Map(), placeNames: new Map() }

const choicesIn = derivedOnce((dataset: Dataset) => ({ pl: offered(dataset, 'pl'), en: offered(dataset, 'en') }))

const offered = ({ regimes, countries, hints }: Dataset, language: Language): Choices => ({
  regimes: regimes.map(({ data, shortName }) => ({
    code: data.code,
    name: capitalised((data.place?.name ?? shortName)[language]),
  })),
  targets: new Map(
    [...Map.groupBy(regimes, ({ data }) => data.country)].map(([country, same]) => [
      country,
      [...new Set(same.map(({ place }) => capitalised(place.name[language])))].join(', '),
    ]),
  ),
  places: placesOf(countries, hints?.frequent ?? [], language),
  placeNames: new Map(countries.codes.map((code) => [code, Object.values(countries.name(code))])),
})

/** Reads countries as somebody types them: by code, by a name in either language, or as the form offers them. */
export const placesReadIn = derivedOnce(({ places, placeNames }: Choices) =>
  placeReader([...placeNames].map(([code, names]) => ({ code, names: [...names, places.get(code) ?? code] }))),
)

/** The Union and the countries of most deals first, then by name, territories behind their country. A law without countries offers none. */
function placesOf(countries: Countries, frequent: readonly string[], language: Language): PlaceNames {
  const { compare } = new Intl.Collator(language)
  const named = countries.codes
    .filter((code) => code !== UNION)
    .map((code): [string, string] => [code, nameOf(code)])
    .toSorted(([, a], [, b]) => compare(a, b))
  const first = frequent.filter((code) => countries.knows(code)).map((code): [string, string] => [code, nameOf(code)])
  return new Map(named.length > 0 ? [[UNION, nameOf(UNION)], ...first, ...named] : [])

  function nameOf(code: string): string {
    const country = countries.countryOf(code)
    const name = countries.name(code)[language]
    return country === code ? name : `${countries.name(country)[language]} (${name})`
  }
}

/** Every country outside the Union with the regimes that are aimed at it. */
export function countriesShown({ countries, regimes }: Dataset, day: Day): CountriesShown {
  const { elsewhere, everywhere } = countries
  const rows = countries.codes
    .filter((code) => !countries.inUnion(code, day) && countries.countryOf(code) === code)
    .map((code) => ({
      code,
      name: countries.name(code),
      aimed: countries.regimes.filter(({ country }) => country === code),
    }))
  return { rows, held: new Set(regimes.map(({ data }) => data.code)), elsewhere, everywhere }
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
