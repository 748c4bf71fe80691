import type { Command } from 'commander'
import { type Shell, UsageError } from './shell.ts'

export function addAlerts(program: Command, shell: Shell): void {
  const alerts = program.command('alerts').description('alerts by e-mail, by the address of their owner')
  alerts
    .command('allow')
    .description('let a mailbox be asked again whose owner chose never to be asked')
    .argument('[e-mail]')
    .option('--all', 'every mailbox, when SECRETS_KEY is lost')
    .action((email: string | undefined, { all = false }: { all?: boolean }) => {
      if (all === (email !== undefined)) throw new UsageError('Give an e-mail address, or --all.')
      return shell.audited('alerts allow', async (store) => {
        const lifted = await store.alerts.allow(email ?? null)
        process.stderr.write(`${lifted} mailbox${lifted === 1 ? '' : 'es'} may be asked again.\n`)
        return `${lifted} mailboxes`
      })
    })
}
