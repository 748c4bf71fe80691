import { UNION } from '../dataset/countries.ts'
import { isInAct, isWhole, type Law, type Placed, type RegimeLaw } from '../read/law.ts'
import type { Measure } from '../terms/law.ts'
import type { Inspection } from './inspection.ts'

/** Checks the countries, their lists and the territories of regimes. */
export function checkCountries({ law, mistake }: Inspection): void {
  if (!law.countries) return
  const { value, at } = law.countries
  const known = new Set<string>()
  for (const kind of ['countries', 'territories'] as const) {
    for (const [index, { code }] of value[kind].entries()) {
      if (known.has(code)) mistake(at(kind, index), `${code} stands twice`)
      known.add(code)
    }
  }
  const check = (code: string, ...path: (string | number)[]) => {
    if (!known.has(code)) mistake(at(...path), `${code} is not among the countries`)
  }
  for (const [index, { code, country }] of value.territories.entries()) {
    check(country, 'territories', index, 'country')
    if (!code.startsWith(`${country}-`)) mistake(at('territories', index), `${code} is not part of ${country}`)
  }
  for (const [index, { code, from, until }] of value.union.entries()) {
    check(code, 'union', index)
    if (until !== undefined && until < from) mistake(at('union', index), `ends ${until}, before ${from}`)
  }
  const regimes = new Set(law.regimes.map(({ regime }) => regime.value.code))
  const whole = isWhole(law)
  for (const [index, { regime, countries }] of value.lists.entries()) {
    if (whole && !regimes.has(regime)) mistake(at('lists', index, 'regime'), `no regime ${regime}`)
    for (const [place, { code }] of countries.entries()) check(code, 'lists', index, 'countries', place)
  }
  for (const [index, { country, goods, regime, what }] of (value.regimes ?? []).entries()) {
    check(country, 'regimes', index, 'country')
    const isDescribed = goods === 'partly' || goods === 'description'
    if (isDescribed !== (what !== undefined))
      mistake(at('regimes', index), isDescribed ? 'does not say what no code settles' : 'says what no code settles')
    if ((goods === 'code' || goods === 'partly') !== (regime !== undefined))
      mistake(at('regimes', index), 'a regime that lists goods by code, and no other, names the regime of the law')
  }
  const named = new Set(value.places.map(({ code }) => code))
  value.places.forEach(({ code }, index) => void check(code, 'places', index))
  for (const { regime, measures } of law.regimes) {
    const { place, country } = regime.value
    if (!place && !named.has(country)) mistake(regime.at('country'), `countries.yaml has no place for ${country}`)
    for (const { value: measure, at: placed } of measures) {
      for (const code of measure.movement.countries ?? []) {
        if (!named.has(code)) mistake(placed('movement'), `countries.yaml has no place for ${code}`)
      }
    }
    regime.value.territories?.forEach(({ code }, index) => {
      if (!known.has(code)) mistake(regime.at('territories', index), `${code} is not among the territories`)
    })
  }
  if (law.hints) {
    const hints = law.hints
    const named = [
      ...Object.keys(hints.value.places).filter((code) => code !== UNION),
      ...hints.value.frequent,
      ...hints.value.direct,
      ...hints.value.by_land.flatMap(({ between, and, through }) => [...between, ...and, through]),
    ]
    for (const code of new Set(named)) if (!known.has(code)) mistake(hints.at(), `${code} is not among the countries`)
  }
  for (const guide of law.guides) {
    for (const code of guide.value.destinations) if (!known.has(code)) mistake(guide.at('destinations'), `no ${code}`)
    for (const [index, { articles }] of guide.value.points.entries()) {
      for (const cited of articles.filter((article) => whole && !stands(article, law)))
        mistake(guide.at('points', index), `${cited} is no provision of the law`)
    }
    for (const cited of guide.value.governed_by?.filter((article) => whole && !stands(article, law)) ?? [])
      mistake(guide.at('governed_by'), `${cited} is no provision of the law`)
  }
  for (const national of law.national) {
    if (!known.has(national.value.country)) mistake(national.at('country'), 'not among the countries')
    for (const [index, { regimes: named }] of national.value.duties.entries()) {
      for (const code of named) {
        if (whole && !regimes.has(code)) mistake(national.at('duties', index, 'regimes'), `no regime ${code}`)
      }
    }
  }
}

/** Whether a provision, behind the code of its regime, stands in the law of today. */
function stands(cited: string, { regimes }: Law): boolean {
  const [code = '', ...article] = cited.split(' ')
  const regime = regimes.find((one) => one.regime.value.code === code)
  const named = article.join(' ')
  return (
    regime !== undefined &&
    (regime.measures.some(({ value }) => isInAct(value) && value.article === named) ||
      regime.grants.some(({ value }) => isInAct(value) && value.ref === named))
  )
}

/** Checks which movements the measures concern. */
export function checkMovements(inspection: Inspection, regime: RegimeLaw): void {
  for (const measure of regime.measures) {
    const { value, at } = measure
    checkMovement(inspection, regime, measure)
    if (value.all_goods && (value.annex !== null || value.codes))
      inspection.mistake(at('all_goods'), 'a measure of all goods names neither an annex nor codes')
  }
}

function checkMovement({ law, mistake }: Inspection, { regime }: RegimeLaw, { value, at }: Placed<Measure>): void {
  const { movement } = value
  const { tests, except, countries, finding, evidence, into_union, to_third_country } = movement
  const lists = law.countries?.value.lists ?? []
  for (const annex of [except, evidence?.not_from]) {
    if (annex !== undefined && !lists.some((list) => list.regime === regime.value.code && list.annex === annex))
      mistake(at('movement'), `no list of countries for annex ${annex}`)
  }
  for (const code of countries ?? []) {
    if (!law.countries?.value.countries.some((country) => country.code === code))
      mistake(at('movement', 'countries'), `${code} is not among the countries`)
  }
  if (tests.includes('country') !== (countries !== undefined))
    mistake(at('movement'), 'the test "country", and nothing else, names countries')
  if (except !== undefined && !tests.includes('third_country'))
    mistake(at('movement'), 'only the test "third_country" leaves countries out')
  if (evidence && !tests.includes('processed')) mistake(at('movement'), 'evidence belongs to the test "processed"')
  if (into_union && to_third_country) mistake(at('movement'), 'into the Union and to third countries at once')
  const decided = tests.some((test) => ['destination', 'origin', 'exported', 'third_country'].includes(test))
  if (value.type === 'other' && decided && finding === undefined)
    mistake(at('movement'), 'a measure of type "other" says what kind of finding it makes')
}
