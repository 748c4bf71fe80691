import { once } from 'node:events'
import { type AddressInfo, isIPv6 } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { startAuditLog } from './audit-log.ts'
import { derivedOnce } from './base/derived-once.ts'
import type { Config } from './config.ts'
import { createApp } from './http/app.ts'
import { maxConnectionsFor } from './http/kernel/server/connections.ts'
import { buildMetrics } from './http/kernel/service/metrics.ts'
import type { Services } from './http/kernel/service/services.ts'
import { todayInBrussels } from './http/kernel/service/today.ts'
import { storeErrorOf } from './http/ops/readiness.ts'
import type { Dataset } from './law/dataset/dataset.ts'
import { checkedRegimes, type LawCheck } from './law/unread-acts.ts'
import { mailMetrics } from './mail/metrics.ts'
import { keyFileIn } from './receipts/key-file.ts'
import { receiptsOf } from './receipts/receipts.ts'
import { readPrivateKey } from './receipts/signing-key.ts'
import { startRetention } from './retention.ts'
import { startScreening } from './screening/worker.ts'
import { type Limits, limitsInMemory } from './store/limits/limits.ts'
import { damageMetric } from './store/metrics.ts'
import { errorFields } from './store/sql/store-error.ts'
import { openStore, type Store } from './store/store.ts'
import { startStoreChecks } from './store-check.ts'
import { maxOpenFiles } from './system/open-files.ts'
import { type ServedLaw, serveLaw } from './versions/served-law.ts'
import { assetsOf } from './web/shell/assets.ts'
import { startDelivering } from './webhooks/deliver.ts'
import { webhookMetrics } from './webhooks/metrics.ts'

export interface Running {
  readonly address: string
  /** When it is known which law to serve. */
  readonly lawKnown: Promise<void>
  /** Reads the law again, whether its files have changed or not. */
  reload(): Promise<void>
  /** Says that it is about to stop, and goes on answering until balancers had time to notice, or until `ended`. */
  drain(ended: Promise<unknown>): Promise<void>
  /** Lets requests in progress finish, then closes the store. */
  stop(): Promise<void>
}

export interface ServeOptions {
  /** Identifier of the build. */
  readonly build: string
  /** Version of the API, for its description. */
  readonly apiVersion: string
  /** The day of this version's release; null: it has none yet. */
  readonly released: string | null
  readonly log: Logger
  /** It listens when this has come and it can answer, since other processes at its address answer meanwhile. */
  readonly listenAfter?: Promise<void> | undefined
  /** Rate limits shared with other workers. Without them, and without PostgreSQL, this process counts alone. */
  readonly limits?: Limits
  readonly metricsText?: (registry: Registry) => () => Promise<string>
}

const RETRY_STORE_MS = [500, 1_000, 2_000, 5_000] as const
/** How often a new law is looked for. Files that have just changed are read at the check after the next one. */
const CHECK_LAW_MS = 3_000
/** How long closing the store may take. Together with requests in progress it is less than ten seconds. */
const CLOSE_STORE_MS = 3_000
/** How long a start waits for a store that does not answer, for example because its file is locked. */
const OPEN_STORE_FIRST_MS = 5_000
/**
 * How long a webhook waits for the law it speaks of, and a start for the law that was published. With the attempt of 20 s of
 * a webhook this is less than its lease of a minute.
 */
const SERVE_LAW_FIRST_MS = 20_000
/** How long webhooks in flight may take to finish. Those that are aborted are sent again. */
const STOP_DELIVERY_MS = 3_000

/**
 * Starts one process of the service. It listens at once and is ready when the law and the store are, unless others answer
 * in its place meanwhile.
 */
