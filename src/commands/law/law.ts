import type { Command } from 'commander'
import type { Shell } from '../shell.ts'
import { addLawList } from './list.ts'
import { addLawPage } from './page.ts'
import { addLawPending } from './pending.ts'
import { addLawPropose } from './propose.ts'
import { addLawSources } from './sources.ts'
import { addLawVersions } from './versions.ts'
import { addLawWitness } from './witness/witness.ts'

export function addLaw(program: Command, shell: Shell): void {
  const law = program.command('law').description('the law as data')
  law
    .command('validate')
    .description('read the whole of law/ and report every mistake as file:line:column')
    .option('--tests', 'also ask every question of law/tests and report answers that say otherwise')
    .action(async ({ tests }: { tests?: true }) => {
      const [{ inspectLaw }, { LawError }, { printLaw }] = await Promise.all([
        import('../../law/check.ts'),
        import('../../law/read/mistakes.ts'),
        import('./print-law.ts'),
      ])
      // Checked anew, whatever was found before: this is what the command is for.
      const { dataset, ...report } = inspectLaw(shell.lawDir())
      if (!dataset) throw new LawError(report)
      process.stdout.write(printLaw(dataset))
      if (!tests) return
      const { runLawTests } = await import('./law-tests.ts')
      process.stdout.write(runLawTests(dataset, shell.lawDir()))
    })
  law
    .command('count')
    .description('count what law/ holds')
    .action(async () => {
      const { printCounts } = await import('./count.ts')
      process.stdout.write(printCounts(shell.lawDir()))
    })
  addLawList(law, shell)
  addLawPage(law, shell)
  addLawPropose(law, shell)
  addLawPending(law, shell)
  addLawSources(law, shell)
  addLawVersions(law, shell)
  addLawWitness(law, shell)
}
