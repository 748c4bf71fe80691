import { type Day, isDay } from '../../base/day.ts'
import type { SparqlEndpoint } from './sparql.ts'

/** What the source says of an act. */
export interface ActFacts {
  /** Null while the source has no English title. */
  readonly title: string | null
  readonly date: Day | null
  readonly inForceFrom: Day | null
  /** CELEX numbers of the acts that it amends. */
  readonly amends: readonly string[]
}

/** Title, days and amended acts of an act. Of several first days, as of several provisions, the earliest counts. */
export async function actFactsOf({ select }: SparqlEndpoint, celex: string): Promise<ActFacts> {
  const query = `PREFIX cdm: <http://publications.europa.eu/ontology/cdm#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
SELECT DISTINCT ?title ?date ?force ?amends WHERE {
  ?work cdm:resource_legal_id_celex "${celex}"^^xsd:string .
  OPTIONAL { ?work cdm:work_date_document ?date }
  OPTIONAL { ?work cdm:resource_legal_date_entry-into-force ?force }
  OPTIONAL { ?work cdm:resource_legal_amends_resource_legal ?amended . ?amended cdm:resource_legal_id_celex ?amends }
  OPTIONAL {
    ?expression cdm:expression_belongs_to_work ?work .
    ?expression cdm:expression_uses_language <http://publications.europa.eu/resource/authority/language/ENG> .
    ?expression cdm:expression_title ?title
  }
}`
  const rows = await select(query, ['title', 'date', 'force', 'amends'])
  const daysIn = (name: 'date' | 'force'): Day[] =>
    rows
      .map((row) => (row[name] ?? '').slice(0, 10))
      .filter(isDay)
      .toSorted()
  const amends = rows.flatMap((row) => (/^3\d{4}[A-Z]\d{4}$/.test(row.amends ?? '') ? row.amends! : []))
  // The title is written into a file and printed to a terminal.
  const title = rows.map((row) => (row.title ?? '').replace(/[\p{C}\s]+/gu, ' ').trim()).find(Boolean)
  return {
    title: title ?? null,
    date: daysIn('date')[0] ?? null,
    inForceFrom: daysIn('force')[0] ?? null,
    amends: [...new Set(amends)].toSorted(),
  }
}
