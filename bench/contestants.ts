import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answerer } from '../src/answer/answer.ts'
import type { Day } from '../src/base/day.ts'
import { startPostgres } from '../test/store/postgres-server.ts'
import { fillTables, POSTGRES_NAME } from './postgres-tables.ts'
import { postgresIn } from './processes.ts'
import type { Contestant } from './rounds.ts'
import { type Server, type Start, startServer } from './server.ts'

const ROOT = join(import.meta.dirname, '..')
const BARE = join(import.meta.dirname, 'servers', 'bare.ts')
const STOCK = join(import.meta.dirname, 'servers', 'stock.ts')
const POSTGRES = join(import.meta.dirname, 'servers', 'postgres.ts')
export const LAW = join(ROOT, 'law')

/** What a run works with, and leaves nothing of. */
export interface Workshop {
  readonly directory: string
  readonly answerer: Answerer
  readonly today: Day
  readonly paths: readonly string[]
  /** Called when the run ends, the last one first. */
  readonly atEnd: (close: () => Promise<void>) => void
  readonly say: (text: string) => void
}

/** Bare, ours, stock, and PostgreSQL if there is one here; and of each, how many answers have the very bytes of ours. */
export interface Contest {
  readonly bare: Contestant
  readonly ours: Contestant
  readonly stock: Contestant
  readonly postgres: Contestant | null
  /** The database, for other servers that need one; null if there is none here. */
  readonly database: Database | null
  readonly sameBytes: Readonly<Record<string, string>>
}

/** A running PostgreSQL. */
export interface Database {
  emptySchema(): Promise<string>
  /** CPU time of all its processes. */
  cpuMicroseconds(): number
}

/** As `npm start` does it in that checkout. The limits count, but let the load pass. */
export function serviceIn(dataDir: string, root = ROOT): Start {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  return {
    name: 'cn-sanctions',
    root,
    // Behind `exec`, which a shell of Windows does not have, stands the same once more.
    args: scripts.start.split(' || ').at(-1)!.split(' ').slice(1),
    environment: { DATA_DIR: dataDir, LIMIT_LOOKUPS_PER_MINUTE: '1000000' },
    readyPath: '/readyz',
  }
}

export async function startContest(workshop: Workshop): Promise<Contest> {
  const { directory, paths, atEnd } = workshop
  const start = async (plan: Start): Promise<Server> => {
    const server = await startServer(plan)
    atEnd(server.stop)
    return server
  }
  const ours = await start(serviceIn(join(directory, 'data')))
  const bodies = await answersOf(ours, paths)
  const bodiesFile = join(directory, 'bodies.json')
  writeFileSync(bodiesFile, JSON.stringify(bodies))
  const readyPath = paths[0]!
  const { meta } = JSON.parse(bodies[readyPath]!) as { meta: { source: string } }

  const bare = await start({ name: 'bare node:http', args: [BARE, bodiesFile], readyPath })
  const stock = await start({ name: 'Fastify + plugins', args: [STOCK, LAW, meta.source], readyPath })
  const database = await startDatabase(workshop)
  const postgres = database && (await startOnTables(workshop, database, meta.source, start))
  const sameBytes: Record<string, string> = {}
  for (const server of [bare, ours, stock, ...(postgres ? [postgres.server] : [])]) {
    const answers = await answersOf(server, paths)
    sameBytes[server.name] = `${paths.filter((path) => answers[path] === bodies[path]).length}/${paths.length}`
  }
  return { bare: { server: bare }, ours: { server: ours }, stock: { server: stock }, postgres, database, sameBytes }
}

async function startDatabase({ atEnd, say }: Workshop): Promise<Database | null> {
  const server = await startPostgres()
  if (typeof server === 'string') {
    say(`Without PostgreSQL: ${server}`)
    return null
  }
  atEnd(server.remove)
  const [place] = await server.run(await server.emptySchema(), 'show data_directory')
  const processes = postgresIn(String(place?.data_directory))
  return { emptySchema: server.emptySchema, cpuMicroseconds: () => processes?.cpuMicroseconds() ?? 0 }
}

async function startOnTables(
  { answerer, today, paths, say }: Workshop,
  { emptySchema, cpuMicroseconds }: Database,
  build: string,
  start: (plan: Start) => Promise<Server>,
): Promise<Contestant> {
  say('Filling PostgreSQL …')
  const url = await emptySchema()
  await fillTables(url, answerer, today)
  const args = [POSTGRES, url, build, today]
  return { server: await start({ name: POSTGRES_NAME, args, readyPath: paths[0]! }), besides: cpuMicroseconds }
}

async function answersOf({ port }: Server, paths: readonly string[]): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const path of paths) answers[path] = await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  return answers
}
