import type { Lead } from '../store/leads.ts'

/** Leads as CSV or JSON, a piece at a time: an export never holds them all. */
export async function* leadsAsCsv(leads: AsyncIterable<Lead>): AsyncGenerator<string> {
  yield 'id,created_at,email,source,utm\r\n'
  for await (const { id, createdAt, email, source, utm } of leads) {
    yield `${[id, createdAt, email, source ?? '', utm ? JSON.stringify(utm) : ''].map(cell).join(',')}\r\n`
  }
}

/** A spreadsheet would run a cell that begins like a formula; strangers wrote these. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export async function* leadsAsJson(leads: AsyncIterable<Lead>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const { id, createdAt, email, source, utm } of leads) {
    yield before + JSON.stringify({ id, created_at: createdAt, email, source, utm })
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
