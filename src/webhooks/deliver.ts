import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { errorFields } from '../store/sql/store-error.ts'
import type { Store } from '../store/store.ts'
import type { Attempt, Due, Lease, StoredEvent } from '../store/webhooks/leases.ts'
import { payloadOf } from './payload.ts'
import { type Resolve, resolverByDns } from './safe-address.ts'
import { nextAttempt, readRetryAfter } from './schedule.ts'
import { type Answer, send } from './send.ts'
import { createSender, type Log, type Sender, type Sending, startSending } from './sender.ts'
import { signedHeaders } from './sign.ts'

export interface DeliverySettings {
  readonly store: Pick<Store, 'leases' | 'deliveries' | 'webhooks'>
  readonly now: () => Date
  readonly publicUrl: string | null
  /** Development: http and addresses of this machine are allowed. */
  readonly toLoopback: boolean
  /** Identifier of the build, sent as User-Agent. */
  readonly build: string
  readonly log: Log
  /** Counts attempts by outcome. */
  readonly count?: (outcome: Attempt['outcome']) => void
  /** Counts messages that were given up because their webhook was paused or off for too long. */
  readonly countExpired?: (messages: number) => void
  /**
   * Called once for each event before its first message, so that a receiver which asks this process back finds the law
   * that the message speaks of. It must resolve in bounded time, whether the law could be served or not.
   */
  readonly serveLawFirst?: () => Promise<void>
  /** For tests: randomness, time limits, name resolution and certificates of their own. */
  readonly random?: () => number
  readonly timeoutMs?: number
  readonly leaseMs?: number
  readonly resolve?: Resolve
  readonly ca?: string
}

/** Concurrent requests of this process, and to one host. A key may have as many as are left for others. */
const MAX_IN_FLIGHT = 64
const MAX_PER_HOST = 8
export const TIMEOUT_MS = 20_000
/** Longer than an attempt can take. If the process dies, another one can claim its webhooks after this time. */
const LEASE_MS = 60_000
/** An event for many receivers is read from the store once, not for each of them. */
const MAX_CACHED_EVENTS = 16

const resolveByDns = resolverByDns()

export function createDeliverer(settings: DeliverySettings): Sender {
  const { store, now, log, timeoutMs = TIMEOUT_MS, leaseMs = LEASE_MS, random = Math.random } = settings
  const { leases } = store
  const events = new LRUCache<number, Promise<StoredEvent | null>>({ max: MAX_CACHED_EVENTS })
  /** Webhooks whose secrets no key opens: warned about once. */
  const unreadable = new Set<string>()
  /** Sends one message after the other, as long as one is due. */
  async function sendAll(lease: Lease, sending: Sending): Promise<void> {
    if (lease.secrets === null) {
      // Nothing is sent and nothing is counted as an attempt: another process may have the key, or this one after a restart.
      if (!unreadable.has(lease.webhookId)) log.warn({ webhook: lease.webhookId }, 'webhook secret cannot be read')
      unreadable.add(lease.webhookId)
      return leases.release(lease, new Date(now().getTime() + leaseMs))
    }
    for (let due: Due | null = lease.first; due; ) {
      if (sending.isStopping()) return leases.release(lease, now())
      const answer = await attempt(lease, due, sending.aborted)
      if (sending.aborted.aborted && 'error' in answer) return leases.release(lease, now())
      const result = resultOf(answer, due)
      const next: Due | null = await leases.record(lease, due, result, now(), leaseMs)
      report(lease, due, result)
      due = next
    }
  }

  async function attempt(lease: Lease, { id, eventSeq }: Due, signal: AbortSignal): Promise<Answer> {
    const event = await loadEvent(eventSeq)
    if (!event) return { error: 'event_missing', ms: 0 }
    const body = payloadOf(event, { language: lease.language, codes: lease.codes, publicUrl: settings.publicUrl })
    return sendSigned(lease.url, id, body, lease.secrets ?? [], now(), { ...settings, timeoutMs, signal })
  }

  function loadEvent(seq: number): Promise<StoredEvent | null> {
    const cached = events.get(seq)
    if (cached) return cached
    const loading = (async () => {
      const event = await leases.event(seq)
      await settings.serveLawFirst?.()
      return event
    })()
    events.set(seq, loading)
    loading.catch(() => events.delete(seq)) // read again for the next message
    return loading
  }

  function resultOf(answer: Answer, { attempts }: Due): Attempt {
    const { ms } = answer
    const status = 'status' in answer ? answer.status : null
    const error = 'error' in answer ? answer.error : null
    if (status !== null && status >= 200 && status < 300) return { outcome: 'delivered', status, error, ms }
    if (status === 410) return { outcome: 'gone', status, error, ms }
    const at = now()
    const retryAfter = 'retryAfter' in answer ? readRetryAfter(answer.retryAfter, at) : null
    const dueAt = nextAttempt(attempts + 1, at, random(), retryAfter)
    return dueAt ? { outcome: 'again', dueAt, status, error, ms } : { outcome: 'dead', status, error, ms }
  }

  /** Never logs the URL, which may hold a secret of the receiver. */
  function report({ webhookId }: Lease, { id, attempts }: Due, { outcome, status, error, ms }: Attempt): void {
    settings.count?.(outcome)
    const fields = { webhook: webhookId, delivery: id, attempt: attempts + 1, status, error, ms }
    if (outcome === 'delivered') log.debug(fields, 'webhook delivered')
    else if (outcome === 'again') log.info(fields, 'webhook failed, will be tried again')
    else if (outcome === 'dead') log.warn(fields, 'webhook failed for the last time')
    else log.warn(fields, 'webhook switched off by its receiver')
  }

  const interrupted = ({ webhookId }: Lease, error: unknown) =>
    log.warn({ webhook: webhookId, ...errorFields(error) }, 'webhook interrupted')

  return createSender(MAX_IN_FLIGHT, async (how, sending) => {
    const claimed = await leases.claim({ ...how, at: now(), leaseMs, maxPerHost: MAX_PER_HOST })
    return claimed.map((lease) => ({
      host: lease.host,
      keyId: lease.keyId,
      run: () => sendAll(lease, sending).catch((error: unknown) => interrupted(lease, error)),
    }))
  })
}

