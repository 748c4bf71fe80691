// By hand: npm run kill:leads
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type Answer, emptyDirectory, exportedLeads, type Keeper, ready, type Service } from './service.ts'

export interface Toll {
  readonly kills: number
  /** Leads answered with 200. */
  readonly answered: number
  /** Leads sent again after a crash with the same Idempotency-Key: those whose answer never came, and some others. */
  readonly retried: number
  /** Answered, and not there afterwards. */
  readonly lost: readonly string[]
  /** There more than once, though sent again with the same Idempotency-Key. */
  readonly twice: readonly string[]
}

const CLIENTS = 4
const LEADS_AT_MOST = 60

/** Kills the service with SIGKILL while clients send leads, again and again on one database. */
export async function killService(t: Keeper, kills: number): Promise<Toll> {
  const settings = { DATA_DIR: await emptyDirectory(t), LIMIT_LEADS_PER_MINUTE: '0' }
  const answered: string[] = []
  let unanswered: string[] = []
  let retried = 0
  const send = (service: Service, email: string): Promise<Answer> =>
    service.post('/api/lead', { email, source: 'kill' }, { 'idempotency-key': email })

  for (let kill = 0; kill < kills; kill++) {
    const service = await ready(t, settings)
    await sendAgain(service, unanswered)
    await sendUntilKilled(service, kill)
  }
  // Before anything that was answered is sent again, which would hide its loss.
  const survived = new Set((await exportedLeads(t, settings)).map(({ email }) => email))
  const lost = answered.filter((email) => !survived.has(email))
  const last = await ready(t, settings)
  await sendAgain(last, [...unanswered, ...answered.slice(-40)])
  last.signal('SIGTERM')
  await last.ended()
  const stored = (await exportedLeads(t, settings)).map(({ email }) => email)
  return {
    kills,
    answered: answered.length,
    retried,
    lost,
    twice: stored.filter((email, at) => stored.indexOf(email) !== at),
  }

  /** As a good client does after a crash. */
  async function sendAgain(service: Service, those: readonly string[]): Promise<void> {
    for (const email of those) {
      const { status } = await send(service, email)
      if (status !== 200) throw new Error(`${email}, sent again, was answered with ${status}`)
    }
    retried += those.length
    answered.push(...unanswered)
    unanswered = []
  }

  async function sendUntilKilled(service: Service, kill: number): Promise<void> {
    // A random count, so that the moment within a request and within a transaction is random too.
    const killAfter = answered.length + 1 + randomInt(LEADS_AT_MOST / 2)
    const client = async (name: number) => {
      for (let i = 0; i < LEADS_AT_MOST; i++) {
        const email = `kill${kill}-${name}-${i}@example.eu`
        const status = await send(service, email).then(
          (answer) => answer.status,
          () => null,
        )
        if (status === 200) answered.push(email)
        else if (status === null) unanswered.push(email)
        else throw new Error(`${email} was answered with ${status}`)
        if (answered.length >= killAfter) service.signal('SIGKILL')
        if (status === null) return // whoever finds nobody there gives up
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, (_, name) => client(name)))
    const { signal } = await service.ended()
    if (signal !== 'SIGKILL') throw new Error(`the service ended by itself: ${service.stderr()}`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const endings: (() => unknown)[] = []
  const keeper = { after: (ending: unknown) => void endings.push(ending as () => unknown) }
  try {
    const toll = await killService(keeper, Number(process.argv[2] ?? 100))
    process.stdout.write(`${JSON.stringify(toll)}\n`)
    process.exitCode = toll.lost.length + toll.twice.length === 0 ? 0 : 1
  } finally {
    for (const ending of endings.reverse()) await ending()
  }
}
