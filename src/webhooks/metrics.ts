import { Counter, Gauge, type Registry } from 'prom-client'
import type { Attempt } from '../store/leases.ts'

interface Backlog {
  readonly pending: number
  readonly oldest: string | null
}

/** Counts attempts by outcome. The gauges of pending messages query the store when they are scraped. */
export function webhookMetrics(
  registry: Registry,
  backlog: () => Promise<Backlog | null>,
  now: () => Date,
): (outcome: Attempt['outcome']) => void {
  const registers = [registry]
  const attempts = new Counter({
    name: 'cn_webhook_attempts_total',
    help: 'Webhook messages sent, by outcome: delivered, again (failed, tried later), dead (given up), gone (410)',
    labelNames: ['outcome'] as const,
    registers,
  })
  // Both gauges are scraped together and share one query.
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
  return (outcome) => attempts.inc({ outcome })
}
