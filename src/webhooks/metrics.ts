import { Counter, Gauge, type Registry } from 'prom-client'
import type { Store } from '../store/store.ts'
import type { Attempt } from '../store/webhooks/leases.ts'

type Backlog = Awaited<ReturnType<Store['deliveries']['backlog']>>

/** Counts attempts by outcome. The gauges of messages that wait query the store when they are scraped. */
export function webhookMetrics(registry: Registry, backlog: () => Promise<Backlog | null>, now: () => Date) {
  const attempt = outcomeCounter<Attempt['outcome']>(
    registry,
    'cn_webhook_attempts_total',
    'Webhook messages sent, by outcome: delivered, again (failed, tried later), dead (given up), gone (410: off)',
    ['delivered', 'again', 'dead', 'gone'],
  )
  const expired = new Counter({
    name: 'cn_webhook_expired_total',
    help: 'Webhook messages given up because their webhook was paused or off for 30 days',
    registers: [registry],
  })
  // The gauges are scraped together and share one query.
  let querying: Promise<Backlog | null> | null = null
  const gauge = (name: string, help: string, read: (backlog: Backlog) => number) =>
    storeGauge(registry, name, help, async () => {
      querying ??= backlog().finally(() => {
        querying = null
      })
      const found = await querying
      return found && read(found)
    })
  gauge('cn_webhook_pending', 'Webhook messages that wait to be sent or sent again', ({ pending }) => pending)
  gauge('cn_webhook_oldest_pending_seconds', 'Age of the oldest webhook message that waits', ({ oldest }) =>
    oldest === null ? 0 : (now().getTime() - Date.parse(oldest)) / 1000,
  )
  gauge('cn_webhook_paused_waiting', 'Webhook messages that wait for a webhook which is paused', ({ paused }) => paused)
  gauge('cn_webhook_off_waiting', 'Webhook messages that wait for a webhook which is off', ({ off }) => off)
  return { attempt, expired: (messages: number): void => expired.inc(messages) }
}

export function outcomeCounter<Outcome extends string>(
  registry: Registry,
  name: string,
  help: string,
  outcomes: readonly Outcome[],
): (outcome: Outcome) => void {
  const counter = new Counter({ name, help, labelNames: ['outcome'] as const, registers: [registry] })
  // Without a first sample a rate or an increase of the first failure is not seen.
  for (const outcome of outcomes) counter.inc({ outcome }, 0)
  return (outcome) => counter.inc({ outcome })
}

/** A figure of the store; null while there is no store. */
export function storeGauge(registry: Registry, name: string, help: string, read: () => Promise<number | null>): void {
  new Gauge({
    name,
    help,
    aggregator: 'max', // all workers see the same store
    registers: [registry],
    async collect() {
      const found = await read().catch(() => null)
      if (found !== null) this.set(found) // while the store is away, the last known value stays
    },
  })
}
