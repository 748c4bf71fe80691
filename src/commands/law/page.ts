import { existsSync } from 'node:fs'
import { type Command, Option } from 'commander'
import type { Day } from '../../base/day.ts'
import type { ConsolidatedPage } from '../../ingest/page/consolidated-page.ts'
import type { PageTable } from '../../ingest/page/page-tables.ts'
import type { PageFile } from '../../ingest/page/read-page.ts'
import type { RowCountMismatch } from '../../ingest/update/open-law.ts'
import type { AnnexRole } from '../../law/terms/law.ts'
import { progressOn } from '../progress.ts'
import { FAILED, FOUND, type Shell } from '../shell.ts'
import { terminalOf } from '../terminal.ts'
import { dayOfAct, roleOfAnnex } from './decisions.ts'

const TABLES: readonly PageTable[] = ['goods', 'articles', 'acts']

/** Reads a page with a progress bar. */
async function pageOf(path: string): Promise<{ page: ConsolidatedPage; file: PageFile }> {
  const { readConsolidatedPage } = await import('../../ingest/page/consolidated-page.ts')
  const progress = progressOn(process.stderr, () => performance.now())
  try {
    return await readConsolidatedPage(path, (done, all) => progress.update(`reading ${path}`, done, all))
  } finally {
    progress.end()
  }
}

/** `law parse`, `law compare`, `law apply`: what can be done with a page of EUR-Lex. */
export function addLawPage(law: Command, shell: Shell): void {
  law
    .command('parse')
    .description('read a consolidated page of EUR-Lex or CELLAR, whole or a piece, and print what it lists')
    .argument('<page.html>')
    .option('--json', 'everything: acts, articles, annexes, marks, footnotes')
    .addOption(
      new Option('--table <table>', 'which table to print (default: goods, if there are annexes)').choices(TABLES),
    )
    .action(async (path: string, { json, table }: { json?: true; table?: PageTable }) => {
      const { page } = await pageOf(path)
      const { mainTable, pageAsJson, tableLines } = await import('../../ingest/page/page-tables.ts')
      if (json) {
        process.stdout.write(`${JSON.stringify(pageAsJson(page))}\n`)
      } else {
        process.stdout.write([...tableLines(page, table ?? mainTable(page))].join(''))
      }
      process.stderr.write(inventoryNote(page))
      const { openLaw, rowCountMismatches, UnknownActError } = await import('../../ingest/update/open-law.ts')
      if (page.annexes.length === 0 || !existsSync(shell.lawDir())) return
      try {
        const law = openLaw(shell.lawDir(), undefined, page.celex)
        process.stderr.write(rowCountNote(rowCountMismatches(page, law), page.whole))
      } catch (error) {
        // The page is read, whatever act it is of.
        if (!(error instanceof UnknownActError)) throw error
      }
    })
  law
    .command('compare')
    .description('show, annex by annex, what differs between a page and law/')
    .argument('<page.html>')
    .option('--act <act>', 'the act, such as 833-2014 or 692-2014 (default: what the page says)')
    .option('--json', 'for machines')
    .addOption(new Option('--fail-on <what>', `exit with ${FOUND} when it is so, for scripts`).choices(['difference']))
    .action(async (path: string, options: { act?: string; json?: true; failOn?: 'difference' }) => {
      const { page } = await pageOf(path)
      const [{ openLaw }, { compare, isSame }, { comparisonAsJson, printComparison }] = await Promise.all([
        import('../../ingest/update/open-law.ts'),
        import('../../ingest/update/compare.ts'),
        import('./print-comparison.ts'),
      ])
      const comparison = compare(page, openLaw(shell.lawDir(), options.act, page.celex))
      process.stdout.write(
        options.json
          ? `${JSON.stringify(comparisonAsJson(comparison))}\n`
          : printComparison(comparison, terminalOf(process.stdout)),
      )
      if (options.failOn && !isSame(comparison)) process.exitCode = FOUND
    })
  law
    .command('apply')
    .description('write what a whole page changes into law/, with the pin and the changelog: all of it or nothing')
    .argument('<page.html>', 'the English page')
    .option('--polish <page.html>', 'the Polish page of the same text, for the Polish designations')
    .option('--act <act>', 'the act, such as 833-2014 or 692-2014 (default: what the page says)')
    .option('--in-force <celex=day>', 'first day of an act that law/ does not know yet; may be repeated', dayOfAct)
    .option('--annex <annex=role>', 'what a new annex is for; may be repeated', roleOfAnnex)
    .option('--dry-run', 'say what would be written, and write nothing')
    .action(async (path: string, options: ApplyOptions) => {
      const { page, file } = await pageOf(path)
      const polish = options.polish === undefined ? null : (await pageOf(options.polish)).page
      const [{ applyPage }, { InvalidUpdateError }, { printConflicts, printUpdate }] = await Promise.all([
        import('../../ingest/update/apply.ts'),
        import('../../ingest/update/write-law.ts'),
        import('./print-update.ts'),
      ])
      try {
        const update = applyPage(
          shell.lawDir(),
          options.act,
          { page, sha256: file.sha256, polish },
          { inForce: options.inForce ?? new Map(), roles: options.annex ?? new Map() },
          options.dryRun ?? false,
        )
        if (update.conflicts.length > 0) {
          process.stderr.write(printConflicts(update, terminalOf(process.stderr)))
          process.exitCode = FAILED
        } else process.stdout.write(printUpdate(update, terminalOf(process.stdout)))
      } catch (error) {
        if (!(error instanceof InvalidUpdateError)) throw error
        const { printMistakes } = await import('./print-law.ts')
        process.stderr.write(`Nothing was written: law/ would not be valid.\n${printMistakes(error, process.cwd())}`)
        process.exitCode = FAILED
      }
    })
}

interface ApplyOptions {
  polish?: string
  act?: string
  inForce?: ReadonlyMap<string, Day>
  annex?: ReadonlyMap<string, AnnexRole>
  dryRun?: true
}

/** What was read, for stderr: a pipe carries only rows. */
function inventoryNote(page: ConsolidatedPage): string {
  const rows = page.annexes.reduce((sum, annex) => sum + annex.rows.length, 0)
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`
  const counts = [
    count(page.acts.length, 'act', 'acts'),
    count(page.articles.length, 'article', 'articles'),
    count(page.annexes.length, 'annex', 'annexes'),
    count(rows, 'row of goods', 'rows of goods'),
  ]
  const language = page.language ? ` (${page.language})` : ''
  const what = page.whole ? `${page.celex}${language}` : `a piece of ${page.celex ?? 'a page'}${language}`
  return `${what}: ${counts.join(', ')}\n`
}

/** The annexes with another number of rows than law/ expects. */
function rowCountNote(mismatches: readonly RowCountMismatch[], whole: boolean): string {
  if (mismatches.length === 0) return `law/ expects the same rows${whole ? '' : ' in the annexes of this piece'}.\n`
  const lines = mismatches.map(({ annex, inPage, pinned }) =>
    pinned === null
      ? `  annex ${annex}: ${inPage} rows, new to law/`
      : `  annex ${annex}: ${inPage === 0 ? 'none' : inPage} here, ${pinned} in law/`,
  )
  const cut = whole ? '' : ' (a piece may hold only part of an annex)'
  return `Other rows than law/ expects${cut}:\n${lines.join('\n')}\nSee what changed: law compare\n`
}