export async function serve(config: Config, options: ServeOptions): Promise<Running> {
  const { log } = options
  const stopping = new AbortController()
  let store: Store | null = null
  let opened: Store | null = null
  const now = () => new Date()
  // Read while the law is read. A program without its pages does not start.
  const pages = assetsOf()
  pages.catch(() => {})
  const law = serveLaw({ place: config.lawDir, build: options.build, store: () => opened, now, log })
  const choice = lawChoice(law)
  const { answerer } = choice
  let isStopping = false
  const common = { answerer, store: () => store, now, stopping: () => isStopping }
  const services = servicesOf(config, options, law, common)
  const work = backgroundWork(config, services, law)
  damageMetric(services.metrics.registry, () => store?.damage() ?? null)
  const metricsText = options.metricsText?.(services.metrics.registry) ?? (() => services.metrics.registry.metrics())
  const app = await createApp(services, metricsText)
  const operations = config.opsPort === null ? null : await listenForOperator(config, services, metricsText)
  const listening = Promise.all([options.listenAfter && choice.known, options.listenAfter]).then(() => {
    stopping.signal.throwIfAborted()
    return listenFor(config, app, log)
  })
  listening.catch(() => {})
  if (!options.listenAfter) await listening

  const retention = startRetention(config.leadRetentionDays, () => store, now, log)
  const auditLog = startAuditLog(() => store, log)
  const storeChecks = startStoreChecks(() => store, log, stopping.signal)
  const starting = choice.start()
  // The store is opened while the law is read.
  const opening = openWithRetry(config, log, stopping.signal, choice.storeIsAway).then(async (found) => {
    opened = found
    if (!(await choice.storeIsOpen())) return
    await listening.catch(() => {}) // an address in use is reported where `listening` is awaited
    store = found
    if (found) log.info({ store: found.kind }, 'store open')
    boundHeap()
    if (found) await sealSecrets(found, log)
    if (found) await work.start(found, stopping.signal)
    await services.receipts.prepare()
    // What is below may come after the first answers.
    void law.check()
    retention.check()
    auditLog.check()
    void Promise.resolve(law.warmNames()).then(() => storeChecks.check())
  })
  const checking = setInterval(() => void law.check(), CHECK_LAW_MS).unref()
  const stop = async () => {
    isStopping = true
    log.info({}, 'stopping')
    stopping.abort()
    retention.stop()
    storeChecks.stop()
    auditLog.stop()
    clearInterval(checking)
    const checked = law.stop()
    operations?.close()
    await Promise.all([app.close(), work.stop()])
    // A database that no longer answers would never confirm that a connection is closed.
    await within(
      CLOSE_STORE_MS,
      Promise.all([opening, checked]).then(() => opened?.close()),
    )
    operations?.closeAllConnections()
    log.info({}, 'stopped')
  }
  try {
    await Promise.all([starting, pages])
  } catch (error) {
    await stop()
    throw error
  }
  let stopped: Promise<void> | undefined
  return {
    address: await listening,
    lawKnown: choice.known,
    reload: () => law.check({ force: true }),
    async drain(ended) {
      isStopping = true
      if (config.drainSeconds === 0) return
      log.info({ seconds: config.drainSeconds }, 'draining')
      await within(config.drainSeconds * 1_000, ended)
    },
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/**
 * Which law to serve at first. The one at LAW_DIR may be older than the one published on the store, which is therefore
 * asked first. While the store is away, the law at LAW_DIR is served.
 */
function lawChoice(law: ServedLaw) {
  const { promise: known, resolve } = Promise.withResolvers<void>()
  const { promise: isRead, resolve: read } = Promise.withResolvers<boolean>()
  let isKnown = false
  let waitingForStore: NodeJS.Timeout | undefined
  const choose = () => {
    isKnown = true
    resolve()
  }
  return {
    known,
    /** Null until it is known. */
    answerer: () => (isKnown ? law.answerer() : null),
    /** Reads the law at LAW_DIR; throws a LawError if it has mistakes. */
    async start(): Promise<void> {
      await law.start().catch((error: unknown) => {
        read(false)
        throw error
      })
      // Reading the law takes most of this process, so the time begins afterwards.
      waitingForStore = setTimeout(choose, OPEN_STORE_FIRST_MS).unref()
      read(true)
    },
    storeIsAway: () => void isRead.then((is) => is && choose()),
    /** What is published on the store is compared with the law that was read. False: none was. */
    async storeIsOpen(): Promise<boolean> {
      if (!(await isRead)) return false
      clearTimeout(waitingForStore)
      setTimeout(choose, SERVE_LAW_FIRST_MS).unref()
      // The process is ready only with the law that was published on this store, if there is one. Recording changes can wait.
      await law.followPublished()
      choose()
      return true
    },
  }
}

/** Delivers webhooks and mails and screens lists, as long as the store is open. */
function backgroundWork(config: Config, { metrics, log, build, store, now }: Services, law: ServedLaw) {
  const counters = webhookMetrics(metrics.registry, async () => (await store()?.deliveries.backlog()) ?? null, now)
  const countMail = config.alerts
    ? mailMetrics(metrics.registry, async () => (await store()?.mails.backlog(now())) ?? null)
    : () => {}
  if (config.mail && !config.alerts) log.warn({}, 'alerts are off: SMTP_URL and MAIL_FROM need PUBLIC_URL')
  const serveLawFirst = () => within(SERVE_LAW_FIRST_MS, law.followPublished())
  let stopAll = async (): Promise<void> => {}
  return {
    async start(open: Store, stopping: AbortSignal): Promise<void> {
      const { mail, publicUrl, webhooksToLoopback: toLoopback } = config
      // What sends mails is loaded only where there is a server for them.
      const mailer = config.alerts ? await import('./mail/mailer.ts') : null
      if (stopping.aborted) return
      const common = { store: open, now, log, serveLawFirst }
      const { attempt: count, expired: countExpired } = counters
      const delivering = startDelivering({
        ...common,
        publicUrl,
        toLoopback,
        build,
        count,
        countExpired,
      })
      const dataset = () => law.answerer()?.dataset ?? null
      const mailing =
        mailer && mail && publicUrl !== null
          ? mailer.startMailing({ ...common, server: mail, publicUrl, law: dataset, count: countMail })
          : null
      const screening = startScreening({ ...common, answerer: law.answerer })
      stopAll = async () => {
        await Promise.all([
          within(STOP_DELIVERY_MS + 1_000, delivering.stop(STOP_DELIVERY_MS)),
          within(STOP_DELIVERY_MS + 1_000, mailing?.stop(STOP_DELIVERY_MS)),
          within(STOP_DELIVERY_MS, screening.stop()),
        ])
      }
    },
    stop: () => stopAll(),
  }
}

async function listenFor({ host: asked, port }: Config, app: FastifyInstance, log: Logger): Promise<string> {
  // One address for `localhost`, which may stand for two: the server listens on one only.
  const host = asked === 'localhost' ? '127.0.0.1' : asked
  const address = await app.listen({ host, port })
  log.info({ address }, 'listening')
  return address
}

/**
 * Bounds the heap (ADR 0033): V8 lets it grow to a multiple of what is live, 100 MB more after many requests. Not by a
 * flag on the command line, so that the start, which allocates most, waits for no collection.
 */
function boundHeap(): void {
  setFlagsFromString('--heap-growing-percent=45')
  // The first answers are all cached, so V8 would allocate every later one where only marking the whole heap frees it.
  setFlagsFromString('--no-allocation-site-pretenuring')
}

/** What the routes work with. Its store is there when it is open, its law when it is known which one to serve. */
function servicesOf(
  config: Config,
  { limits: localLimits = limitsInMemory(), log, build, apiVersion, released }: ServeOptions,
  law: ServedLaw,
  { answerer, store, now, stopping }: Pick<Services, 'answerer' | 'store' | 'now' | 'stopping'>,
): Services {
  const checkedIn = derivedOnce((dataset: Dataset) =>
    derivedOnce((checks: readonly LawCheck[]) => checkedRegimes(checks, dataset)),
  )
  const lawChecks = () => {
    const served = law.answerer()?.dataset
    return served ? checkedIn(served)(law.checks()) : []
  }
  return {
    settings: { ...config, maxConnections: maxConnectionsFor(maxOpenFiles()) },
    answerer,
    refusedLaw: law.refused,
    lawSha256: law.lawSha256,
    receipts: receiptsOf({
      issuer: config.publicUrl ?? 'cn-sanctions',
      givenKey: config.receiptKey === null ? null : (readPrivateKey(config.receiptKey) ?? null),
      keyFile: keyFileIn(config.dataDir),
      store,
      now,
      log,
    }),
    store,
    stopping,
    // On PostgreSQL all instances share their counts; on SQLite the workers of this machine do.
    limits: () => {
      const open = store()
      return open?.kind === 'postgres' ? open.limits : localLimits
    },
    now,
    today: todayInBrussels(now),
    metrics: buildMetrics(
      () => law.answerer()?.dataset ?? null,
      now,
      () => law.refused() !== null,
      async () => (await store()?.leads.count()) ?? null,
      async () => (await storeErrorOf({ store })) === null,
      lawChecks,
    ),
    lawChecks,
    log,
    build,
    apiVersion,
    released,
  }
}

/** Encrypts secrets and addresses under the newest key, and says when some cannot be read: their messages wait. */
async function sealSecrets(store: Store, log: Logger): Promise<void> {
  try {
    const addresses = await store.alerts.reseal()
    if (addresses.sealed > 0) log.info({ addresses: addresses.sealed }, 'addresses of alerts encrypted')
    if (addresses.unreadable > 0)
      log.error(
        { addresses: addresses.unreadable },
        'addresses of alerts cannot be read: SECRETS_KEY is missing or wrong',
      )
    const { sealed, unreadable } = await store.webhooks.resealSecrets()
    if (sealed > 0) log.info({ webhooks: sealed }, 'webhook secrets encrypted')
    if (unreadable > 0)
      log.error({ webhooks: unreadable }, 'webhook secrets cannot be read: SECRETS_KEY is missing or wrong')
  } catch (error) {
    log.warn(errorFields(error), 'webhook secrets not checked')
  }
}

/** Listens on the port of the operator. The module is loaded only when that is configured. */
async function listenForOperator(config: Config, services: Services, metricsText: () => Promise<string>) {
  const { createOpsServer } = await import('./http/ops/ops-server.ts')
  const server = createOpsServer(services, metricsText)
  server.listen({ host: config.opsHost, port: config.opsPort ?? 0 })
  await once(server, 'listening')
  const { address, port } = server.address() as AddressInfo
  services.log.info({ address: `http://${isIPv6(address) ? `[${address}]` : address}:${port}` }, 'operations listening')
  return server
}

/** Waits for the work, but no longer than this. */
async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const timeout = new AbortController()
  await Promise.race([work, pause(ms, undefined, { signal: timeout.signal }).catch(() => {})])
  timeout.abort()
}

/** Opens the store, with retries while the database is away. Meanwhile lookups are answered and /readyz says 503. */
async function openWithRetry(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  onAway: () => void,
): Promise<Store | null> {
  const place = config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: config.dataDir }
  let told = ''
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      return await openStore(place, {
        secretKeys: config.secretKeys,
        onError: (error) => log.warn({ reason: error.message }, 'store trouble'),
      })
    } catch (error) {
      const fields = errorFields(error)
      // Once for each reason, and then about once a minute.
      if (fields.reason !== told || attempt % 12 === 0) log.error(fields, 'store cannot be opened, trying again')
      told = fields.reason
      onAway()
      const wait = RETRY_STORE_MS[Math.min(attempt, RETRY_STORE_MS.length - 1)]
      await pause(wait, undefined, { signal }).catch(() => {})
    }
  }
  return null
}
