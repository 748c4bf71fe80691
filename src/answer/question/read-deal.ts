import type { Day } from '../../base/day.ts'
import { type Countries, UNION } from '../../law/dataset/countries.ts'
import type { Direction } from '../../law/terms/law.ts'
import { DEAL_FIELDS, type DealField } from '../../law/terms/law-vocabulary.ts'
import { type Deal, directionOf, directionsOf, isCarriage, type Route, routeOf, touchesUnion } from './deal.ts'
import { MAX_STOPS, optionalText, type Parameter, type ParameterProblem, splitUpTo } from './parameters.ts'

/** `UA-43` is the longest code; spaces around it are no mistake. */
const PLACE_CHARACTERS = 20
const ROUTE_CHARACTERS = MAX_STOPS * PLACE_CHARACTERS

/** More than any value has, spaces included. */
const VALUE_CHARACTERS = 40

/** The parameters of a deal. */
export const dealParameters = (countries: Countries) => ({
  origin: placeParameter(
    'country where the goods originate: ISO 3166-1 alpha-2, EU, or a territory such as UA-43',
    'PL',
    countries,
  ),
  dispatch: placeParameter('country that the goods are sent from; the origin unless given', 'TR', countries),
  destination: placeParameter('country that the goods go to', 'KZ', countries),
  via: {
    description: `countries that the goods cross, in their order, separated by commas, at most ${MAX_STOPS}; not the one that they are sent from`,
    schema: { type: 'string', maxLength: ROUTE_CHARACTERS, examples: ['RU'] },
    maxCharacters: ROUTE_CHARACTERS,
    maxParts: MAX_STOPS,
    tooLong: 'via_too_long',
    absent: { value: [] },
    problems: ['place_unknown', 'via_too_long'],
    read(text) {
      const stops = splitUpTo(text, ',', MAX_STOPS)
      if (stops.length > MAX_STOPS) return { problem: 'via_too_long' }
      const places = stops.map((one) => readPlace(one, countries))
      const known = places.filter((place) => place !== undefined)
      return known.length === places.length ? { value: known } : { problem: 'place_unknown' }
    },
  } satisfies Parameter<readonly string[], 'place_unknown' | 'via_too_long'>,
  value: {
    ...optionalText(
      readValue,
      VALUE_CHARACTERS,
      'value_invalid',
      'what one item is worth in EUR, a decimal with a point; decides limits on values',
      ['299.99'],
    ),
    mayBeNumber: true as const,
  },
})

/** Digits that every number is exact with, and no sign, exponent or comma, which people read in two ways. */
const VALUE = /^\d{1,12}(?:\.\d{1,6})?$/

function readValue(text: string): string | undefined {
  const value = text.trim()
  return VALUE.test(value) && Number(value) > 0 ? value : undefined
}

const placeParameter = (description: string, example: string, countries: Countries) =>
  optionalText((text) => readPlace(text, countries), PLACE_CHARACTERS, 'place_unknown', description, [example])

function readPlace(text: string, countries: Countries): string | undefined {
  const code = text.trim().toUpperCase()
  return countries.knows(code) ? code : undefined
}

/** What can be wrong with a deal whose countries are all known. */
export const DEAL_PROBLEMS = [
  'deal_incomplete',
  'deal_within_country',
  'via_contradicts',
  'direction_contradicts',
] as const
type DealProblem = (typeof DEAL_PROBLEMS)[number]

interface Given {
  readonly origin: string | null
  readonly dispatch: string | null
  readonly destination: string | null
  readonly value: string | null
  readonly via: readonly string[]
  readonly direction: Direction | null
}

/** The deal that a question is about, null when it is about none; or what is wrong with it. */
export function readDeal(
  { origin, dispatch, destination, via, value, direction }: Given,
  day: Day,
  countries: Countries,
): { deal: Deal | null; direction: Direction | null } | { problems: readonly ParameterProblem<DealProblem>[] } {
  const [named = null] = [origin, destination].filter((place) => place !== null)
  // A value decides limits on whatever route.
  if (named === null && dispatch === null && via.length === 0) return { deal: null, direction }
  // Union law binds those who act in the Union, so that one end of a deal is there unless somebody names both.
  const onlyOne = origin === null || destination === null
  if (named === null || (onlyOne && countries.inUnion(named, day)))
    return { problems: [{ code: 'deal_incomplete', parameter: origin === null ? 'origin' : 'destination' }] }
  const from = origin ?? UNION
  const deal = { origin: from, dispatch: dispatch ?? from, destination: destination ?? UNION, via, value }
  const route = routeOf(deal, day, countries)
  const problems = contradictions(route, direction)
  return problems.length > 0 ? { problems } : { deal, direction: directionOf(route) }
}

function contradictions(route: Route, direction: Direction | null): ParameterProblem<DealProblem>[] {
  const { dispatch, destination, via, fromUnion } = route
  const problems: ParameterProblem<DealProblem>[] = []
  if (isCarriage(route) && !touchesUnion(route))
    problems.push({ code: 'deal_within_country', parameter: 'destination' })
  const repeats = via.some((code) => code === dispatch || code === destination)
  const nowhere = via.includes(UNION) && (fromUnion || route.toUnion)
  if (repeats || nowhere) problems.push({ code: 'via_contradicts', parameter: 'via' })
  if (direction !== null && !directionsOf(route).includes(direction))
    problems.push({ code: 'direction_contradicts', parameter: 'direction' })
  return problems
}

const PLACES = DEAL_FIELDS.filter((name) => name !== 'value')

/** What the deals of several questions name, each different deal once; of a question without a deal, nothing. */
export function dealsAsked(questions: readonly Readonly<Partial<Record<DealField, string>>>[]): readonly string[][] {
  const deals = new Map(
    questions.map((question) => {
      const texts = PLACES.flatMap((name) => question[name] ?? [])
      return [JSON.stringify(texts), texts]
    }),
  )
  const places = new Map([...new Set([...deals.values()].flat())].map((text) => [text, placesIn(text)]))
  return [...deals.values()].map((texts) => texts.flatMap((text) => places.get(text) ?? []))
}

const placesIn = (text: string): string[] => splitUpTo(text, ',', MAX_STOPS).map((place) => place.trim().toUpperCase())
