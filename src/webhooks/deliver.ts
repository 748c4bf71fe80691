import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Attempt, Due, Lease, StoredEvent } from '../store/leases.ts'
import type { Store } from '../store/store.ts'
import { payloadOf } from './payload.ts'
import type { Resolve } from './safe-address.ts'
import { resolveByDns } from './safe-address.ts'
import { nextAttempt, readRetryAfter } from './schedule.ts'
import { type Answer, send } from './send.ts'
import { signedHeaders } from './sign.ts'

export interface DeliverySettings {
  readonly store: Pick<Store, 'leases' | 'deliveries' | 'webhooks'>
  readonly now: () => Date
  readonly publicUrl: string | null
  /** Development: http, and this machine, are allowed. */
  readonly toLoopback: boolean
  /** Identifier of the build, told to receivers. */
  readonly build: string
  readonly log: Log
  /** Counts what came of an attempt. */
  readonly count?: (verdict: Attempt['verdict']) => void
  /** For tests: chance, time limits, names and certificates of their own. */
  readonly random?: () => number
  readonly timeoutMs?: number
  readonly leaseMs?: number
  readonly resolve?: Resolve
  readonly ca?: string
}

interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** Requests under way at once, in this process and to one host. */
const AT_ONCE = 64
const PER_HOST = 8
export const TIMEOUT_MS = 20_000
/** Longer than an attempt can take. Should the process die, another takes over after it. */
const LEASE_MS = 60_000
/** A change that concerns everybody is read from the store once, not for each receiver. */
const EVENTS_KEPT = 16

export interface Deliverer {
  /** Takes up what is due, as far as there is room; how many webhooks. Does not wait for the answers. */
  takeUp(): Promise<number>
  /** Resolves when one has been done since work was last taken up. */
  oneDone(): Promise<void>
  /** Takes up and waits until nothing is due any more. */
  drain(): Promise<void>
  /** Lets what is under way finish; what does not in time is cut off and given back, to be sent again. */
  stop(patienceMs: number): Promise<void>
}

export function createDeliverer(settings: DeliverySettings): Deliverer {
  const { store, now, log, timeoutMs = TIMEOUT_MS, leaseMs = LEASE_MS, random = Math.random } = settings
  const { leases } = store
  const underWay = new Map<string, Promise<void>>()
  const hosts = new Map<string, number>()
  const events = new LRUCache<number, StoredEvent>({ max: EVENTS_KEPT })
  const cut = new AbortController()
  let stopping = false
  // Renewed each time work is taken up, so that what is done meanwhile is not overlooked.
  let done = Promise.withResolvers<void>()

  async function takeUp(): Promise<number> {
    done = Promise.withResolvers()
    const atMost = AT_ONCE - underWay.size
    if (stopping || atMost === 0) return 0
    const claimed = await leases.claim({ at: now(), leaseMs, atMost, perHost: PER_HOST, busy: hosts })
    for (const lease of claimed) begin(lease)
    return claimed.length
  }

  function begin(lease: Lease): void {
    const { host, token, webhookId } = lease
    const id = `${token} ${webhookId}`
    hosts.set(host, (hosts.get(host) ?? 0) + 1)
    const work = sendAll(lease)
      // The lease runs out by itself, and what was not written down is sent again under the same id.
      .catch((error: Error) => log.warn({ webhook: webhookId, reason: error.message }, 'webhook interrupted'))
      .finally(() => {
        underWay.delete(id)
        const left = (hosts.get(host) ?? 1) - 1
        if (left === 0) hosts.delete(host)
        else hosts.set(host, left)
        done.resolve()
      })
    underWay.set(id, work)
  }

  /** One message after the other, for as long as something is due. */
  async function sendAll(lease: Lease): Promise<void> {
    for (let due: Due | null = lease.first; due; ) {
      if (stopping) return leases.release(lease, now())
      const answer = await attempt(lease, due)
      if (cut.signal.aborted && 'error' in answer) return leases.release(lease, now())
      const judged = judge(answer, due)
      const next: Due | null = await leases.record(lease, due, judged, now(), leaseMs)
      report(lease, due, judged)
      due = next
    }
  }

  async function attempt(lease: Lease, { id, eventSeq }: Due): Promise<Answer> {
    const event = events.get(eventSeq) ?? (await leases.event(eventSeq))
    if (!event) return { error: 'event_missing', ms: 0 }
    events.set(eventSeq, event)
    const body = payloadOf(event, { language: lease.language, codes: lease.codes, publicUrl: settings.publicUrl })
    return sendSigned(lease.url, id, body, lease.secrets, now(), { ...settings, timeoutMs, signal: cut.signal })
  }

  function judge(answer: Answer, { attempts }: Due): Attempt {
    const { ms } = answer
    const status = 'status' in answer ? answer.status : null
    const error = 'error' in answer ? answer.error : null
    if (status !== null && status >= 200 && status < 300) return { verdict: 'delivered', status, error, ms }
    if (status === 410) return { verdict: 'gone', status, error, ms }
    const at = now()
    const retryAfter = 'retryAfter' in answer ? readRetryAfter(answer.retryAfter, at) : null
    const dueAt = nextAttempt(attempts + 1, at, random(), retryAfter)
    return dueAt ? { verdict: 'again', dueAt, status, error, ms } : { verdict: 'dead', status, error, ms }
  }

  /** Never the URL, which may hold a secret of the receiver's. */
  function report({ webhookId }: Lease, { id, attempts }: Due, { verdict, status, error, ms }: Attempt): void {
    settings.count?.(verdict)
    const fields = { webhook: webhookId, delivery: id, attempt: attempts + 1, status, error, ms }
    if (verdict === 'delivered') log.debug(fields, 'webhook delivered')
    else if (verdict === 'again') log.info(fields, 'webhook failed, will be tried again')
    else if (verdict === 'dead') log.warn(fields, 'webhook failed for the last time')
    else log.warn(fields, 'webhook switched off by its receiver')
  }

  return {
    takeUp,
    oneDone: () => done.promise,
    async drain() {
      for (;;) {
        const busy = underWay.size > 0
        if ((await takeUp()) === 0 && !busy) return
        await done.promise
      }
    },
    async stop(patienceMs) {
      stopping = true
      const all = Promise.allSettled(underWay.values())
      const late = setTimeout(() => cut.abort(), patienceMs)
      await all
      clearTimeout(late)
    },
  }
}

