import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { smallLaw } from '../../small-law.ts'

export const ROOT = join(import.meta.dirname, '..', '..', '..')
const MAIN = join(ROOT, 'bin', 'cn-sanctions.js')

/** Environment variables of the service. */
export type Settings = Readonly<Record<string, string>>

/** One line of the log. */
export interface Line {
  readonly level: number
  readonly time: number
  readonly pid: number
  readonly msg: string
  readonly [field: string]: unknown
}

export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A run of the program, as a shell or a supervisor sees it. */
export interface Program {
  readonly child: ChildProcess
  readonly pid: number
  /** All it wrote to stdout so far. */
  stdout(): string
  stderr(): string
  signal(signal: NodeJS.Signals): void
  /** How it ended, once its output is read to the end. */
  ended(): Promise<Ending>
}

export interface Service extends Program {
  readonly port: number
  /** The log so far, whole lines only. */
  lines(): Line[]
  /** The first line with that message, waited for. */
  line(message: string): Promise<Line>
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Asks as the operator. */
  ops(path: string): Promise<Answer>
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
}

/** What keeps directories and processes alive no longer than the test: a TestContext, or a script of its own. */
export type Keeper = Pick<TestContext, 'after'>

const OPS_TOKEN = 'operator-0123456789'
/** Far longer than anything takes on a busy machine: what is waited for longer never comes. */
const PATIENCE_MS = 240_000
const children = new Set<ChildProcess>()

// Whatever happens to the test, nothing it started outlives it.
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** What a shifted clock (libfaketime) is made of, so that the service has the same one as its test. */
const CLOCK = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_SHARED', 'FAKETIME_DONT_FAKE_MONOTONIC', 'DONT_FAKE_MONOTONIC']

/** The settings of whoever runs the tests do not count. */
const environment = (settings: Settings): NodeJS.ProcessEnv => ({
  DRAIN_SECONDS: '0', // there is no balancer to wait for
  ...Object.fromEntries(['PATH', 'SystemRoot', 'TEMP', 'TMPDIR', ...CLOCK].map((name) => [name, process.env[name]])),
  ...settings,
})

/** Waits for a condition, never for a time; what it waits for is named should it never come. */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = Date.now() + PATIENCE_MS
  // Asked less often when it takes long: the asking itself takes time from the process that is waited for.
  for (let wait = 20; ; wait = Math.min(wait * 1.1, 150)) {
    const met = await condition()
    if (met) return met as Exclude<T, false | null | undefined>
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`)
    await pause(wait)
  }
}

/** `promise`, or an error that names what never came. */
export async function inTime<T>(what: string, promise: Promise<T>): Promise<T> {
  const patience = new AbortController()
  const late = pause(PATIENCE_MS, undefined, { signal: patience.signal }).then(() => {
    throw new Error(`waited in vain: ${what}`)
  })
  late.catch(() => {})
  try {
    return await Promise.race([promise, late])
  } finally {
    patience.abort()
  }
}

/** An empty directory that goes with the test. */
export async function emptyDirectory(t: Keeper): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'cn-sanctions-process-'))
  // Hooks run in the order of their registration, so a program that still starts may write here meanwhile.
  t.after(() => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return directory
}

/** A log of many hours is longer than a string may be. */
const MAX_LOG = 64 * 1024 * 1024

const withoutInformation = (log: string): string =>
  log
    .split('\n')
    .filter((line) => !/^\{"level":[123]0,.*\}$/.test(line))
    .join('\n')

/**
 * Starts the program; it is killed when the test ends, if it has not ended by then. Its law is a small one, because these
 * tests are about processes, of which each reads it; with a directory or a program of its own it has the law it finds.
 */
export function launch(
  t: Keeper,
  args: readonly string[],
  settings: Settings,
  cwd = ROOT,
  main = MAIN,
  node = process.execPath,
): Program {
  const law: Settings = cwd === ROOT && main === MAIN ? { LAW_DIR: smallLaw() } : {}
  const env = environment({ ...law, ...settings })
  const child = spawn(node, [main, ...args], { cwd, env, stdio: 'pipe' })
  children.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    if (stdout.length > MAX_LOG) stdout = withoutInformation(stdout)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const closed = once(child, 'close').then(([code, signal]): Ending => {
    children.delete(child)
    return { code, signal }
  })
  t.after(async () => {
    child.kill('SIGKILL')
    await closed
  })
  return {
    child,
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    signal: (signal) => void child.kill(signal),
    ended: () => inTime('the end of the program', closed),
  }
}

/** Node that may open so few files. */
export async function nodeWithFiles(t: Keeper, files: number): Promise<string> {
  const program = join(await emptyDirectory(t), 'node')
  await writeFile(program, `#!/bin/sh\nulimit -n ${files}\nexec '${process.execPath}' "$@"\n`)
  await chmod(program, 0o700)
  return program
}

