import { type Command, Option } from 'commander'
import { type Day, isDay } from '../../base/day.ts'
import { namedRegimes } from '../../law/terms/regime-name.ts'
import { printChanges } from '../print-changes.ts'
import { type Shell, UsageError } from '../shell.ts'
import { lawNamed } from './law-named.ts'

/** `law diff`, `law pack`, `law publish`: commands for whole versions of the law. */
export function addLawVersions(law: Command, shell: Shell): void {
  law
    .command('diff')
    .description('what changed between two laws (directories, dataset files, revisions of git), or between two days')
    .argument('<before>', 'a law, or a day such as 2023-06-23')
    .argument('[after]', 'a law, or a day if <before> is one; default: LAW_DIR')
    .option('--json', 'for machines')
    .addOption(new Option('--lang <language>', 'language of the texts').choices(['pl', 'en']).default('pl'))
    .action(async (before: string, after: string | undefined, { json, lang }: { json?: true; lang: 'pl' | 'en' }) => {
      const [{ loadDataset }, { diff }, { diffDays }] = await Promise.all([
        import('../../law/load.ts'),
        import('../../changes/diff.ts'),
        import('../../changes/diff-days.ts'),
      ])
      const load = async (place: string) => loadDataset(await lawNamed(place, shell))
      const days = daysNamed(before, after)
      const dataset = days ? await loadDataset(shell.lawDir()) : await load(after ?? shell.lawDir())
      const changes = days ? diffDays(dataset, days.from, days.to) : diff(await load(before), dataset)
      const regimes = namedRegimes(dataset.regimes, lang)
      process.stdout.write(json ? `${JSON.stringify(changes)}\n` : printChanges(changes, regimes, lang, process.stdout))
    })
  law
    .command('pack')
    .description('write a whole law into one file, which LAW_DIR, law diff and law publish take too')
    .argument('<file>', 'to write; replaced in one step if it exists')
    .argument('[law]', 'directory or revision; default: LAW_DIR')
    .action(async (file: string, place: string | undefined) => {
      const [{ packLaw }, { writeAtomically }] = await Promise.all([
        import('../../law/read/pack.ts'),
        import('../../ingest/atomic-write.ts'),
      ])
      const { dataset, files } = await loadWithFiles(place ?? shell.lawDir(), shell)
      writeAtomically(file, await packLaw(files))
      process.stderr.write(`Dataset ${dataset.version} is in ${file}.\n`)
    })
  law
    .command('publish')
    .description('hand a law to every service on this store; they take it within seconds, without a restart')
    .argument('[law]', 'directory, dataset file or revision; default: LAW_DIR')
    .action((place: string | undefined) =>
      shell.audited('law publish', async (store) => {
        const { introduce } = await import('../../versions/record-changes.ts')
        const version = await loadWithFiles(place ?? shell.lawDir(), shell)
        const changes = await introduce(store.datasets, version, {
          published: true,
          before: null,
          at: new Date(),
        })
        process.stderr.write(
          `Dataset ${version.dataset.version} is published, ${changes.length} change(s) recorded. ` +
            'Services on this store serve it within seconds.\n',
        )
        return version.dataset.version
      }),
    )
}

/** Two days of the same law; null when the arguments name laws. */
function daysNamed(before: string, after: string | undefined): { from: Day; to: Day } | null {
  const looksLikeDay = (text: string | undefined) => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)
  if (!looksLikeDay(before) && !looksLikeDay(after)) return null
  if (!isDay(before)) throw new UsageError(`${before} is no day of the calendar: give two days, or two laws`)
  if (after === undefined || !isDay(after))
    throw new UsageError(`give a second day, as in: law diff ${before} 2026-07-24`)
  if (after < before) throw new UsageError(`${after} is before ${before}: give the earlier day first`)
  return { from: before, to: after }
}

async function loadWithFiles(place: string, shell: Shell) {
  const { loadLaw } = await import('../../law/load.ts')
  return loadLaw(await lawNamed(place, shell))
}
