import type { Lead } from '../store/leads.ts'
import { csvLine } from '../terms/csv.ts'
import { printableJson } from '../terms/plain-text.ts'

/** Leads as CSV or JSON, a piece at a time: an export never holds them all. Strangers wrote them, so both are safe to print. */
export async function* leadsAsCsv(leads: AsyncIterable<Lead>): AsyncGenerator<string> {
  yield csvLine(['id', 'created_at', 'email', 'source', 'utm'], ',')
  for await (const { id, createdAt, email, source, utm } of leads) {
    yield csvLine([id, createdAt, email, source ?? '', utm ? JSON.stringify(utm) : ''], ',')
  }
}

export async function* leadsAsJson(leads: AsyncIterable<Lead>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const { id, createdAt, email, source, utm } of leads) {
    yield before + printableJson({ id, created_at: createdAt, email, source, utm })
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
