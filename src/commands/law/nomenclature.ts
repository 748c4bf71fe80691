import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Shell } from '../shell.ts'

interface ImportChoices {
  year?: number
  out?: string
  units?: string
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
    .description("turn the Publications Office's SKOS file (RDF/XML) into law/nomenclature/cn-YEAR.tsv")
    .argument('<file>', 'the .rdf file, unpacked, such as ESTAT-CN2026.rdf')
    .option('--year <year>', 'of a file with several years, this one (default: the year of the file)', calendarYear)
    .option('--out <folder>', 'where the table goes (default: nomenclature/ in LAW_DIR)')
    .option('--units <table>', 'take supplementary units from a table cn-YEAR.tsv: the official file has none')
    .option('--force', 'replace the table of a year that is there already')
    .option('--json', 'for machines')
    .action(async (file: string, { year, out, units, force, json }: ImportChoices) => {
      const [{ importNomenclature }, { printImported }, { progressOn }] = await Promise.all([
        import('../../ingest/tariff/import-nomenclature.ts'),
        import('./print-nomenclature.ts'),
        import('../progress.ts'),
      ])
      const progress = progressOn(process.stderr, () => performance.now())
      try {
        const imported = await importNomenclature({
          file,
          folder: out ?? join(shell.lawDir(), 'nomenclature'),
          year: year ?? null,
          unitsFrom: units ?? null,
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
