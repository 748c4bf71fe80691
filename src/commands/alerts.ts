import type { Command } from 'commander'
import { printableJson } from '../terms/plain-text.ts'
import type { Shell } from './shell.ts'

export function addAlerts(program: Command, shell: Shell): void {
  const alerts = program.command('alerts').description('alerts by e-mail, by the address of their owner')
  alerts
    .command('export')
    .description('all that is stored of an e-mail address, as JSON (GDPR)')
    .argument('<e-mail>')
    .action((email: string) =>
      shell.withStore(async (store) => {
        process.stdout.write(`${printableJson(await store.alerts.exportOf(email))}\n`)
      }),
    )
  alerts
    .command('forget')
    .description('end every alert of an e-mail address and delete the address (GDPR)')
    .argument('<e-mail>')
    .action((email: string) =>
      shell.withStore(async (store) => {
        const gone = await store.alerts.forget(email)
        process.stderr.write(`${gone} alert${gone === 1 ? '' : 's'} deleted.\n`)
      }),
    )
}
