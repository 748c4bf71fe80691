import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Day } from '../../base/day.ts'
import type { PendingAct } from '../../ingest/update/declare-act.ts'
import { CELEX } from '../../law/terms/celex.ts'
import { day, type Shell, UsageError } from '../shell.ts'
import { sourceClient } from './source-client.ts'

interface PendingOptions {
  act: readonly string[]
  title?: string
  date?: Day
  published?: Day
  inForce?: Day
}

/** `law pending`: an act that is out and not worked in, so that answers warn of it from its first day on. */
export function addLawPending(law: Command, shell: Shell): void {
  law
    .command('pending')
    .description('declare an act as out and not worked in: answers warn of it from then on')
    .argument('<celex>', 'such as 32026R2300', celexOfAct)
    .option(
      '--act <act>',
      'the regulation that it amends, such as 833-2014; may be repeated (default: the official source is asked)',
      (value: string, before: readonly string[]) => [...before, value],
      [],
    )
    .option('--title <title>', 'its English title (default: from the source, or its number)')
    .option('--date <day>', 'day of the act', day)
    .option('--published <day>', 'day of the Official Journal', day)
    .option('--in-force <day>', 'first day; without one, answers warn at once', day)
    .action(async (celex: string, options: PendingOptions) => {
      const facts = options.act.length > 0 ? null : await factsOf(celex, shell)
      const act: PendingAct = {
        celex,
        title: options.title ?? facts?.title ?? `REGULATION (EU) ${celex.slice(1, 5)}/${Number(celex.slice(6))}`,
        date: options.date ?? facts?.date ?? null,
        published: options.published ?? null,
        inForceFrom: options.inForce ?? facts?.inForceFrom ?? null,
      }
      const files = await declare(act, options.act, facts?.amends ?? [], shell.lawDir())
      const from = act.inForceFrom ?? 'a day that is not known: answers warn of it already'
      process.stdout.write(
        `${celex} is pending, in force from ${from}.\n${files.map((file) => `  law/${file}\n`).join('')}`,
      )
    })
}

const celexOfAct = (value: string): string => {
  if (!CELEX.test(value) || !value.startsWith('3'))
    throw new InvalidArgumentError('It must be a CELEX number such as 32026R2300.')
  return value
}

async function factsOf(celex: string, shell: Shell) {
  const [{ actFactsOf }, { sparqlEndpoint }] = await Promise.all([
    import('../../ingest/source/act-facts.ts'),
    import('../../ingest/source/sparql.ts'),
  ])
  const client = await sourceClient(shell, (text) => process.stderr.write(`${text}\n`))
  return actFactsOf(sparqlEndpoint(client), celex)
}

/** Writes the act into all regimes that it amends; all files or none. */
async function declare(act: PendingAct, named: readonly string[], amends: readonly string[], directory: string) {
  const [{ declareAct }, { openLaw }, { writeLaw }, { readLawAt }] = await Promise.all([
    import('../../ingest/update/declare-act.ts'),
    import('../../ingest/update/open-law.ts'),
    import('../../ingest/update/write-law.ts'),
    import('../../law/check.ts'),
  ])
  const regimes = readLawAt(directory).law?.regimes ?? []
  const folders = regimes.flatMap(({ folder, regime }) =>
    named.includes(folder) || amends.includes(regime.value.act) ? folder : [],
  )
  const unknown = named.find((one) => !folders.includes(one))
  if (unknown !== undefined)
    throw new UsageError(`No act ${unknown} in law/: ${regimes.map(({ folder }) => folder).join(' or ')}.`)
  if (folders.length === 0) {
    const what = amends.length === 0 ? 'nothing that it knows' : amends.join(', ')
    throw new UsageError(`By the source, ${act.celex} amends ${what}. Name the regulation: --act 833-2014.`)
  }
  const files = new Map<string, string>()
  for (const folder of folders) {
    const read = (path: string) => {
      const file = join(directory, path)
      return { file, text: files.get(path) ?? readFileSync(file, 'utf8') }
    }
    for (const [path, text] of declareAct(read, openLaw(directory, folder, null), act)) files.set(path, text)
  }
  writeLaw(directory, files, () => {})
  return [...files.keys()]
}
