import type { Answerer } from '../../answer/answer.ts'
import { CHECK_COLUMNS } from '../../answer/csv/check-line.ts'
import { LISTING_COLUMNS } from '../../answer/csv/listing-lines.ts'
import { checkCsvParameters, LANGUAGE_ONLY, LISTINGS_PARAMETERS } from '../request/parameters.ts'
import { CHECK_CSV_PATH } from '../routes/check-csv.ts'
import { LAW_FILE_PATH, LISTINGS_PATH } from '../routes/dataset-files.ts'
import { ACCESS, LIMIT_HEADERS, parameterProblems, parametersIn, problems, TAG_HEADER } from './parts.ts'

const UNCHANGED = { description: 'Unchanged', headers: TAG_HEADER }

const file = (description: string, type: string, content: object) => ({
  description,
  headers: { ...LIMIT_HEADERS, ...TAG_HEADER },
  content: { [type]: content },
})

/** The first columns are enough for an example. */
const csv = (description: string, columns: readonly string[], line: readonly string[]) => {
  const example = [columns.slice(0, line.length), line]
    .map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}…\r\n`)
    .join('')
  return file(`${description}: ${columns.join(', ')}`, 'text/csv', { schema: { type: 'string' }, example })
}

export function filePaths({ dataset }: Answerer): object {
  const { version } = dataset
  const checked = checkCsvParameters(dataset)
  const versionIn = {
    name: 'version',
    in: 'path',
    required: true,
    description: '`meta.dataset` of an answer',
    schema: { type: 'string', examples: [version] },
  }
  return {
    [CHECK_CSV_PATH]: {
      get: {
        operationId: 'checkAsCsv',
        tags: ['lookup'],
        summary: 'Check codes and names for a spreadsheet, at most 100 together, one line of CSV for each',
        description:
          'Give `codes`, `names` or both; codes come first. Columns keep their names in every language. `verdict` is `restricted`, `no_match` or `not_checked`: nothing was understood, or the line has a `problem`, whose text is then the `sentence`. `ru_import` and the like say the kind of measure and its extent. No cell can start a formula. Costs points as a list does.',
        parameters: parametersIn(checked),
        responses: {
          200: csv('Columns', CHECK_COLUMNS, [
            '7304',
            '7304',
            'Tubes, pipes and hollow profiles',
            'restricted',
            'true',
          ]),
          304: UNCHANGED,
          ...problems([
            ...parameterProblems(checked),
            'csv_items_missing',
            'csv_items_too_many',
            ...ACCESS,
            'batch_limited',
            'batches_busy',
            'not_ready',
            'busy',
          ]),
        },
      },
    },
    [LAW_FILE_PATH]: {
      get: {
        operationId: 'downloadLaw',
        tags: ['lookup'],
        summary: 'The law of a version in one file, as `cn-sanctions` reads it; compressed with zstd, cached for ever',
        description:
          'Kept of every version that receipts refer to or that was published, and of the newest hundred. Counts as a list.',
        parameters: [versionIn],
        responses: {
          200: file('The packed law', 'application/octet-stream', {}),
          304: UNCHANGED,
          ...problems([...parameterProblems(LANGUAGE_ONLY), ...ACCESS, 'version_unknown']),
        },
      },
    },
    [LISTINGS_PATH]: {
      get: {
        operationId: 'listListings',
        tags: ['lookup'],
        summary: 'Every listing of every measure in force on a day, as CSV; with `as_of` cached for ever',
        description: 'Only of the version being served. Counts as a list.',
        parameters: [versionIn, ...parametersIn(LISTINGS_PARAMETERS)],
        responses: {
          200: csv('Columns', LISTING_COLUMNS, [
            '7304',
            'Tubes, pipes and hollow profiles',
            'EU-RU-833-2014',
            'RU',
            'XVII',
          ]),
          304: UNCHANGED,
          ...problems([
            ...parameterProblems(LISTINGS_PARAMETERS),
            ...ACCESS,
            'batches_busy',
            'version_unknown',
            'version_not_served',
            'not_ready',
            'busy',
          ]),
        },
      },
    },
  }
}
