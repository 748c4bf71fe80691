import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import type { Shell } from './shell.ts'

export function addLeads(program: Command, shell: Shell): void {
  const leads = program.command('leads').description('contacts left with the service')
  leads
    .command('export')
    .description('all leads on stdout, oldest first')
    .addOption(new Option('--format <format>', 'csv or json').choices(['csv', 'json']).default('csv'))
    .action(({ format }: { format: 'csv' | 'json' }) =>
      shell.withStore(async (store) => {
        const { leadsAsCsv, leadsAsJson } = await import('./leads-export.ts')
        const all = store.leads.exportAll()
        await pipeline(Readable.from(format === 'json' ? leadsAsJson(all) : leadsAsCsv(all)), process.stdout, {
          end: false,
        })
      }),
    )
  leads
    .command('forget')
    .description('delete every lead of an e-mail address (GDPR)')
    .argument('<e-mail>')
    .action((email: string) =>
      shell.withStore(async (store) => {
        const gone = await store.leads.forget(email)
        process.stderr.write(`${gone} lead${gone === 1 ? '' : 's'} deleted.\n`)
      }),
    )
}
