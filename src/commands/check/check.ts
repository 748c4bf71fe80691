import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import type { CsvSeparator } from '../../base/csv.ts'
import { dayInBrussels, isDay } from '../../base/day.ts'
import { isLanguage, type Language } from '../../base/language.ts'
import { printableJson } from '../../base/plain-text.ts'
import { factsOf } from '../../web/lists/places.ts'
import { readInput } from '../read-input.ts'
import { FOUND, type Shell, USAGE_ERROR, UsageError } from '../shell.ts'
import { terminalOf } from '../terminal.ts'
import { askFacts } from './ask.ts'
import { FAIL_ON, type FailOn, failureOf } from './fail-on.ts'

/** Options that are parameters of a question, or of every line of a file, under the names of these. */
const PARAMETERS = {
  contract_date: 'contractDate',
  direction: 'direction',
  regime: 'regime',
  origin: 'from',
  dispatch: 'dispatch',
  destination: 'to',
  via: 'via',
  value: 'value',
} as const

type TextOption =
  | (typeof PARAMETERS)[keyof typeof PARAMETERS]
  | 'lang'
  | 'asOf'
  | 'limit'
  | 'offset'
  | 'detail'
  | 'file'
/** Facts are given one by one, since their ids have brackets and points. */
interface FactOption {
  readonly fact?: readonly string[]
}
type Flag = 'json' | 'full' | 'ask' | 'ignoreOtherColumns'
type CheckOptions = { [option in TextOption]?: string } & { [flag in Flag]?: true } & FactOption & {
    failOn?: FailOn
    separator?: CsvSeparator
  }

export function addCheck(program: Command, shell: Shell): void {
  program
    .command('check')
    .description('check a CN code or a fragment of a product name')
    .argument('[q...]', 'a code such as 7304 11 00, or words')
    .option('--file <file>', 'check every line of a CSV file, - for standard input; prints CSV, or JSON with --json')
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
    .option(
      '--fact <id=answer>',
      'what the answer asks for, such as "833-2014.3g(1)(d)=no"; may be repeated',
      (fact: string, before: readonly string[] = []) => [...before, fact],
    )
    .option('--ask', 'ask for what the answer depends on, one question at a time, in a terminal')
    .option('--limit <number>', 'entries to return, at most 500 (default: 100)')
    .option('--offset <number>', 'entries to skip')
    .option('--json', 'the exact response of the API')
    .option('--detail <detail>', 'with --json: short or full (default: full)')
    .option('--full', 'every detail of every entry')
    .addOption(new Option('--separator <separator>', 'with --file: between the columns printed').choices([',', ';']))
    .option('--ignore-other-columns', 'with --file: leave out columns that are not known, instead of refusing the file')
    .addOption(
      new Option(
        '--fail-on <what>',
        `exit with ${FOUND} for this answer or a graver one, and whenever something was not checked, for scripts`,
      ).choices(FAIL_ON),
    )
    .action((words: string[], options: CheckOptions) => {
      if (options.file === undefined) return checkOne(words, options, shell)
      return checkFile(options.file, words, options, shell)
    })
}

const parametersOf = (options: CheckOptions): [string, string | undefined][] => [
  ...Object.entries(PARAMETERS).map(([name, option]): [string, string | undefined] => [name, options[option]]),
  ['facts', options.fact && factsOf(options.fact)],
]

const isGiven = (pair: [string, string | undefined]): pair is [string, string] => pair[1] !== undefined

const languageOf = ({ lang }: CheckOptions): Language => (lang !== undefined && isLanguage(lang) ? lang : 'pl')

/** Questions go to standard error, so that standard output has the answer alone. */
async function askInTerminal(
  parameters: Readonly<Record<string, string>>,
  answer: Parameters<typeof askFacts>[1],
  language: Language,
): ReturnType<typeof askFacts> {
  const lines = createInterface({ input: process.stdin, terminal: false })
  try {
    const typed = lines[Symbol.asyncIterator]()
    const dialogue = {
      say: (text: string) => void process.stderr.write(text),
      read: async () => {
        const { value, done } = await typed.next()
        return done ? null : value
      },
    }
    return await askFacts(parameters, answer, dialogue, language)
  } finally {
    lines.close()
  }
}

