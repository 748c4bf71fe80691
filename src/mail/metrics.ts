import { Counter, Gauge, type Registry } from 'prom-client'
import type { Posted } from './transport.ts'

const OUTCOMES: readonly Posted['is'][] = ['sent', 'failed', 'refused', 'unclear']

/** Counts attempts by outcome. The gauge of recipients that wait queries the store when it is scraped. */
export function mailMetrics(
  registry: Registry,
  waiting: () => Promise<number | null>,
): (outcome: Posted['is']) => void {
  const registers = [registry]
  const attempts = new Counter({
    name: 'cn_mail_attempts_total',
    help: 'Mails handed to the mail server, by outcome: sent, failed (tried again), refused (the address), unclear (no answer)',
    labelNames: ['outcome'] as const,
    registers,
  })
  // Without a first sample a rate or an increase of the first failure is not seen.
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0)
  new Gauge({
    name: 'cn_mail_waiting',
    help: 'Addresses that a mail is due for',
    aggregator: 'max', // all workers see the same store
    registers,
    async collect() {
      const found = await waiting().catch(() => null)
      if (found !== null) this.set(found) // while the store is away, the last known value stays
    },
  })
  return (outcome) => attempts.inc({ outcome })
}
