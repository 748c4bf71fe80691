import type { Command } from 'commander'
import type { Day } from '../../../base/day.ts'
import { readInput } from '../../read-input.ts'
import { day, FAILED, type Shell, UsageError } from '../../shell.ts'

const MAX_EXTRACT = 32_000_000

/** `law witness`: an extract of TARIC compared with the lists. */
export function addLawWitness(law: Command, shell: Shell): void {
  law
    .command('witness')
    .description('compare an extract of TARIC with the annexes; exits with 1 for a difference that is not known')
    .argument('<file>', 'a table with the columns direction, area, type, code, from, to, documents (law/FIELDS.md)')
    .option('--as-of <day>', 'the day of the lists (default: that of the witness in law/)', day)
    .option('--json', 'for machines')
    .action(async (file: string, { asOf, json }: { asOf?: Day; json?: true }) => {
      const [{ loadDataset }, { readTaricRows }, { compareWitness, isNew }, { LawError }, { printWitness }] =
        await Promise.all([
          import('../../../law/load.ts'),
          import('../../../law/read/read-taric.ts'),
          import('../../../law/compare-witness.ts'),
          import('../../../law/read/mistakes.ts'),
          import('./print-witness.ts'),
        ])
      const dataset = await loadDataset(shell.lawDir())
      if (!dataset.witness) throw new UsageError('This law has no crosswalk to TARIC (taric/witness.yaml).')
      const { values, mistakes } = readTaricRows(file, `${await readInput(file, 'an extract of TARIC', MAX_EXTRACT)}`)
      if (mistakes.length > 0) throw new LawError({ mistakes, omitted: [] })
      const on = asOf ?? dataset.witness.data.day
      const comparison = compareWitness(
        dataset,
        values.map(({ value }) => value),
        on,
      )
      process.stdout.write(json ? `${JSON.stringify(comparison)}\n` : printWitness(comparison, dataset))
      if (isNew(comparison)) process.exitCode = FAILED
    })
}
