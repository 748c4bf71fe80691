import { Counter, Gauge, type Registry } from 'prom-client'
import type { Attempt } from '../store/leases.ts'

interface Backlog {
  readonly pending: number
  readonly oldest: string | null
  readonly paused: number
  readonly off: number
}

interface WebhookCounters {
  attempt(outcome: Attempt['outcome']): void
  expired(messages: number): void
}

const OUTCOMES: readonly Attempt['outcome'][] = ['delivered', 'again', 'dead', 'gone']

/** Counts attempts by outcome. The gauges of messages that wait query the store when they are scraped. */
export function webhookMetrics(
  registry: Registry,
  backlog: () => Promise<Backlog | null>,
  now: () => Date,
): WebhookCounters {
  const registers = [registry]
  const attempts = new Counter({
    name: 'cn_webhook_attempts_total',
    help: 'Webhook messages sent, by outcome: delivered, again (failed, tried later), dead (given up), gone (410: off)',
    labelNames: ['outcome'] as const,
    registers,
  })
  // Without a first sample a rate or an increase of the first failure is not seen.
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0)
  const expired = new Counter({
    name: 'cn_webhook_expired_total',
    help: 'Webhook messages given up because their webhook was paused or off for 30 days',
    registers,
  })
  // The gauges are scraped together and share one query.
  let querying: Promise<Backlog | null> | null = null
  const queryBacklog = (): Promise<Backlog | null> => {
    querying ??= backlog()
      .catch(() => null)
      .finally(() => {
        querying = null
      })
    return querying
  }
  const gauge = (name: string, help: string, read: (backlog: Backlog) => number) =>
    new Gauge({
      name,
      help,
      aggregator: 'max', // all workers see the same store
      registers,
      async collect() {
        const found = await queryBacklog()
        if (found) this.set(read(found)) // while the store is away, the last known value stays
      },
    })
  gauge('cn_webhook_pending', 'Webhook messages that wait to be sent or sent again', ({ pending }) => pending)
  gauge('cn_webhook_oldest_pending_seconds', 'Age of the oldest webhook message that waits', ({ oldest }) =>
    oldest === null ? 0 : (now().getTime() - Date.parse(oldest)) / 1000,
  )
  gauge('cn_webhook_paused_waiting', 'Webhook messages that wait for a webhook which is paused', ({ paused }) => paused)
  gauge('cn_webhook_off_waiting', 'Webhook messages that wait for a webhook which is off', ({ off }) => off)
  return {
    attempt: (outcome) => attempts.inc({ outcome }),
    expired: (messages) => expired.inc(messages),
  }
}
