import { type Day, isDay } from '../../base/day.ts'
import { LISTED_CELEX } from '../../law/terms/celex.ts'
import type { ListedAct } from '../../law/unread-acts.ts'
import { SourceError } from './source-error.ts'
import type { SparqlEndpoint } from './sparql.ts'

/** A consolidated text as the source lists it. */
export interface Consolidation {
  readonly celex: string
  readonly version: Day
}

const PREFIXES = `PREFIX cdm: <http://publications.europa.eu/ontology/cdm#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>`

/** The consolidated versions of an act, newest first. They are sorted here: the endpoint's MAX and ORDER BY are unreliable. */
export async function consolidationsOf({ host, select }: SparqlEndpoint, act: string): Promise<Consolidation[]> {
  // The CELEX of every consolidated version of 32014R0833 begins with 02014R0833-.
  const prefix = `0${act.slice(1)}-`
  const query = `${PREFIXES}
SELECT DISTINCT ?celex WHERE {
  ?work cdm:resource_legal_id_celex ?celex .
  FILTER(STRSTARTS(STR(?celex), "${prefix}"))
}`
  const versions = new Map<string, Consolidation>()
  for (const { celex = '' } of await select(query, ['celex'])) {
    if (!celex.startsWith(prefix)) continue
    const version = celex.slice(prefix.length).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
    if (isDay(version)) versions.set(celex, { celex, version })
  }
  if (versions.size === 0) {
    throw new SourceError('sparql', `${host} (SPARQL) lists no consolidated version of ${act}.`)
  }
  return [...versions.values()].toSorted((a, b) => (a.version < b.version ? 1 : -1))
}

/** The acts that amend an act, oldest first. An empty list is an error when `law/` knows some. */
export async function amendingActsOf(
  { host, select }: SparqlEndpoint,
  act: string,
  known: number,
): Promise<ListedAct[]> {
  // Not filtered by day: an act signed before the pinned text may come into force after it. The endpoint finds a CELEX
  // only as a typed literal.
  const query = `${PREFIXES}
SELECT DISTINCT ?celex ?date WHERE {
  ?framework cdm:resource_legal_id_celex "${act}"^^xsd:string .
  ?work cdm:resource_legal_amends_resource_legal ?framework .
  ?work cdm:resource_legal_id_celex ?celex .
  OPTIONAL { ?work cdm:work_date_document ?date }
}`
  const acts = new Map<string, ListedAct>()
  for (const { celex = '', date = '' } of await select(query, ['celex', 'date'])) {
    // The name is printed to a terminal: anything but a CELEX is dropped.
    if (!LISTED_CELEX.test(celex)) continue
    const day = date.slice(0, 10)
    const earliest = acts.get(celex)?.date ?? null
    acts.set(celex, { celex, date: isDay(day) && (earliest === null || day < earliest) ? day : earliest })
  }
  if (acts.size === 0 && known > 0) {
    throw new SourceError('sparql', `${host} (SPARQL) lists no act that amends ${act}, though law/ knows ${known}.`)
  }
  const sortKey = ({ celex, date }: ListedAct): string => `${date ?? '9999'} ${celex}`
  return [...acts.values()].toSorted((a, b) => sortKey(a).localeCompare(sortKey(b)))
}
