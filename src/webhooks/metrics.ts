import { Counter, Gauge, type Registry } from 'prom-client'
import type { Attempt } from '../store/leases.ts'

interface Backlog {
  readonly pending: number
  readonly oldest: string | null
}

/** Counts attempts by what came of them; what waits is asked of the store when scraped. */
export function webhookMetrics(
  registry: Registry,
  backlog: () => Promise<Backlog | null>,
  now: () => Date,
): (verdict: Attempt['verdict']) => void {
  const registers = [registry]
  const attempts = new Counter({
    name: 'cn_webhook_attempts_total',
    help: 'Webhook messages sent, by outcome: delivered, again (failed, tried later), dead (given up), gone (410)',
    labelNames: ['outcome'] as const,
    registers,
  })
  // Both gauges are asked for at once, and share one question.
  let asked: Promise<Backlog | null> | null = null
  const waiting = (): Promise<Backlog | null> => {
    asked ??= backlog()
      .catch(() => null)
      .finally(() => {
        asked = null
      })
    return asked
  }
  const gauge = (name: string, help: string, read: (waiting: Backlog) => number) =>
    new Gauge({
      name,
      help,
      aggregator: 'max', // of several workers, which all see the same store
      registers,
      async collect() {
        const found = await waiting()
        if (found) this.set(read(found)) // while the store is away, the last that was known
      },
    })
  gauge('cn_webhook_pending', 'Webhook messages that wait to be sent or sent again', ({ pending }) => pending)
  gauge('cn_webhook_oldest_pending_seconds', 'Age of the oldest webhook message that waits', ({ oldest }) =>
    oldest === null ? 0 : (now().getTime() - Date.parse(oldest)) / 1000,
  )
  return (verdict) => attempts.inc({ outcome: verdict })
}
