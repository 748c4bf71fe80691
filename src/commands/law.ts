import type { Command } from 'commander'
import { addLawPage } from './law-page.ts'
import { addLawSources } from './law-sources.ts'
import { addLawVersions } from './law-versions.ts'
import type { Shell } from './shell.ts'

export function addLaw(program: Command, shell: Shell): void {
  const law = program.command('law').description('the law as data')
  law
    .command('validate')
    .description('read the whole of law/ and report every mistake as file:line:column')
    .action(async () => {
      const [{ inspectLaw }, { LawError }, { printLaw }] = await Promise.all([
        import('../dataset/load.ts'),
        import('../dataset/mistakes.ts'),
        import('./print-law.ts'),
      ])
      const { dataset, mistakes } = inspectLaw(shell.lawDir())
      if (!dataset) throw new LawError(mistakes)
      process.stdout.write(printLaw(dataset))
    })
  addLawPage(law, shell)
  addLawSources(law, shell)
  addLawVersions(law, shell)
}
