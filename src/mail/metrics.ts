import type { Registry } from 'prom-client'
import { outcomeCounter, storeGauge } from '../webhooks/metrics.ts'
import type { Posted } from './transport.ts'

/** Counts attempts by outcome. The gauge of recipients that wait queries the store when it is scraped. */
export function mailMetrics(
  registry: Registry,
  waiting: () => Promise<number | null>,
): (outcome: Posted['is']) => void {
  const attempt = outcomeCounter<Posted['is']>(
    registry,
    'cn_mail_attempts_total',
    'Mails handed to the mail server, by outcome: sent, failed (tried again), refused (the address), unclear (no answer)',
    ['sent', 'failed', 'refused', 'unclear'],
  )
  storeGauge(registry, 'cn_mail_waiting', 'Addresses that a mail is due for', waiting)
  return attempt
}