/** Signs a message and sends it. `webhooks test` uses this too. */
export function sendSigned(
  url: string,
  id: string,
  body: string,
  secrets: readonly string[],
  at: Date,
  options: Pick<DeliverySettings, 'toLoopback' | 'build' | 'resolve' | 'ca'> & {
    timeoutMs: number
    signal?: AbortSignal
  },
): Promise<Answer> {
  const { toLoopback, build, resolve = resolveByDns, ca, timeoutMs, signal } = options
  const headers = {
    'content-type': 'application/json',
    'user-agent': build.replace(' ', '/'),
    traceparent: traceOf(id, at),
    ...signedHeaders(id, at, body, secrets),
  }
  return send({ url, headers, body }, { timeoutMs, toLoopback, resolve, ca, signal })
}

/** W3C Trace Context: all attempts of a message are one trace, named by its id, so that a receiver can tell the operator which one it means. */
function traceOf(id: string, at: Date): string {
  const digits = (text: string) => hash('sha256', text, 'hex')
  return `00-${digits(id).slice(0, 32)}-${digits(`${id} ${at.getTime()}`).slice(0, 16)}-00`
}

/** What waits for a webhook that is paused or off is kept this long. */
const MAX_WAITING_MS = 30 * 86_400_000
/** Deliveries that were made or given up are kept this long, to be listed and replayed. */
const RETENTION_MS = 30 * 86_400_000

/** Bounds what is stored: what waited too long is given up, and what was given up or delivered long ago is deleted. */
export async function cleanUpDeliveries({ store, now, log, countExpired }: DeliverySettings): Promise<void> {
  const at = now()
  await store.webhooks.forgetOldSecrets(at)
  const expired = await store.deliveries.giveUpDueBefore(new Date(at.getTime() - MAX_WAITING_MS), at)
  if (expired > 0) {
    countExpired?.(expired)
    log.warn({ deliveries: expired }, 'webhook messages waited too long')
  }
  const gone = await store.deliveries.forgetBefore(new Date(at.getTime() - RETENTION_MS))
  if (gone > 0) log.info({ deliveries: gone }, 'old webhook deliveries deleted')
}

/** Sends webhooks that are due until stopped. Any number of processes may do so on one store. */
export function startDelivering(settings: DeliverySettings): ReturnType<typeof startSending> {
  return startSending({
    sender: createDeliverer(settings),
    cleanUp: () => cleanUpDeliveries(settings),
    log: settings.log,
    storeAway: 'webhooks wait for the store',
  })
}
