#!/usr/bin/env node
import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { buildAnswerer } from './answer/answer.ts'
import { QUESTION_PROBLEMS } from './answer/problems.ts'
import { readQuestion } from './answer/question.ts'
import { printAnswer } from './commands/check.ts'
import { printLaw, printMistakes } from './commands/law.ts'
import { terminalOf } from './commands/terminal.ts'
import { type Config, readConfig } from './config.ts'
import { inspectLaw, loadDataset } from './dataset/load.ts'
import { LawError } from './dataset/mistakes.ts'
import type { Store } from './store/store.ts'
import { dayInBrussels, isDay } from './terms/day.ts'
import { isLanguage, type Language } from './terms/language.ts'

/** Exit codes: done, failed, misuse, and `check --fail-on` found what it was to find. */
const FAILED = 1
const MISUSE = 2
const FOUND = 3

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const build = `cn-sanctions ${version}`

/** Said to a person at a terminal, who can mend it. */
class Misuse extends Error {}

function config(): Config {
  const read = readConfig(process.env, root)
  if ('mistakes' in read) throw new Misuse(read.mistakes.join('\n'))
  return read.config
}

/** Opens the store for one command; the drivers are loaded only by commands that need them. */
async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const { databaseUrl, dataDir } = config()
  const { openStore } = await import('./store/store.ts')
  const store = await openStore(databaseUrl ? { databaseUrl } : { dataDir })
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

const program = new Command('cn-sanctions')
  .description('Is this customs code, or this product, covered by EU sanctions against Russia or Belarus?')
  .version(version)
  .showHelpAfterError()
  .exitOverride()

program
  .command('serve')
  .description('run the service; settings come from the environment, see the README')
  .action(async () => {
    const settings = config()
    const [{ serve }, { metricsOfAll, STARTED, superviseWorkers }] = await Promise.all([
      import('./serve.ts'),
      import('./workers.ts'),
    ])
    if (settings.workers > 1 && cluster.isPrimary) {
      const { pino } = await import('pino')
      return superviseWorkers(settings.workers, pino({ level: settings.logLevel, base: { pid: process.pid } }))
    }
    const { limitsAmongWorkers } = await import('./store/limits-workers.ts')
    // Heard from the start and to the end: a second signal must not cut off what the first one lets finish.
    const told = new Promise<void>((resolve) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve())
    })
    const running = await serve(
      settings,
      cluster.isWorker ? { build, limits: limitsAmongWorkers(), metricsText: metricsOfAll } : { build },
    )
    if (cluster.isWorker) process.send?.(STARTED)
    await told
    await running.stop()
  })

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
    const answerer = buildAnswerer(loadDataset(config().lawDir), build)
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
      throw new Misuse(read.refusals.map(({ code }) => QUESTION_PROBLEMS[code].detail[language]).join('\n'))
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
    const { dataset, mistakes } = inspectLaw(config().lawDir)
    if (!dataset) throw new LawError(mistakes)
    process.stdout.write(printLaw(dataset))
  })

program
  .command('openapi')
  .description('print the description of the API')
  .action(async () => {
    const { describeApi } = await import('./http/openapi.ts')
    const { lawDir, publicUrl } = config()
    const document = describeApi(buildAnswerer(loadDataset(lawDir), build), build, publicUrl)
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
  })

const wholeNumber = (value: string): number => {
  if (!/^\d{1,7}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(value)
}
const day = (value: string): string => {
  if (!isDay(value)) throw new InvalidArgumentError('It must be a day, YYYY-MM-DD.')
  return value
}

const keys = program.command('keys').description('API keys, which raise the limit')
keys
  .command('issue')
  .description('make a key; it is printed once')
  .requiredOption('--name <name>', 'whose it is')
  .option('--per-minute <number>', 'lookups a minute (default: LIMIT_KEY_PER_MINUTE)', wholeNumber)
  .option('--expires <day>', 'its last day, in Brussels', day)
  .action(({ name, perMinute, expires }: { name: string; perMinute?: number; expires?: string }) =>
    withStore(async (store) => {
      const { issuedNote } = await import('./commands/keys.ts')
      const issued = await store.keys.issue({
        name,
        perMinute: perMinute ?? null,
        expires: expires ?? null,
        at: new Date(),
      })
      process.stdout.write(`${issued.key}\n`)
      process.stderr.write(issuedNote(issued.id, name))
    }),
  )
keys
  .command('list')
  .description('keys issued, without the keys themselves')
  .option('--json', 'for machines')
  .action(({ json }: { json?: true }) =>
    withStore(async (store) => {
      const { printKeys } = await import('./commands/keys.ts')
      const list = await store.keys.list()
      process.stdout.write(json ? `${JSON.stringify(list)}\n` : printKeys(list))
    }),
  )
keys
  .command('revoke')
  .description('end a key, within seconds on every instance')
  .argument('<id>', 'as in keys list')
  .action((id: string) =>
    withStore(async (store) => {
      if (!(await store.keys.revoke(id, new Date()))) throw new Misuse(`There is no active key ${id}.`)
      process.stderr.write(`Key ${id} is revoked.\n`)
    }),
  )

const leads = program.command('leads').description('contacts left with the service')
leads
  .command('export')
  .description('all leads on stdout, oldest first')
  .addOption(new Option('--format <format>', 'csv or json').choices(['csv', 'json']).default('csv'))
  .action(({ format }: { format: 'csv' | 'json' }) =>
    withStore(async (store) => {
      const { leadsAsCsv, leadsAsJson } = await import('./commands/leads.ts')
      const all = store.leads.exportAll()
      await pipeline(Readable.from(format === 'json' ? leadsAsJson(all) : leadsAsCsv(all)), process.stdout, {
        end: false,
      })
    }),
  )
leads
  .command('forget')
  .description('delete every lead of an e-mail address (GDPR)')
  .argument('<e-mail>')
  .action((email: string) =>
    withStore(async (store) => {
      const gone = await store.leads.forget(email)
      process.stderr.write(`${gone} lead${gone === 1 ? '' : 's'} deleted.\n`)
    }),
  )

// `… | head` has read enough and closes the pipe: no failure, and nothing to say.
const isReaderGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE'
process.stdout.on('error', (error) => {
  if (!isReaderGone(error)) throw error
})

try {
  await program.parseAsync()
} catch (error) {
  if (isReaderGone(error)) process.exitCode ??= 0
  else if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : MISUSE
  else if (error instanceof Misuse) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = MISUSE
  } else if (error instanceof LawError) {
    process.stderr.write(printMistakes(error.mistakes, process.cwd()))
    process.exitCode = FAILED
  } else {
    // Written for whoever ran the command: what failed, not where in the code.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = FAILED
  }
}
// A worker's channel to its primary, or a connection to a database that no longer answers, would keep a service alive.
if (program.args[0] === 'serve') process.exit()
