import { type Command, Option } from 'commander'
import type { ConsolidatedPage } from '../ingest/consolidated-page.ts'
import { PAGE_TABLES, type PageTable } from '../ingest/page-tables.ts'
import type { PageFile } from '../ingest/read-page.ts'
import { progressOn } from './progress.ts'
import { FOUND, type Shell } from './shell.ts'
import { terminalOf } from './terminal.ts'

/** The page in a file, with a count of what is read at a terminal. */
async function pageOf(path: string): Promise<{ page: ConsolidatedPage; file: PageFile }> {
  const { readConsolidatedPage } = await import('../ingest/consolidated-page.ts')
  const progress = progressOn(process.stderr, `reading ${path}`)
  try {
    return await readConsolidatedPage(path, progress.step)
  } finally {
    progress.end()
  }
}

/** `law parse`, `law compare`, `law apply`: what is done with a page of EUR-Lex. */
export function addLawPage(law: Command, shell: Shell): void {
  law
    .command('parse')
    .description('read a consolidated page of EUR-Lex or CELLAR, whole or a piece, and print what it lists')
    .argument('<page.html>')
    .option('--json', 'everything: acts, articles, annexes, marks, footnotes')
    .addOption(
      new Option('--table <table>', 'which table to print (default: goods, if there are annexes)').choices(PAGE_TABLES),
    )
    .action(async (path: string, { json, table }: { json?: true; table?: PageTable }) => {
      const { page } = await pageOf(path)
      if (json) process.stdout.write(`${JSON.stringify(page)}\n`)
      else {
        const { mainTable, tableLines } = await import('../ingest/page-tables.ts')
        process.stdout.write([...tableLines(page, table ?? mainTable(page))].join(''))
      }
      const { inventoryNote } = await import('./print-page.ts')
      process.stderr.write(inventoryNote(page))
    })
  law
    .command('compare')
    .description('show, annex by annex, what differs between a page and law/')
    .argument('<page.html>')
    .option('--act <act>', 'the act, 833-2014 or 765-2006 (default: what the page says)')
    .option('--json', 'for machines')
    .addOption(new Option('--fail-on <what>', `exit with ${FOUND} when it is so, for scripts`).choices(['difference']))
    .action(async (path: string, options: { act?: string; json?: true; failOn?: 'difference' }) => {
      const { page } = await pageOf(path)
      const [{ openLaw }, { compare, isSame }, { comparisonAsJson, printComparison }] = await Promise.all([
        import('../ingest/law-side.ts'),
        import('../ingest/compare.ts'),
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
}
