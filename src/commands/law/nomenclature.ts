import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { type Digits, group } from '../../base/cn-code.ts'
import type { Imported } from '../../ingest/tariff/import-nomenclature.ts'
import { progressOn } from '../progress.ts'
import type { Shell } from '../shell.ts'

interface ImportChoices {
  year?: number
  out?: string
  force?: true
  json?: true
}

const calendarYear = (value: string): number => {
  if (!/^(?:19|20)\d{2}$/.test(value)) throw new InvalidArgumentError('It must be a year, such as 2026.')
  return Number(value)
}

export function addNomenclature(program: Command, shell: Shell): void {
  const nomenclature = program.command('nomenclature').description('the Combined Nomenclature as data')
  nomenclature
    .command('import')
    .description("add the Publications Office's SKOS file (RDF/XML) to law/nomenclature/cn.tsv")
    .argument('<file>', 'the .rdf file, unpacked, such as ESTAT-CN2026.rdf')
    .option('--year <year>', 'of a file with several years, this one (default: the year of the file)', calendarYear)
    .option('--out <folder>', 'where the table goes (default: nomenclature/ in LAW_DIR)')
    .option('--force', 'replace a year that the table has already')
    .option('--json', 'for machines')
    .action(async (file: string, { year, out, force, json }: ImportChoices) => {
      const { importNomenclature } = await import('../../ingest/tariff/import-nomenclature.ts')
      const progress = progressOn(process.stderr, () => performance.now())
      try {
        const imported = await importNomenclature({
          file,
          table: join(out ?? join(shell.lawDir(), 'nomenclature'), 'cn.tsv'),
          year: year ?? null,
          overwrite: force ?? false,
          onProgress: (done, total) => progress.update('Reading', done, total),
        })
        progress.end()
        process.stdout.write(json ? `${JSON.stringify(imported)}\n` : printImported(imported))
      } finally {
        progress.end()
      }
    })
}

/** How many codes or notes are listed one by one. */
const LISTED = 12

/** What was written, and what a person has to do next. */
function printImported({ year, written, counts, since, notes }: Imported): string {
  const lines = [`${written}: the Combined Nomenclature of ${year}, ${counts.cn8} eight-digit codes`]
  if (since) {
    lines.push(`Against ${since.year}: ${since.begun.length} codes are new, ${since.ended.length} have ended`)
    if (since.begun.length > 0) lines.push(`  new    ${named(since.begun)}`)
    if (since.ended.length > 0) lines.push(`  ended  ${named(since.ended)}`)
  }
  lines.push(...notes.slice(0, LISTED).map((note) => `Look at ${note}`))
  if (notes.length > LISTED) lines.push(`… and at ${notes.length - LISTED} more`)
  lines.push('Then run: cn-sanctions law validate')
  return `${lines.join('\n')}\n`
}

const named = (codes: readonly Digits[]): string =>
  codes.slice(0, LISTED).map(group).join(', ') + (codes.length > LISTED ? ` and ${codes.length - LISTED} more` : '')
