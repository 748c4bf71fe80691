import type { Answerer } from '../../answer/answer.ts'
import { LISTING_COLUMNS } from '../../answer/listings/listing-lines.ts'
import { CHECK_COLUMNS } from '../../answer/shape/csv/check-line.ts'
import { checkCsvParameters, LISTINGS_PARAMETERS } from '../request/parameters.ts'
import { CHECK_CSV_PATH } from '../routes/check-csv.ts'
import { LAW_FILE_PATH, LISTINGS_PATH } from '../routes/dataset-files.ts'
import { file, inPath, LANGUAGE_PROBLEMS, operation } from './parts.ts'

/** The first columns are enough for an example. */
const csv = (columns: readonly string[], line: readonly string[]) => {
  const example = [columns.slice(0, line.length), line]
    .map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}…\r\n`)
    .join('')
  return file(`Columns: ${columns.join(', ')}`, 'text/csv', { schema: { type: 'string' }, example })
}

export function filePaths({ dataset }: Answerer): object {
  const version = inPath('version', '`meta.dataset` of an answer', { examples: [dataset.version] })
  return {
    [CHECK_CSV_PATH]: {
      get: operation({
        operationId: 'checkAsCsv',
        tags: ['lookup'],
        summary: 'Check codes and names for a spreadsheet, at most 100 together, one line of CSV for each',
        description:
          'Give `codes`, `names` or both; codes come first. Columns keep their names in every language. `verdict` is `restricted`, `no_match` or `not_checked`: nothing was understood, or the line has a `problem`, whose text is then the `sentence`. `ru_import` and the like say the kind of measure and its extent. No cell can start a formula. Costs points as a list does.',
        query: checkCsvParameters(dataset),
        answers: csv(CHECK_COLUMNS, ['7304', '7304', 'Tubes, pipes and hollow profiles', 'restricted', 'true']),
        refusals: ['csv_items_missing', 'csv_items_too_many', 'batch_limited', 'batches_busy', 'busy'],
      }),
    },
    [LAW_FILE_PATH]: {
      get: operation({
        operationId: 'downloadLaw',
        tags: ['lookup'],
        summary: 'The law of a version in one file, as `cn-sanctions` reads it; compressed with zstd, cached for ever',
        description:
          'Kept of every version that receipts refer to or that was published, and of the newest hundred. Counts as a list.',
        parameters: [version],
        answers: file('The packed law', 'application/octet-stream', {}),
        refusals: [...LANGUAGE_PROBLEMS, 'version_unknown'],
      }),
    },
    [LISTINGS_PATH]: {
      get: operation({
        operationId: 'listListings',
        tags: ['lookup'],
        summary: 'Every listing of every measure in force on a day, as CSV; with `as_of` cached for ever',
        description: 'Only of the version being served. Counts as a list.',
        parameters: [version],
        query: LISTINGS_PARAMETERS,
        answers: csv(LISTING_COLUMNS, ['7304', 'Tubes, pipes and hollow profiles', 'EU-RU-833-2014', 'RU', 'XVII']),
        refusals: ['batches_busy', 'version_unknown', 'version_not_served', 'busy'],
      }),
    },
  }
}
