import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { webhookMetrics } from './metrics.ts'

const NOW = new Date('2026-11-17T10:00:00.000Z')

test('every outcome has a sample from the start, so that an alert sees the first one', async () => {
  const registry = new Registry()
  const counters = webhookMetrics(
    registry,
    async () => ({ pending: 2, oldest: '2026-11-17T09:59:00.000Z', paused: 3, off: 4 }),
    () => NOW,
  )
  const text = await registry.metrics()
  for (const line of [
    'cn_webhook_attempts_total{outcome="delivered"} 0',
    'cn_webhook_attempts_total{outcome="again"} 0',
    'cn_webhook_attempts_total{outcome="dead"} 0',
    'cn_webhook_attempts_total{outcome="gone"} 0',
    'cn_webhook_expired_total 0',
    'cn_webhook_pending 2',
    'cn_webhook_oldest_pending_seconds 60',
    'cn_webhook_paused_waiting 3',
    'cn_webhook_off_waiting 4',
  ])
    assert.ok(text.split('\n').includes(line), line)
  counters.attempt('dead')
  counters.expired(5)
  assert.match(await registry.metrics(), /^cn_webhook_attempts_total\{outcome="dead"\} 1$/m)
  assert.match(await registry.metrics(), /^cn_webhook_expired_total 5$/m)
})
