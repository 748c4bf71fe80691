import { type Command, Option } from 'commander'
import type { CsvSeparator } from '../../base/csv.ts'
import { dayInBrussels } from '../../base/day.ts'
import { isLanguage, type Language } from '../../base/language.ts'
import { type Shell, UsageError } from '../shell.ts'
import { terminalOf } from '../terminal.ts'
import { lawNamed } from './law-named.ts'

/** Options that are parameters of the listings, under the same names. */
const FILTERS = ['regime', 'annex', 'article', 'direction', 'kind', 'chapter', 'since', 'until', 'open', 'act'] as const

type ListOptions = { readonly [option in (typeof FILTERS)[number]]?: string } & {
  readonly asOf?: string
  readonly lang?: string
  readonly partial?: boolean
  readonly json?: true
  readonly csv?: true
  readonly separator?: CsvSeparator
}

/** `law list`: what is listed on a day. */
export function addLawList(law: Command, shell: Shell): void {
  law
    .command('list')
    .description('list the goods of the annexes on a day, all of them or some')
    .argument('[law]', 'directory, dataset file or revision; default: LAW_DIR')
    .option('--regime <code>', 'only this regime, such as EU-RU-833-2014')
    .option('--annex <annex>', 'only this annex, such as XXIII')
    .option('--article <article>', 'only this article, such as 3k, or a place in it, such as 3k(1)')
    .option('--direction <direction>', 'import, export (with transit) or transit')
    .option('--kind <kind>', 'ban, restriction, duty or grant (lists of exemptions, quotas, wind-downs)')
    .option('--chapter <chapter>', 'only this chapter of the Combined Nomenclature, such as 72')
    .option('--partial', 'only codes that are listed in part')
    .option('--no-partial', 'only codes that are listed whole')
    .option('--since <day>', 'listed on this day or later')
    .option('--until <day>', 'with a last day, which is this day or earlier')
    .option('--open <grant>', 'with an open winddown or derogation, or any')
    .option('--act <act>', 'listed by this act, such as 2024/1745')
    .option('--as-of <day>', 'the day, YYYY-MM-DD (default: today in Brussels)')
    .option('--lang <lang>', 'language of names and texts: pl or en (default: pl)')
    .option('--json', 'for machines: listings as results have them, all on one page')
    .option('--csv', 'a file for a spreadsheet, with every column')
    .addOption(new Option('--separator <separator>', 'with --csv: between columns').choices([',', ';']))
    .action((place: string | undefined, options: ListOptions) => list(place, options, shell))
}

async function list(place: string | undefined, options: ListOptions, shell: Shell): Promise<void> {
  if (options.json && options.csv) throw new UsageError('Give either --json or --csv.')
  if (options.separator !== undefined && !options.csv) throw new UsageError('--separator goes with --csv.')
  const [
    { loadDataset },
    { MAX_NUMBER, readParameters },
    { listingParameters, readListingFilter },
    { problemInWords },
  ] = await Promise.all([
    import('../../law/load.ts'),
    import('../../answer/question/parameters.ts'),
    import('../../answer/listings/listing-filter.ts'),
    import('../../answer/question/problems.ts'),
  ])
  const dataset = await loadDataset(await lawNamed(place ?? shell.lawDir(), shell))
  const read = readParameters(listingParameters(dataset), givenBy(options))
  const filtered = 'problems' in read ? read : readListingFilter(dataset, read.values)
  if ('problems' in read || 'problems' in filtered) {
    const problems = 'problems' in filtered ? filtered.problems : []
    const language = languageOf(options)
    throw new UsageError(problems.map(({ code }) => problemInWords({ code }, language)).join('\n'))
  }
  const { lang, as_of } = read.values
  const asked = { filter: filtered.filter, day: as_of ?? dayInBrussels(new Date()), language: lang }
  if (options.csv) {
    const [{ LISTING_COLUMNS, listingLines }, { writeCsv }] = await Promise.all([
      import('../../answer/listings/listing-lines.ts'),
      import('../../base/csv.ts'),
    ])
    const lines = listingLines(dataset, asked.day, lang, asked.filter)
    process.stdout.write(writeCsv([LISTING_COLUMNS, ...lines], options.separator ?? ','))
    return
  }
  const [{ listingsPage }, { printListings }, { printableJson }] = await Promise.all([
    import('../../answer/listings/listings-page.ts'),
    import('./print-listings.ts'),
    import('../../base/plain-text.ts'),
  ])
  const page = listingsPage(dataset, { ...asked, limit: MAX_NUMBER, offset: 0 }, shell.build)
  process.stdout.write(
    options.json ? `${printableJson(page)}\n` : printListings(page, lang, terminalOf(process.stdout)),
  )
}

const languageOf = ({ lang }: ListOptions): Language => (lang !== undefined && isLanguage(lang) ? lang : 'pl')

/** The options as the parameters that they are. */
function givenBy(options: ListOptions): [string, string][] {
  const { asOf, lang, partial } = options
  const texts = [...FILTERS.map((name) => [name, options[name]] as const), ['as_of', asOf], ['lang', lang]] as const
  const given = texts.flatMap(([name, text]): [string, string][] => (text === undefined ? [] : [[name, text]]))
  return partial === undefined ? given : [...given, ['partial', String(partial)]]
}