/** Signs and sends; also for a test sent by hand. */
export function sendSigned(
  url: string,
  id: string,
  body: string,
  secrets: readonly string[],
  at: Date,
  way: Pick<DeliverySettings, 'toLoopback' | 'build' | 'resolve' | 'ca'> & { timeoutMs: number; signal?: AbortSignal },
): Promise<Answer> {
  const { toLoopback, build, resolve = resolveByDns, ca, timeoutMs, signal } = way
  const headers = {
    'content-type': 'application/json',
    'user-agent': build.replace(' ', '/'),
    ...signedHeaders(id, at, body, secrets),
  }
  return send(
    { url, headers, body },
    { timeoutMs, toLoopback, resolve, ...(ca !== undefined && { ca }), ...(signal && { signal }) },
  )
}

/** How often the store is asked for what has become due. */
const POLL_MS = 1_000
const TIDY_MS = 3_600_000
/** What is over is kept this long, to be looked at and replayed. */
const KEEP_MS = 30 * 86_400_000

/** Sends what is due until stopped. Any number of processes may do so on one store. */
export function startDelivering(settings: DeliverySettings): { stop(patienceMs: number): Promise<void> } {
  const { store, now, log } = settings
  const deliverer = createDeliverer(settings)
  const stopping = new AbortController()
  let tidiedAt = Number.NEGATIVE_INFINITY
  let away = false

  async function tidy(): Promise<void> {
    if (now().getTime() - tidiedAt < TIDY_MS) return
    tidiedAt = now().getTime()
    await store.webhooks.forgetOldSecrets(now())
    const gone = await store.deliveries.forgetBefore(new Date(now().getTime() - KEEP_MS))
    if (gone > 0) log.info({ deliveries: gone }, 'old webhook deliveries deleted')
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await tidy()
        await deliverer.takeUp()
        away = false
      } catch (error) {
        // Said once, not every second.
        if (!away)
          log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'webhooks wait for the store')
        away = true
      }
      const tick = new AbortController()
      const waiting = pause(POLL_MS, undefined, { signal: AbortSignal.any([stopping.signal, tick.signal]) })
      await Promise.race([waiting.catch(() => {}), deliverer.oneDone()])
      tick.abort()
    }
  }

  const running = run()
  return {
    async stop(patienceMs) {
      stopping.abort()
      await running
      await deliverer.stop(patienceMs)
    },
  }
}
