import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { addAlerts } from './commands/alerts.ts'
import { addCheck } from './commands/check/check.ts'
import { addKeys } from './commands/keys.ts'
import { addLaw } from './commands/law/law.ts'
import { addNomenclature } from './commands/law/nomenclature.ts'
import { addLeads } from './commands/leads.ts'
import { addLists } from './commands/lists.ts'
import { addPeople } from './commands/people.ts'
import { addReceipt } from './commands/receipts/receipt.ts'
import { FAILED, printError, type Shell, USAGE_ERROR, UsageError } from './commands/shell.ts'
import { addWebhooks } from './commands/webhooks.ts'
import { type Config, readConfig } from './config.ts'
import { LawError } from './law/read/mistakes.ts'
import { keyFileIn } from './receipts/key-file.ts'
import type { Running } from './serve.ts'
import { operator } from './system/operator.ts'

const root = join(import.meta.dirname, '..')
const { version, apiVersion, released } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string
  /** Version of the HTTP API, which changes only when its contract does. */
  readonly apiVersion: string
  /** The day of its release, from which its support is reckoned; null: none yet. */
  readonly released: string | null
}
const build = `cn-sanctions ${version}`

function configRead() {
  const read = readConfig(process.env, root)
  if ('mistakes' in read) throw new UsageError(read.mistakes.join('\n'))
  return read
}

const config = (): Config => configRead().config

const shell: Shell = {
  build,
  lawDir: () => config().lawDir,
  sources: () => {
    const { contact, cellarUrl, dataDir } = config()
    return { contact, cellarUrl, cacheDir: join(dataDir, 'cellar') }
  },
  receipts: () => {
    const { dataDir, receiptKey } = config()
    return { keyFile: keyFileIn(dataDir), isGiven: receiptKey !== null }
  },
  webhooks: () => ({ toLoopback: config().webhooksToLoopback }),
  // The database drivers are loaded only by commands that need them.
  withStore: async (work) => {
    const { databaseUrl, dataDir, secretKeys } = config()
    const { openStore } = await import('./store/store.ts')
    const settings = { secretKeys, timeoutMs: COMMAND_TIMEOUT_MS }
    const store = await openStore(databaseUrl ? { databaseUrl } : { dataDir }, settings)
    try {
      await work(store)
    } finally {
      await store.close()
    }
  },
  audited: (what, work) =>
    shell.withStore(async (store) => {
      const object = await work(store)
      await store.audit.record({ ...operator(), at: new Date().toISOString(), what, object })
    }),
}

/** Nobody waits for a command as a request waits, and to publish a law is to send eight megabytes. */
const COMMAND_TIMEOUT_MS = 15_000

/** Set by `serve`. */
let closeLog = async (): Promise<void> => {}

const program = new Command('cn-sanctions')
  .description('Is this customs code, or this product, covered by EU sanctions on goods?')
  .addHelpText(
    'after',
    '\nRussia and Belarus are always checked, Iran, North Korea, Syria, Libya, Somalia and parts of Ukraine when a question or a deal names them; for other countries the answer lists controls that a customs code alone cannot decide.',
  )
  .version(version)
  .showHelpAfterError()
  .exitOverride()

program
  .command('serve')
  .description('run the service; settings come from the environment, see docs/operating.md')
  .action(async () => {
    const { config: settings, shown, unknown } = configRead()
    const [{ serve }, { mayListen, metricsOfAll, STARTED, superviseWorkers }, { openLog }] = await Promise.all([
      import('./serve.ts'),
      import('./workers.ts'),
      import('./log.ts'),
    ])
    const { log, close } = openLog(settings.logLevel)
    closeLog = close
    if (cluster.isPrimary) {
      log.info({ settings: shown }, 'settings')
      for (const setting of unknown) log.warn(setting, 'unknown setting, perhaps mistyped')
    }
    if (settings.workers > 1 && cluster.isPrimary) return superviseWorkers(settings.workers, log)
    const { limitsAmongWorkers } = await import('./store/limits/limits-workers.ts')
    // The listeners stay until the end, so that a second signal does not end the process while requests finish.
    const signalled = (signal: NodeJS.Signals) =>
      new Promise<void>((resolve) => void process.on(signal, () => resolve()))
    const interrupted = signalled('SIGINT')
    const stopSignal = Promise.race([signalled('SIGTERM'), interrupted])
    const allowed = mayListen()
    let running: Running | undefined
    process.on('SIGHUP', () => void running?.reload())
    running = await serve(settings, {
      build,
      apiVersion,
      released,
      log,
      // A worker that is told to stop while it waits must not wait for ever.
      listenAfter: allowed && Promise.race([allowed, stopSignal]),
      ...(cluster.isWorker && { limits: limitsAmongWorkers(), metricsText: metricsOfAll }),
    })
    if (cluster.isWorker) void running.lawKnown.then(() => process.send?.(STARTED))
    await stopSignal
    // Whoever presses Ctrl+C waits for nobody.
    await running.drain(interrupted)
    await running.stop()
  })

addCheck(program, shell)
addLaw(program, shell)
addNomenclature(program, shell)

program
  .command('openapi')
  .description('print the description of the API')
  .action(async () => {
    const [{ buildAnswerer }, { loadDataset }, { describeApi }] = await Promise.all([
      import('./answer/answer.ts'),
      import('./law/load.ts'),
      import('./http/reference/document.ts'),
    ])
    const { lawDir, publicUrl } = config()
    const document = describeApi(buildAnswerer(await loadDataset(lawDir), build), { build, apiVersion }, publicUrl)
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
  })

program
  .command('mcp')
  .description('serve the Model Context Protocol over standard input and output, for assistants on this machine')
  .action(async () => {
    const { serveMcpOverStdio } = await import('./mcp-stdio.ts')
    await serveMcpOverStdio(config().lawDir, build)
  })

addKeys(program, shell)
addReceipt(program, shell)
addLeads(program, shell)
addAlerts(program, shell)
addPeople(program, shell)
addWebhooks(program, shell)
addLists(program, shell)

// When the reader of a pipe ends early, as in `… | head`, that is no error.
const isReaderGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE'
process.stdout.on('error', (error) => {
  if (isReaderGone(error)) return
  process.stderr.write(`The output could not be written: ${error.message}\n`)
  process.exit(FAILED)
})

try {
  await program.parseAsync()
} catch (error) {
  if (isReaderGone(error)) process.exitCode ??= 0
  else if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR
  else if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = USAGE_ERROR
  } else if (error instanceof LawError) {
    const { printMistakes } = await import('./commands/law/print-law.ts')
    process.stderr.write(printMistakes(error, process.cwd()))
    process.exitCode = FAILED
  } else {
    process.stderr.write(printError(error, Boolean(process.env.DEBUG)))
    process.exitCode = FAILED
  }
}
// A service must exit explicitly: the channel of a worker to its primary, or a connection to a database that no longer
// answers, would keep the process alive.
if (program.args[0] === 'serve') {
  await closeLog()
  process.exit()
}