async function checkOne(words: readonly string[], options: CheckOptions, shell: Shell): Promise<void> {
  if (words.length === 0) throw new UsageError('Give a code or words, or a file with --file; see check --help.')
  if (options.ask && !process.stdin.isTTY)
    throw new UsageError('--ask needs a terminal. In scripts, give what assessment.questions asks for with --fact.')
  const only = ['separator', 'ignoreOtherColumns'].find((name) => name in options)
  if (only !== undefined) throw new UsageError('--separator and --ignore-other-columns go with --file.')
  // Imported here, since main.ts loads this file for every command and `serve` must start fast.
  const [
    { answerOrProblems, buildAnswerer },
    { problemInWords },
    { readQuestion },
    { shortLookupOf },
    { loadDataset },
    { printAnswer },
  ] = await Promise.all([
    import('../../answer/answer.ts'),
    import('../../answer/question/problems.ts'),
    import('../../answer/question/question.ts'),
    import('../../answer/shape/short.ts'),
    import('../../law/load.ts'),
    import('../print-answer.ts'),
  ])
  const answerer = buildAnswerer(await loadDataset(shell.lawDir()), shell.build)
  const given: [string, string | undefined][] = [
    ['q', words.join(' ')],
    ['lang', options.lang],
    ['as_of', options.asOf],
    ...parametersOf(options),
    ['limit', options.limit],
    ['offset', options.offset],
    ['detail', options.detail],
  ]
  const today = dayInBrussels(new Date())
  const answer = (parameters: Readonly<Record<string, string>>) => {
    const read = readQuestion(Object.entries(parameters), { today, dataset: answerer.dataset })
    const answered = 'problems' in read ? read : answerOrProblems(answerer, read.question)
    if ('question' in read && 'response' in answered) return { ...answered, question: read.question }
    const problems = 'problems' in answered ? answered.problems : []
    return { refused: problems.map((problem) => problemInWords(problem, languageOf(options))).join('\n') }
  }
  const parameters = Object.fromEntries(given.filter(isGiven))
  const found = answer(options.ask ? await askInTerminal(parameters, answer, languageOf(options)) : parameters)
  if ('refused' in found) throw new UsageError(found.refused)
  const { response, question } = found
  const { language, detail } = question
  process.stdout.write(
    options.json
      ? `${printableJson(detail === 'short' ? shortLookupOf(response) : response)}\n`
      : printAnswer(
          response,
          { countries: answerer.dataset.countries, language, full: options.full ?? false },
          terminalOf(process.stdout),
        ),
  )
  const failure = options.failOn ? failureOf(response, options.failOn) : null
  if (failure === 'unchecked') process.stderr.write(`--fail-on: ${response.assessment.headline}\n`)
  if (failure) process.exitCode = FOUND
}

/** The largest file that is read; more lines than it holds are no list of goods. */
const MAX_FILE = 32_000_000

async function checkFile(place: string, words: readonly string[], options: CheckOptions, shell: Shell): Promise<void> {
  const wrong = (['limit', 'offset', 'full', 'ask'] as const).filter((name) => options[name] !== undefined)
  if (words.length > 0) throw new UsageError('Give either a code or words, or a file.')
  if (wrong.length > 0) throw new UsageError(`--${wrong.join(', --')}: not with --file.`)
  if (options.lang !== undefined && !isLanguage(options.lang)) throw new UsageError('--lang is pl or en.')
  if (options.asOf !== undefined && !isDay(options.asOf)) throw new UsageError('--as-of is a day, YYYY-MM-DD.')
  const { detail = 'short', separator = ',', failOn = null } = options
  if (detail !== 'short' && detail !== 'full') throw new UsageError('--detail is short or full.')
  const [{ buildAnswerer }, { loadDataset }, { linesIn }, file] = await Promise.all([
    import('../../answer/answer.ts'),
    import('../../law/load.ts'),
    import('./read-lines.ts'),
    import('./check-file.ts'),
  ])
  const language = languageOf(options)
  const bytes = await readInput(place, 'a list of goods', MAX_FILE)
  const answerer = buildAnswerer(await loadDataset(shell.lawDir()), shell.build)
  const lines = linesIn(bytes, {
    countries: answerer.dataset.countries,
    language,
    ignoreOthers: options.ignoreOtherColumns ?? false,
  })
  const check = {
    answerer,
    language,
    asOf: options.asOf ?? dayInBrussels(new Date()),
    defaults: Object.fromEntries(parametersOf(options).filter(isGiven)),
    failOn,
  }
  const tally = new file.Tally()
  // Should the reader of a pipe end early, the rest is not checked, which must not pass for success.
  if (failOn) process.exitCode = FOUND
  const result = options.json
    ? file.resultAsJson(lines, check, detail, tally)
    : file.resultAsCsv(lines, check, separator, tally)
  await pipeline(Readable.from(result), process.stdout, { end: false })
  process.stderr.write(file.tallyInWords(tally, language))
  process.exitCode = tally.failed > 0 ? FOUND : tally.wrong > 0 && !failOn ? USAGE_ERROR : 0
}