/** A copy of the law to edit: the one that services have here. */
export async function lawToEdit(t: Keeper): Promise<string> {
  const law = join(await emptyDirectory(t), 'law')
  await cp(smallLaw(), law, { recursive: true })
  return law
}

/** Runs a command to its end. */
export async function run(t: Keeper, args: readonly string[], settings: Settings) {
  const program = launch(t, args, settings)
  program.child.stdin?.end()
  const { code } = await program.ended()
  return { code, stdout: program.stdout(), stderr: program.stderr() }
}

/** Starts the service on a free port and waits until it listens. Without DATA_DIR it gets an empty one. */
export async function listening(
  t: Keeper,
  settings: Settings = {},
  cwd?: string,
  main?: string,
  node?: string,
  args: readonly string[] = ['serve'],
): Promise<Service> {
  const dataDir = cwd === undefined ? { DATA_DIR: join(await emptyDirectory(t), 'data') } : {}
  const program = launch(t, args, { PORT: '0', OPS_TOKEN, ...dataDir, ...settings }, cwd, main, node)
  const lines = () =>
    program
      .stdout()
      .split('\n')
      .slice(0, -1) // the last one may not be whole yet
      .map((line): Line => JSON.parse(line))
  const line = (message: string) =>
    until(`a log line "${message}"`, () => {
      const found = lines().find(({ msg }) => msg === message)
      const { exitCode, signalCode } = program.child
      if (!found && (exitCode ?? signalCode) !== null) {
        throw new Error(`ended (${exitCode ?? signalCode}) before "${message}": ${program.stderr()}`)
      }
      return found
    })
  const { address } = await line('listening')
  const port = Number(new URL(String(address)).port)
  return {
    ...program,
    port,
    lines,
    line,
    get: (path, headers = {}) => ask(port, 'GET', path, headers),
    ops: (path) => ask(port, 'GET', path, { authorization: `Bearer ${OPS_TOKEN}` }),
    post: (path, body, headers = {}) =>
      ask(port, 'POST', path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
  }
}

/** Starts the service and waits until it is ready: in every worker, if there are several. */
export async function ready(
  t: Keeper,
  settings: Settings = {},
  cwd?: string,
  main?: string,
  node?: string,
): Promise<Service> {
  const service = await listening(t, settings, cwd, main, node)
  const workers = Number(settings.WORKERS ?? 1)
  const pids = (message: string) =>
    new Set(
      service
        .lines()
        .filter(({ msg }) => msg === message)
        .map(({ pid }) => pid),
    ).size
  await until('a service that is ready', () => pids('law loaded') === workers && pids('store open') === workers)
  await until('/readyz', async () => (await service.get('/readyz')).status === 200)
  return service
}

/** One request over a connection of its own. */
export function ask(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      response.on('error', reject)
    })
    asking.setTimeout(PATIENCE_MS, () => asking.destroy(new Error(`no answer to ${method} ${path}`)))
    asking.on('error', reject).end(body)
  })
}

/** Leads as `leads export --format json` gives them. */
export interface ExportedLead {
  readonly id: string
  readonly created_at: string
  readonly email: string
  readonly source: string | null
  readonly utm: Readonly<Record<string, string>> | null
}

export async function exportedLeads(t: Keeper, settings: Settings): Promise<ExportedLead[]> {
  const { code, stdout, stderr } = await run(t, ['leads', 'export', '--format', 'json'], settings)
  if (code !== 0) throw new Error(`leads export ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}
