import type { Command } from 'commander'
import { progressOn } from '../progress.ts'
import type { Shell } from '../shell.ts'
import { terminalOf } from '../terminal.ts'

/** `law propose`: what an amending act changes, read from the act itself. */
export function addLawPropose(law: Command, shell: Shell): void {
  law
    .command('propose')
    .description(
      'read an amending act as the Official Journal prints it, and say what it changes; or refuse it as a whole',
    )
    .argument('<act.xhtml>', 'the English text, as CELLAR serves it')
    .option('--json', 'for machines: the rows as the act prints them')
    .action(async (path: string, { json }: { json?: true }) => {
      const [{ readActDocument }, { readAct }, { actAsJson, knownRegime }, { readLawAt }, { LawError }] =
        await Promise.all([
          import('../../ingest/act/act-document.ts'),
          import('../../ingest/act/read-act.ts'),
          import('../../ingest/act/propose-act.ts'),
          import('../../law/check.ts'),
          import('../../law/read/mistakes.ts'),
        ])
      const progress = progressOn(process.stderr, () => performance.now())
      const { document } = await readActDocument(path, (done, all) =>
        progress.update(`reading ${path}`, done, all),
      ).finally(() => progress.end())
      const { law: read, ...report } = readLawAt(shell.lawDir())
      if (!read || read.regimes.length === 0) throw new LawError(report)
      const act = readAct(document, read.regimes.map(knownRegime))
      if (json) process.stdout.write(`${JSON.stringify(actAsJson(act))}\n`)
      else {
        const { printAct } = await import('./print-act.ts')
        process.stdout.write(printAct(act, terminalOf(process.stdout)))
      }
    })
}
