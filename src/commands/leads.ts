import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import { csvLine } from '../base/csv.ts'
import { printableJson } from '../base/plain-text.ts'
import type { Lead } from '../store/leads/leads.ts'
import type { Shell } from './shell.ts'

export function addLeads(program: Command, shell: Shell): void {
  const leads = program.command('leads').description('contacts left with the service')
  leads
    .command('export')
    .description('all leads on stdout, oldest first')
    .addOption(new Option('--format <format>', 'csv or json').choices(['csv', 'json']).default('csv'))
    .action(({ format }: { format: 'csv' | 'json' }) =>
      shell.audited('leads export', async (store) => {
        const all = store.leads.exportAll()
        await pipeline(Readable.from(format === 'json' ? leadsAsJson(all) : leadsAsCsv(all)), process.stdout, {
          end: false,
        })
        return 'all leads'
      }),
    )
}

// Exports are streamed, so that they never hold all leads in memory. Strangers wrote the texts of a lead: `csvLine` defuses
// formulas and `printableJson` escapes control characters.

async function* leadsAsCsv(leads: AsyncIterable<Lead>): AsyncGenerator<string> {
  yield csvLine(['id', 'created_at', 'email', 'source', 'utm'], ',')
  for await (const { id, createdAt, email, source, utm } of leads) {
    yield csvLine([id, createdAt, email, source ?? '', utm ? JSON.stringify(utm) : ''], ',')
  }
}

async function* leadsAsJson(leads: AsyncIterable<Lead>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const { id, createdAt, email, source, utm } of leads) {
    yield separator + printableJson({ id, created_at: createdAt, email, source, utm })
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
