import { type Command, Option } from 'commander'
import { dayInBrussels } from '../terms/day.ts'
import { isLanguage, type Language } from '../terms/language.ts'
import { printableJson } from '../terms/plain-text.ts'
import { FOUND, type Shell, UsageError } from './shell.ts'
import { terminalOf } from './terminal.ts'

interface CheckOptions {
  lang?: string
  asOf?: string
  contractDate?: string
  direction?: string
  regime?: string
  from?: string
  dispatch?: string
  to?: string
  via?: string
  value?: string
  limit?: string
  offset?: string
  detail?: string
  json?: true
  full?: true
  failOn?: 'restricted' | 'prohibition'
}

export function addCheck(program: Command, shell: Shell): void {
  program
    .command('check')
    .description('check a CN code or a fragment of a product name')
    .argument('<q...>', 'a code such as 7304 11 00, or words')
    .option('--lang <lang>', 'language of the answer: pl or en (default: pl)')
    .option('--as-of <day>', 'the day asked about, YYYY-MM-DD (default: today in Brussels)')
    .option('--contract-date <day>', 'day the contract was concluded, for wind-downs')
    .option('--direction <direction>', 'import, export or transit')
    .option('--regime <code>', 'only this regime, such as EU-RU-833-2014')
    .option('--from <country>', 'where the goods originate, such as PL')
    .option('--dispatch <country>', 'where the goods are sent from, if it is another country')
    .option('--to <country>', 'where the goods go to, such as KZ')
    .option('--via <countries>', 'countries that the goods cross, such as RU or TR,GE')
    .option('--value <euros>', 'what one item is worth in EUR, such as 299.99')
    .option('--limit <number>', 'entries to return, at most 500 (default: 100)')
    .option('--offset <number>', 'entries to skip')
    .option('--json', 'the exact response of the API')
    .option('--detail <detail>', 'with --json: short or full (default: full)')
    .option('--full', 'every detail of every entry')
    .addOption(
      new Option('--fail-on <what>', `exit with ${FOUND} when it is so, for scripts`).choices([
        'restricted',
        'prohibition',
      ]),
    )
    .action(async (words: string[], options: CheckOptions) => {
      // Imported here, since main.ts loads this file for every command and `serve` must start fast.
      const [
        { buildAnswerer },
        { problemInWords },
        { readQuestion },
        { shortLookupOf },
        { loadDataset },
        { printAnswer },
      ] = await Promise.all([
        import('../answer/answer.ts'),
        import('../answer/problems.ts'),
        import('../answer/question.ts'),
        import('../answer/short.ts'),
        import('../law/build/load.ts'),
        import('./print-answer.ts'),
      ])
      const answerer = buildAnswerer(loadDataset(shell.lawDir()), shell.build)
      const given: [string, string | undefined][] = [
        ['q', words.join(' ')],
        ['lang', options.lang],
        ['as_of', options.asOf],
        ['contract_date', options.contractDate],
        ['direction', options.direction],
        ['regime', options.regime],
        ['origin', options.from],
        ['dispatch', options.dispatch],
        ['destination', options.to],
        ['via', options.via],
        ['value', options.value],
        ['limit', options.limit],
        ['offset', options.offset],
        ['detail', options.detail],
      ]
      const read = readQuestion(
        given.filter((pair): pair is [string, string] => pair[1] !== undefined),
        { today: dayInBrussels(new Date()), dataset: answerer.dataset },
      )
      if ('problems' in read) {
        const language: Language = options.lang !== undefined && isLanguage(options.lang) ? options.lang : 'pl'
        throw new UsageError(read.problems.map((problem) => problemInWords(problem, language)).join('\n'))
      }
      const response = answerer.answer(read.question)
      process.stdout.write(
        options.json
          ? `${printableJson(read.question.detail === 'short' ? shortLookupOf(response) : response)}\n`
          : printAnswer(response, read.question.language, options.full ?? false, terminalOf(process.stdout)),
      )
      const found = options.failOn === 'prohibition' ? response.has_prohibition : response.verdict === 'restricted'
      if (options.failOn && found) process.exitCode = FOUND
    })
}
