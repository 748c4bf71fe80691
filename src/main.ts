#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError, Option } from 'commander'
import { buildAnswerer } from './answer/answer.ts'
import { QUESTION_PROBLEMS } from './answer/problems.ts'
import { readQuestion } from './answer/question.ts'
import { printAnswer } from './commands/check.ts'
import { printLaw, printMistakes } from './commands/law.ts'
import { terminalOf } from './commands/terminal.ts'
import { inspectLaw, loadDataset } from './dataset/load.ts'
import { LawError } from './dataset/mistakes.ts'
import { dayInBrussels } from './terms/day.ts'
import { isLanguage, type Language } from './terms/language.ts'

/** Exit codes: done, failed, misuse, and `check --fail-on` found what it was to find. */
const FAILED = 1
const MISUSE = 2
const FOUND = 3

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const lawDirectory = process.env.LAW_DIR ?? join(root, 'law')

interface CheckOptions {
  lang?: string
  asOf?: string
  contractDate?: string
  direction?: string
  regime?: string
  limit?: string
  offset?: string
  json?: true
  full?: true
  failOn?: 'restricted' | 'prohibition'
}

const program = new Command('cn-sanctions')
  .description('Is this customs code, or this product, covered by EU sanctions against Russia or Belarus?')
  .version(version)
  .showHelpAfterError()
  .exitOverride()

program
  .command('check')
  .description('check a CN code or a fragment of a product name')
  .argument('<q...>', 'a code such as 7304 11 00, or words')
  .option('--lang <lang>', 'language of the answer: pl or en (default: pl)')
  .option('--as-of <day>', 'the day asked about, YYYY-MM-DD (default: today in Brussels)')
  .option('--contract-date <day>', 'day the contract was concluded, for wind-downs')
  .option('--direction <direction>', 'import, export or transit')
  .option('--regime <code>', 'EU-RU-833-2014 or EU-BY-765-2006')
  .option('--limit <number>', 'entries to return, at most 500 (default: 100)')
  .option('--offset <number>', 'entries to skip')
  .option('--json', 'the exact response of the API')
  .option('--full', 'every detail of every entry')
  .addOption(
    new Option('--fail-on <what>', `exit with ${FOUND} when it is so, for scripts`).choices([
      'restricted',
      'prohibition',
    ]),
  )
  .action((words: string[], options: CheckOptions) => {
    const answerer = buildAnswerer(loadDataset(lawDirectory), `cn-sanctions ${version}`)
    const given: [string, string | undefined][] = [
      ['q', words.join(' ')],
      ['lang', options.lang],
      ['as_of', options.asOf],
      ['contract_date', options.contractDate],
      ['direction', options.direction],
      ['regime', options.regime],
      ['limit', options.limit],
      ['offset', options.offset],
    ]
    const read = readQuestion(
      given.filter((pair): pair is [string, string] => pair[1] !== undefined),
      { today: dayInBrussels(new Date()), regimes: answerer.dataset.regimes.map(({ data }) => data.code) },
    )
    if ('refusals' in read) {
      const language: Language = options.lang !== undefined && isLanguage(options.lang) ? options.lang : 'pl'
      for (const { code } of read.refusals) process.stderr.write(`${QUESTION_PROBLEMS[code].detail[language]}\n`)
      process.exitCode = MISUSE
      return
    }
    const response = answerer.answer(read.question)
    process.stdout.write(
      options.json
        ? `${JSON.stringify(response)}\n`
        : printAnswer(response, read.question.language, options.full ?? false, terminalOf(process.stdout)),
    )
    const found = options.failOn === 'prohibition' ? response.has_prohibition : response.verdict === 'restricted'
    if (options.failOn && found) process.exitCode = FOUND
  })

const law = program.command('law').description('the law as data')
law
  .command('validate')
  .description('read the whole of law/ and report every mistake as file:line:column')
  .action(() => {
    const { dataset, mistakes } = inspectLaw(lawDirectory)
    if (dataset) process.stdout.write(printLaw(dataset))
    else {
      process.stderr.write(printMistakes(mistakes, process.cwd()))
      process.exitCode = FAILED
    }
  })

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : MISUSE
  else if (error instanceof LawError) {
    process.stderr.write(printMistakes(error.mistakes, process.cwd()))
    process.exitCode = FAILED
  } else throw error
}
