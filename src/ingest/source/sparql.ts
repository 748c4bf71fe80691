import { isChallenge, responseError, type SourceClient, send } from './http-client.ts'
import { hostOf } from './origin.ts'
import { withRetry } from './retry.ts'
import { botWallError, SourceError } from './source-error.ts'

const PATH = '/webapi/rdf/sparql'
const MAX_RESULT = 8_000_000

/** A row of a SELECT: the text of each variable that is bound in it. */
export type Binding = Readonly<Record<string, string>>

/** Where SELECT queries are answered. */
export interface SparqlEndpoint {
  readonly host: string
  select(query: string, variables: readonly string[]): Promise<Binding[]>
}

/** The SPARQL endpoint of the Publications Office. It reports some errors with status 200, so the body decides. */
export function sparqlEndpoint(client: SourceClient): SparqlEndpoint {
  const host = hostOf(client.origin)
  const attempt = async (query: string, variables: readonly string[]): Promise<Binding[]> => {
    const response = await send(client, `${client.origin.base}${PATH}`, {
      method: 'POST',
      headers: {
        Accept: 'application/sparql-results+json',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ query }).toString(),
      limit: MAX_RESULT,
    })
    if (response.status !== 200) throw responseError(client, response, 'query')
    if (isChallenge(response)) throw botWallError(host)
    // Virtuoso sets this header when its time ran out and the list is incomplete.
    if (response.headers.get('x-sql-state') !== null)
      throw new SourceError('sparql', `${host} ran out of time and sent only a part of its list.`, true)
    return parseBindings(response.bytes.toString(), variables, host)
  }
  return { host, select: (query, variables) => withRetry(client, () => attempt(query, variables)) }
}

/** Rows in the SPARQL 1.1 results format (https://www.w3.org/TR/sparql11-results-json/). */
export function parseBindings(text: string, variables: readonly string[], host: string): Binding[] {
  const invalid = (what: string): SourceError => new SourceError('sparql', `${host} (SPARQL): ${what}`, true)
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw invalid(`no results, but "${excerptOf(text)}"`)
  }
  const bindings = member(member(parsed, 'results'), 'bindings')
  if (!Array.isArray(bindings)) throw invalid('an answer without results')
  return bindings.map((row: unknown) => {
    const values: [string, string][] = []
    for (const variable of variables) {
      const value = member(member(row, variable), 'value')
      if (value === undefined) continue
      if (typeof value !== 'string') throw invalid(`a value of ${variable} that is no text`)
      values.push([variable, value])
    }
    return Object.fromEntries(values)
  })
}

const member = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/** The beginning of a foreign text without markup and control characters, which might command the terminal. */
const excerptOf = (text: string): string =>
  text
    .slice(0, 2_000)
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 160)
