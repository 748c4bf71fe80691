import { join } from 'node:path'
import { type Database, serviceIn, type Workshop } from './contestants.ts'
import { cpuOfChildren } from './processes.ts'
import type { Contestant } from './rounds.ts'
import { startServer } from './server.ts'

/** The service the other ways it can be run; what each needs besides its process counts too. */
export interface Modes {
  readonly onPostgres: Contestant | null
  readonly twoWorkers: Contestant
}

/** Workers start one after the other: so many answers in a row, each over its own connection, come from all of them. */
const READY_IN_A_ROW = 20

export async function startModes({ directory, atEnd }: Workshop, database: Database | null): Promise<Modes> {
  const start = async (name: string, environment: Readonly<Record<string, string>>) => {
    const plan = serviceIn(join(directory, name.replaceAll(/\W+/g, '-')))
    const server = await startServer({ ...plan, name, environment: { ...plan.environment, ...environment } })
    atEnd(server.stop)
    return server
  }
  const workers = await start('cn-sanctions, two workers', { WORKERS: '2' })
  for (let inARow = 0; inARow < READY_IN_A_ROW; ) {
    const answer = await fetch(`http://127.0.0.1:${workers.port}/readyz`, { headers: { connection: 'close' } })
    await answer.arrayBuffer()
    inARow = answer.status === 200 ? inARow + 1 : 0
  }
  return {
    onPostgres: database && {
      server: await start('cn-sanctions on PostgreSQL', { DATABASE_URL: await database.emptySchema() }),
      besides: database.cpuMicroseconds,
    },
    twoWorkers: { server: workers, besides: () => cpuOfChildren(workers.pid) },
  }
}
