import { type Day, isDay } from '../../terms/day.ts'
import type { Reach } from './http-client.ts'
import { hostOf } from './origin.ts'
import { SourceFault } from './source-error.ts'
import { type Binding, select } from './sparql.ts'

/** A consolidated text as the source lists it. */
export interface Consolidation {
  readonly celex: string
  readonly version: Day
}

/** An act that amends another, as the source lists it. */
export interface AmendingAct {
  readonly celex: string
  /** Day of the document; null when the source does not say. */
  readonly date: Day | null
}

const PREFIXES = `PREFIX cdm: <http://publications.europa.eu/ontology/cdm#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>`

/** `32014R0833` → `02014R0833-`, which the CELEX of every consolidated version begins with. */
const stemOf = (act: string): string => `0${act.slice(1)}-`

export const consolidationsQuery = (act: string): string => `${PREFIXES}
SELECT DISTINCT ?celex WHERE {
  ?work cdm:resource_legal_id_celex ?celex .
  FILTER(STRSTARTS(STR(?celex), "${stemOf(act)}"))
}`

// No filter by day here: an act signed before the pin may come into force after it.
export const amendingQuery = (act: string): string => `${PREFIXES}
SELECT DISTINCT ?celex ?date WHERE {
  ?framework cdm:resource_legal_id_celex "${act}"^^xsd:string .
  ?work cdm:resource_legal_amends_resource_legal ?framework .
  ?work cdm:resource_legal_id_celex ?celex .
  OPTIONAL { ?work cdm:work_date_document ?date }
}`

/** Newest first. The order and the maximum are ours: the server's own are not to be relied on. */
export async function consolidationsOf(reach: Reach, act: string): Promise<Consolidation[]> {
  const found = newestFirst(await select(reach, consolidationsQuery(act), ['celex']), act)
  if (found.length === 0) {
    throw new SourceFault('sparql', `${hostOf(reach.origin)} (SPARQL) lists no consolidated version of ${act}.`)
  }
  return found
}

export function newestFirst(rows: readonly Binding[], act: string): Consolidation[] {
  const stem = stemOf(act)
  const versions = new Map<string, Consolidation>()
  for (const { celex = '' } of rows) {
    if (!celex.startsWith(stem)) continue
    const version = celex.slice(stem.length).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
    if (isDay(version)) versions.set(celex, { celex, version })
  }
  return [...versions.values()].toSorted((a, b) => (a.version < b.version ? 1 : -1))
}

/** Oldest first. None at all is no news but a fault, when `law/` knows some. */
export async function amendingActsOf(reach: Reach, act: string, known: number): Promise<AmendingAct[]> {
  const found = amendingActs(await select(reach, amendingQuery(act), ['celex', 'date']))
  if (found.length === 0 && known > 0) {
    throw new SourceFault(
      'sparql',
      `${hostOf(reach.origin)} (SPARQL) lists no act that amends ${act}, though law/ knows ${known}.`,
    )
  }
  return found
}

export function amendingActs(rows: readonly Binding[]): AmendingAct[] {
  const acts = new Map<string, AmendingAct>()
  for (const { celex = '', date = '' } of rows) {
    // A name that is none would be shown to people, and might be shown as something else.
    if (!/^[0-9A-Z()_-]{6,40}$/.test(celex)) continue
    const day = date.slice(0, 10)
    const known = acts.get(celex)?.date ?? null
    acts.set(celex, { celex, date: isDay(day) && (known === null || day < known) ? day : known })
  }
  return [...acts.values()].toSorted((a, b) => order(a).localeCompare(order(b)))
}

const order = ({ celex, date }: AmendingAct): string => `${date ?? '9999'} ${celex}`
