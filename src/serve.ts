import { once } from 'node:events'
import { type AddressInfo, isIPv6 } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import { createApp } from './http/app.ts'
import { buildMetrics } from './http/response/metrics.ts'
import type { Services } from './http/services.ts'
import { todayInBrussels } from './http/today.ts'
import { startRetention } from './retention.ts'
import { type Limits, limitsInMemory } from './store/limits.ts'
import { openStore, type Store } from './store/store.ts'
import { keepLaw } from './versions/served-law.ts'
import { startDelivering } from './webhooks/deliver.ts'
import { webhookMetrics } from './webhooks/metrics.ts'

export interface Running {
  readonly address: string
  /** Reads the law again, changed or not. */
  reload(): Promise<void>
  /** Requests under way finish, then the store closes. */
  stop(): Promise<void>
}

export interface Surroundings {
  /** Identifier of the build. */
  readonly build: string
  /** Version of the software. */
  readonly version: string
  readonly log?: Logger
  /** Counts shared with other workers; without them, and without PostgreSQL, this process counts alone. */
  readonly limits?: Limits
  readonly metricsText?: (registry: Registry) => () => Promise<string>
}

const RETRY_STORE_MS = [500, 1_000, 2_000, 5_000] as const
/** How often a new law is looked for; one that was just copied is taken at the second look. */
const LOOK_MS = 3_000
/** Told to stop, the store has this long; with what the requests under way have, less than Docker's ten seconds. */
const CLOSE_MS = 3_000
/** Webhooks under way have this long, while requests finish too; what is cut off is sent again. */
const DELIVERY_CLOSE_MS = 3_000

/** Starts one process of the service: it listens at once, and is ready when the law and the store are. */
export async function serve(config: Config, surroundings: Surroundings): Promise<Running> {
  const log = surroundings.log ?? pino({ level: config.logLevel, base: { pid: process.pid } })
  const stopping = new AbortController()
  let store: Store | null = null
  let opened: Store | null = null
  const now = () => new Date()
  const keeper = keepLaw({ place: config.lawDir, build: surroundings.build, store: () => opened, now, log })
  const alone = surroundings.limits ?? limitsInMemory()
  const metrics = buildMetrics(
    () => keeper.answerer()?.dataset ?? null,
    now,
    () => keeper.refused() !== null,
    async () => (await store?.leads.count()) ?? null,
  )
  const services: Services = {
    settings: config,
    answerer: keeper.answerer,
    refusedLaw: keeper.refused,
    store: () => store,
    // On PostgreSQL all instances count together; on SQLite this machine does.
    limits: () => (store?.kind === 'postgres' ? store.limits : alone),
    now,
    today: todayInBrussels(now),
    metrics,
    log,
    build: surroundings.build,
    version: surroundings.version,
  }
  const countAttempt = webhookMetrics(
    metrics.registry,
    async () => (await store?.deliveries.backlog()) ?? null,
    () => new Date(),
  )
  let delivering: ReturnType<typeof startDelivering> | null = null
  const deliveries = {
    now: () => new Date(),
    publicUrl: config.publicUrl,
    toLoopback: config.webhooksToLoopback,
    build: surroundings.build,
    log,
    count: countAttempt,
  }
  const metricsText = surroundings.metricsText?.(metrics.registry) ?? (() => metrics.registry.metrics())
  const app = await createApp(services, metricsText)
  const operations = config.opsPort === null ? null : await listenForOperator(config, services, metricsText)
  const address = await app.listen({ host: hostToBind(config.host), port: config.port })
  log.info({ address }, 'listening')

  const retention = startRetention(config, () => store, log)
  // The store is opened while the law is read; neither waits for the other.
  const opening = keepOpening(config, log, stopping.signal).then(async (found) => {
    opened = found
    // Ready only with the law that was published here, if there is one; what is to be recorded can wait.
    await keeper.takePublished()
    store = found
    if (found) log.info({ store: found.kind }, 'store open')
    if (found && !stopping.signal.aborted) delivering = startDelivering({ ...deliveries, store: found })
    void keeper.check()
    retention.check()
  })
  const looking = setInterval(() => void keeper.check(), LOOK_MS).unref()
  const stop = async () => {
    log.info({}, 'stopping')
    stopping.abort()
    retention.stop()
    clearInterval(looking)
    const looked = keeper.stop()
    operations?.close()
    await Promise.all([app.close(), within(DELIVERY_CLOSE_MS + 1_000, delivering?.stop(DELIVERY_CLOSE_MS))])
    // A database that no longer answers never says that a connection is closed.
    await within(
      CLOSE_MS,
      Promise.all([opening, looked]).then(() => opened?.close()),
    )
    operations?.closeAllConnections()
    log.info({}, 'stopped')
  }
  try {
    keeper.start()
  } catch (error) {
    await stop()
    throw error
  }
  let stopped: Promise<void> | undefined
  return {
    address,
    reload: () => keeper.check({ again: true }),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** One address for `localhost`, which may stand for two: the server listens on one only. */
const hostToBind = (host: string): string => (host === 'localhost' ? '127.0.0.1' : host)

/** A second port, loaded only where it is wanted. */
async function listenForOperator(config: Config, services: Services, metricsText: () => Promise<string>) {
  const { createOpsServer } = await import('./http/ops/ops-server.ts')
  const server = createOpsServer(services, metricsText)
  server.listen({ host: config.opsHost, port: config.opsPort ?? 0 })
  await once(server, 'listening')
  const { address, port } = server.address() as AddressInfo
  services.log.info({ address: `http://${isIPv6(address) ? `[${address}]` : address}:${port}` }, 'operations listening')
  return server
}

/** Waits no longer than that. */
async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const late = new AbortController()
  await Promise.race([work, pause(ms, undefined, { signal: late.signal }).catch(() => {})])
  late.abort()
}

/** A database that is away at the start is waited for: lookups are answered meanwhile, /readyz says 503. */
async function keepOpening(config: Config, log: Logger, signal: AbortSignal): Promise<Store | null> {
  const place = config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: config.dataDir }
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      return await openStore(place, { onTrouble: (trouble) => log.warn({ reason: trouble.message }, 'store trouble') })
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'store cannot be opened, trying again')
      const wait = RETRY_STORE_MS[Math.min(attempt, RETRY_STORE_MS.length - 1)]
      await pause(wait, undefined, { signal }).catch(() => {})
    }
  }
  return null
}
