import { botWall, faultOf, isChallenge } from './answer-status.ts'
import { ask, type Reach, textOf } from './http-client.ts'
import { hostOf } from './origin.ts'
import { insistently } from './retry.ts'
import { SourceFault } from './source-error.ts'

const PATH = '/webapi/rdf/sparql'
const LIMIT = 8_000_000

/** Rows of a SELECT, as plain text by variable. */
export type Binding = Readonly<Record<string, string>>

/** Asks the Publications Office's SPARQL endpoint; an error that comes with status 200 is an error all the same. */
export function select(reach: Reach, query: string, variables: readonly string[]): Promise<Binding[]> {
  const host = hostOf(reach.origin)
  return insistently(reach, async () => {
    const answer = await ask(reach, `${reach.origin.base}${PATH}`, {
      method: 'POST',
      headers: {
        Accept: 'application/sparql-results+json',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ query }).toString(),
      limit: LIMIT,
    })
    if (answer.status !== 200) throw await faultOf(answer, host, reach.now(), 'query')
    // The server's way of saying that time ran out and that this is only a part.
    const partial = answer.headers.get('x-sql-state') !== null
    const text = await textOf(answer)
    if (isChallenge(text.slice(0, 4_000))) throw botWall(host)
    if (partial) throw new SourceFault('sparql', `${host} ran out of time and sent only a part of its list.`, true)
    return bindingsOf(text, variables, host)
  })
}

/** Results as the standard has them; anything else is told in the source's own words. */
export function bindingsOf(text: string, variables: readonly string[], host: string): Binding[] {
  const fault = (what: string): SourceFault => new SourceFault('sparql', `${host} (SPARQL): ${what}`, true)
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw fault(`no results, but "${firstWords(text)}"`)
  }
  const bindings = member(member(parsed, 'results'), 'bindings')
  if (!Array.isArray(bindings)) throw fault('an answer without results')
  return bindings.map((row: unknown) => {
    const values: [string, string][] = []
    for (const variable of variables) {
      const value = member(member(row, variable), 'value')
      if (value === undefined) continue
      if (typeof value !== 'string') throw fault(`a value of ${variable} that is no text`)
      values.push([variable, value])
    }
    return Object.fromEntries(values)
  })
}

const member = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/** The beginning of a stranger's text, safe to show in a terminal. */
const firstWords = (text: string): string =>
  text
    .slice(0, 2_000)
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 160)
