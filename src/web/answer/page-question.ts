import type { Language } from '../../terms/language.ts'

/** What the reader of a page asked, as the address of the page says it. */
export interface Asked {
  readonly language: Language
  readonly q: string
  readonly filters: Filters
}

export const FILTERS = ['as_of', 'direction', 'regime', 'contract_date'] as const
type Filter = (typeof FILTERS)[number]
type Filters = Readonly<Partial<Record<Filter, string>>>

/** More entries than the API gives unasked, so that every annex of a heading is seen at once. */
const ENTRIES = '500'

/** Marks that links pick up on their way; they say nothing about the question. */
const TRACES = /^(utm_\w+|fbclid|gclid|msclkid)$/

/** From the parameters of a page's address; empty fields of a form count as not given. */
export function readAsked(parameters: Iterable<readonly [string, string]>, language: Language) {
  const filters: Partial<Record<Filter, string>> = {}
  const rest: [string, string][] = []
  let q = ''
  for (const [name, value] of parameters) {
    if (TRACES.test(name) || value.trim() === '') continue
    const filter = FILTERS.find((one) => one === name)
    if (name === 'q' && q === '') q = value
    else if (filter && filters[filter] === undefined) filters[filter] = value
    else rest.push([name, value])
  }
  return { asked: { language, q, filters } satisfies Asked, rest }
}

/** The same question for the API; what the page does not know is passed on, so that the API refuses it. */
export const apiParameters = (
  { language, q, filters }: Asked,
  rest: readonly [string, string][] = [],
): [string, string][] => {
  const own: [string, string][] = [['q', q], ...Object.entries(filters), ['limit', ENTRIES], ['include', 'tree']]
  return rest.some(([name]) => name === 'lang') ? [...own, ...rest] : [...own, ['lang', language], ...rest]
}

/** `?q=7304+11+00&direction=import`, the part of the address that holds the question; empty without one. */
export function searchOf({ q, filters }: Pick<Asked, 'q' | 'filters'>): string {
  if (q === '') return ''
  const given = FILTERS.flatMap((name) => (filters[name] ? [[name, filters[name]] as [string, string]] : []))
  return `?${new URLSearchParams([['q', q], ...given])}`
}
