import { type Command, Option } from 'commander'
import { dayInBrussels } from '../../base/day.ts'
import type { Law } from '../../law/read/law.ts'
import { progressOn } from '../progress.ts'
import { FAILED, FOUND, type Shell, UsageError } from '../shell.ts'
import { fetchedAsJson, printFetched, printStatus } from './print-sources.ts'
import { sourceClient } from './source-client.ts'

/** `law fetch` and `law status`: what the official sources have, and how current law/ is. */
export function addLawSources(law: Command, shell: Shell): void {
  law
    .command('fetch')
    .description('look for newer law at the official source and download its pages; law/ is not changed')
    .option(
      '--act <act>',
      'one regulation alone, such as 833-2014; may be repeated (default: all in law/)',
      collect,
      [],
    )
    .option('--cache <folder>', 'where pages are kept (default: cellar/ in DATA_DIR)')
    .option('--acts', 'also download the English text of acts that law/acts.yaml does not know')
    .option(
      '--publish',
      'tell the services on this store what was listed: answers warn of acts that their law does not know',
    )
    .option('--json', 'for machines')
    .addOption(new Option('--fail-on <what>', `exit with ${FOUND} when it is so, for scripts`).choices(['news']))
    .action(async ({ act, acts, cache, publish, json, failOn }: FetchOptions) => {
      const [{ fetchLaw, isNews }, { openPageCache }] = await Promise.all([
        import('../../ingest/source/fetch-law.ts'),
        import('../../ingest/source/page-cache.ts'),
      ])
      const read = await lawAt(shell.lawDir())
      const unknown = act.find((one) => !read.regimes.some(({ folder }) => folder === one))
      if (unknown !== undefined) {
        throw new UsageError(`No act ${unknown} in law/: ${read.regimes.map(({ folder }) => folder).join(' or ')}.`)
      }
      const regimes = read.regimes.filter(({ folder }) => act.length === 0 || act.includes(folder))
      const progress = progressOn(process.stderr, () => performance.now())
      const note = (text: string): void => {
        progress.end()
        process.stderr.write(`${text}\n`)
      }
      const fetched = await fetchLaw(
        read,
        regimes,
        await sourceClient(shell, note),
        openPageCache(cache ?? shell.sources().cacheDir),
        {
          onAct: (folder) => progress.update(`Asking about ${folder}`, 0, null),
          onBytes: ({ celex, language }, done, total) => progress.update(`${celex} ${language}`, done, total),
          withActs: acts ?? false,
          onRetry: (error, delay) => note(`${error.message} Trying again in ${Math.ceil(delay / 1000)} s.`),
        },
      ).finally(() => progress.end())
      process.stdout.write(json ? `${JSON.stringify(fetchedAsJson(fetched))}\n` : printFetched(fetched))
      if (publish) {
        const checks = fetched.flatMap(({ check }) => check ?? [])
        await shell.withStore((store) => store.lawChecks.note(checks))
        note(`Published what was listed for ${checks.length} of ${regimes.length} regulations.`)
      }
      for (const { folder, errors } of fetched) for (const { what } of errors) note(`${folder}: ${what}`)
      if (fetched.some(({ errors }) => errors.length > 0)) process.exitCode = FAILED
      else if (failOn && fetched.some(isNews)) process.exitCode = FOUND
    })
  law
    .command('status')
    .description('what is pinned, how old it is, what is pending, what the cache holds; asks nobody')
    .option('--cache <folder>', 'where law fetch keeps pages (default: cellar/ in DATA_DIR)')
    .option('--json', 'for machines')
    .action(async ({ cache, json }: { cache?: string; json?: true }) => {
      const [{ compare }, { readConsolidatedPage }, { openLaw }, { lawStatus, summaryOf }, { openPageCache }] =
        await Promise.all([
          import('../../ingest/update/compare.ts'),
          import('../../ingest/page/consolidated-page.ts'),
          import('../../ingest/update/open-law.ts'),
          import('../../ingest/source/law-status.ts'),
          import('../../ingest/source/page-cache.ts'),
        ])
      const status = await lawStatus(await lawAt(shell.lawDir()), {
        today: dayInBrussels(new Date()),
        cache: openPageCache(cache ?? shell.sources().cacheDir),
        compare: async (file) => {
          const { page } = await readConsolidatedPage(file)
          return summaryOf(compare(page, openLaw(shell.lawDir(), undefined, page.celex)))
        },
      })
      process.stdout.write(json ? `${JSON.stringify(status)}\n` : printStatus(status))
    })
}

interface FetchOptions {
  act: string[]
  acts?: true
  cache?: string
  publish?: true
  json?: true
  failOn?: 'news'
}

const collect = (value: string, before: string[]): string[] => [...before, value]

/** Reads law/ without validating it; throws only when no regime could be read. */
async function lawAt(directory: string): Promise<Law> {
  const [{ readLawAt }, { LawError }] = await Promise.all([
    import('../../law/check.ts'),
    import('../../law/read/mistakes.ts'),
  ])
  const { law, ...report } = readLawAt(directory)
  if (!law || law.regimes.length === 0) throw new LawError(report)
  return law
}
