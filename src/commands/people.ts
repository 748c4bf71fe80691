import type { Command } from 'commander'
import { printableJson } from '../base/plain-text.ts'
import type { Shell } from './shell.ts'

/** What is kept of one person, wherever it is kept. */
export function addPeople(program: Command, shell: Shell): void {
  const people = program.command('people').description('what is stored of one person, by e-mail address (GDPR)')
  people
    .command('export')
    .description('all that is stored of an e-mail address, as JSON')
    .argument('<e-mail>')
    .action((email: string) =>
      shell.audited('people export', async (store) => {
        const leads = await store.leads.of(email)
        const alerts = await store.alerts.exportOf(email)
        process.stdout.write(`${printableJson({ leads, alerts })}\n`)
        return `${leads.length} leads, ${alerts?.alerts.length ?? 0} alerts`
      }),
    )
  people
    .command('forget')
    .description('delete every lead and alert of an e-mail address, also where lists notify it')
    .argument('<e-mail>')
    .action((email: string) =>
      shell.audited('people forget', async (store) => {
        const leads = await store.leads.forget(email)
        const alerts = await store.alerts.forget(email)
        process.stderr.write(
          `Deleted: ${leads} lead${leads === 1 ? '' : 's'}, ${alerts} alert${alerts === 1 ? '' : 's'}.\n`,
        )
        return `${leads} leads, ${alerts} alerts`
      }),
    )
}
