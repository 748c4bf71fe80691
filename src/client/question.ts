import type { Language } from './error.ts'

/** What can be asked about a code or a name, besides the code or the name itself. */
export interface QuestionOptions {
  /** The day asked about, `2026-07-24`; today in Brussels by default. */
  readonly day?: string
  /** Language of names and texts; that of the client or law, or Polish, by default. */
  readonly lang?: Language
  /** Only what concerns this direction; export includes transit bans. */
  readonly direction?: 'import' | 'export' | 'transit'
  /** Only this regime, such as `EU-RU-833-2014`. */
  readonly regime?: string
  /** The day of the contract, for wind-downs. */
  readonly contractDate?: string
  /** The country where the goods originate: ISO 3166-1 alpha-2, `EU`, or a territory such as `UA-43`. */
  readonly origin?: string
  /** The country that the goods are sent from; the origin unless given. */
  readonly dispatch?: string
  /** The country that the goods go to. */
  readonly destination?: string
  /** The countries that the goods cross, in their order. */
  readonly via?: string | readonly string[]
  /** What one item is worth in EUR: a decimal with a point, above 0. */
  readonly value?: string | number
  /** What `assessment.questions` asked for, by the id of the question; at most ten. */
  readonly facts?: Readonly<Record<string, string>>
  /** Results at most: 100 by default, 500 at most. */
  readonly limit?: number
  /** Results to skip. */
  readonly offset?: number
  /** `short`: one line for each match, without texts of law. */
  readonly detail?: 'short' | 'full'
  /** Also the place of the code in the tariff, or since when each provision has listed it. */
  readonly include?: Addition | readonly Addition[]
}

type Addition = 'tree' | 'history'

/** Names of options that the API calls otherwise. All others have the same name there. */
const API_NAMES: Readonly<Record<string, string>> = { day: 'as_of', contractDate: 'contract_date' }

const apiName = (option: string): string => (Object.hasOwn(API_NAMES, option) ? API_NAMES[option]! : option)

/** An option as the API takes it. Nothing is dropped or corrected: whatever is wrong with it, the service says so. */
const textOf = (option: string, value: unknown): string => {
  if (option === 'facts' && typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([id, told]) => `${id}:${told}`)
      .join()
  if (!Array.isArray(value)) return String(value)
  // The API has one order of additions.
  return (option === 'include' ? value.toSorted().reverse() : value).join(',')
}

/** Left out, no countries on the way, and an empty cell in place of a question: the service then says that it is missing. */
const isAbsent = (option: string, value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0) || (option === 'q' && value === null)

/**
 * Options as parameters of the API. An option that is not known is passed on like any other, so that it is refused and a
 * mistyped `asOff` does not silently become today.
 */
export const parametersOf = (options: object): [name: string, value: string][] =>
  Object.entries(options).flatMap(([option, value]) =>
    isAbsent(option, value) ? [] : [[apiName(option), textOf(option, value)]],
  )
