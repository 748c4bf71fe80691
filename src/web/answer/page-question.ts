import type { Language } from '../../base/language.ts'
import { DEAL_FIELDS } from '../../law/terms/law-vocabulary.ts'
import { type Html, html } from '../design/html.ts'
import type { PlaceReader } from '../lists/places.ts'
import type { Linked } from '../shell/linked.ts'
import { hrefOf } from '../shell/paths.ts'

/** The question of a search page, as the address of the page holds it. */
export interface PageQuestion {
  readonly language: Language
  readonly q: string
  readonly filters: Filters
}

export const FILTERS = [
  'as_of',
  'direction',
  'regime',
  'origin',
  'dispatch',
  'destination',
  'via',
  'value',
  'contract_date',
  'facts',
] as const
type Filter = (typeof FILTERS)[number]
type Filters = Readonly<Partial<Record<Filter, string>>>

/** Above the API's default limit, so that every match of a heading is on the page; 2710 has 183, a chapter up to 700. */
const PAGE_LIMIT = '200'

/** Parameters that other sites add to links for tracking; they are no part of the question. */
const TRACKING_PARAMETER = /^(utm_\w+|fbclid|gclid|msclkid)$/

/** Empty fields of a form count as not given. */
export const isGiven = ([name, value]: readonly [string, string]): boolean =>
  value.trim() !== '' && !TRACKING_PARAMETER.test(name)

/** Reads the parameters of a page's address; `rest` are those that are unknown. */
export function readPageQuestion(parameters: Iterable<readonly [string, string]>, language: Language) {
  const filters: Partial<Record<Filter, string>> = {}
  const rest: [string, string][] = []
  let q = ''
  for (const [name, value] of [...parameters].filter(isGiven)) {
    const filter = FILTERS.find((one) => one === name)
    if (name === 'q' && q === '') q = value
    // A form has a field for each country on the way.
    else if (filter === 'via' && filters.via !== undefined) filters.via += `,${value}`
    else if (filter && filters[filter] === undefined) filters[filter] = value
    else rest.push([name, value])
  }
  return { question: { language, q, filters } satisfies PageQuestion, rest }
}

/** The question with codes for the countries that somebody typed, and the value as a number; what is not understood stays. */
export function withCodes<Q extends PageQuestion>(question: Q, read: PlaceReader): Q {
  const filters = { ...question.filters }
  for (const field of DEAL_FIELDS) {
    const text = filters[field]
    if (text !== undefined) filters[field] = read(text, field) ?? text
  }
  return { ...question, filters }
}

/** The same question for the API. Unknown parameters are passed on, so that the API answers with a problem. */
export const apiParameters = (
  { language, q, filters }: PageQuestion,
  rest: readonly [string, string][] = [],
): [string, string][] => {
  const own: [string, string][] = [
    ['q', q],
    ...Object.entries(filters),
    ['limit', PAGE_LIMIT],
    ['include', 'tree,history'],
  ]
  return rest.some(([name]) => name === 'lang') ? [...own, ...rest] : [...own, ['lang', language], ...rest]
}

/** The record of the same question about that day; a reader's case number is added by a script. */
export const recordHref = ({ language, q, filters }: PageQuestion, day: string): string =>
  hrefOf('/record', language, queryStringOf({ q, filters: { ...filters, as_of: day } }))

/** A name under which the signed answer is found again among other files: `zapis-7304-11-00-2026-11-16.json`. */
export function receiptFileName({ language, q }: PageQuestion, day: string): string {
  const subject = q
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return [language === 'pl' ? 'zapis' : 'receipt', subject.slice(0, 40), `${day}.json`].join('-')
}

/** `?q=7304+11+00&direction=import`, the query string of the page's address; empty without a question. */
export function queryStringOf({ q, filters }: Pick<PageQuestion, 'q' | 'filters'>): string {
  if (q === '') return ''
  const given = FILTERS.flatMap((name) => (filters[name] ? [[name, filters[name]] as [string, string]] : []))
  return `?${new URLSearchParams([['q', q], ...given])}`
}

/** The address of the page that answers a question. */
export const questionHref = (question: PageQuestion): string => hrefOf('/', question.language, queryStringOf(question))

/** Codes in a text, as links to the same question about them. */
export const codeLinks = (codes: readonly string[], question: PageQuestion): Linked[] =>
  codes.map((code) => ({ words: code, link: codeLink(code, question) }))

/** A link to the same question about another code; with a script, the page answers it without reloading. */
export function codeLink(code: string, question: PageQuestion): Html {
  // What was told of these goods need not be asked of others.
  const { facts: _, ...filters } = question.filters
  return html`<a class="code" data-question href="${questionHref({ ...question, q: code, filters })}">${code}</a>`
}
