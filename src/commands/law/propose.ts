import { type Command, InvalidArgumentError } from 'commander'
import type { Day } from '../../base/day.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import type { AnnexRole } from '../../law/terms/law.ts'
import { progressOn } from '../progress.ts'
import { FAILED, type Shell } from '../shell.ts'
import { terminalOf } from '../terminal.ts'
import { dayOfAct, roleOfAnnex } from './decisions.ts'

interface ProposeOptions {
  json?: true
  write?: true
  inForce?: ReadonlyMap<string, Day>
  annex?: ReadonlyMap<string, AnnexRole>
}

/** `law propose`: what an amending act changes, read from the act itself. */
export function addLawPropose(law: Command, shell: Shell): void {
  law
    .command('propose')
    .description(
      'read an amending act as the Official Journal prints it, and say what it changes; or refuse it as a whole',
    )
    .argument('<act.xhtml>', 'the English text, as CELLAR serves it')
    .option('--json', 'for machines: the rows as the act prints them')
    .option('--write', 'write its goods into law/, to be reviewed, and declare the act as pending')
    .option('--in-force <celex=day>', 'first day of the act, where it does not tell it itself', dayOfAct)
    .option('--annex <annex=role>', 'what a new annex is for; may be repeated', roleOfAnnex)
    .action(async (path: string, options: ProposeOptions) => {
      const { act, regimes } = await readActAt(path, shell)
      const { actAsJson } = await import('../../ingest/act/propose-act.ts')
      if (options.json) process.stdout.write(`${JSON.stringify(actAsJson(act))}\n`)
      else {
        const [{ printAct }, { spansByRegime }, { measureStubs }] = await Promise.all([
          import('./print-act.ts'),
          import('../../ingest/act/compare-act.ts'),
          import('../../ingest/act/measure-stub.ts'),
        ])
        const found = { spans: spansByRegime(act, shell.lawDir()), stubs: measureStubs(act, regimes) }
        process.stdout.write(printAct(act, found, terminalOf(process.stdout)))
      }
      if (options.write) await write(act, options, shell)
    })
}

type ReadAct = Awaited<ReturnType<typeof readActAt>>['act']

async function readActAt(path: string, shell: Shell) {
  const [{ readActDocument }, { readAct }, { knownRegime }, { readLawAt }, { LawError }] = await Promise.all([
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
  const { law, ...report } = readLawAt(shell.lawDir())
  if (!law || law.regimes.length === 0) throw new LawError(report)
  return { act: readAct(document, law.regimes.map(knownRegime)), regimes: law.regimes }
}

async function write(act: ReadAct, { inForce, annex }: ProposeOptions, shell: Shell): Promise<void> {
  const unknown = [...(inForce?.keys() ?? [])].find((celex) => celex !== act.celex)
  if (unknown !== undefined) throw new InvalidArgumentError(`--in-force ${unknown}: the act is ${act.celex}.`)
  const [{ proposeLaw }, { printProposals }, { InvalidUpdateError }, { runProposedTests }] = await Promise.all([
    import('../../ingest/act/propose-law.ts'),
    import('./print-act.ts'),
    import('../../ingest/update/write-law.ts'),
    import('./law-tests.ts'),
  ])
  const decisions = { inForceFrom: inForce?.get(act.celex) ?? null, roles: annex ?? new Map() }
  try {
    const accept = (copy: string, dataset: Dataset) => runProposedTests(dataset, copy, act.celex)
    const proposals = proposeLaw(shell.lawDir(), act, decisions, true, accept)
    process.stderr.write(printProposals(act, proposals, terminalOf(process.stderr)))
  } catch (error) {
    if (!(error instanceof InvalidUpdateError)) throw error
    const { printMistakes } = await import('./print-law.ts')
    process.stderr.write(`Nothing was written: law/ would not be valid.\n${printMistakes(error, process.cwd())}`)
    process.exitCode = FAILED
  }
}
