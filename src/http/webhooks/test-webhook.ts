import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import type { Store } from '../../store/store.ts'
import type { Webhook } from '../../store/webhooks/webhooks.ts'
import type { Services } from '../kernel/service/services.ts'
import type { TestedSchema } from './schemas.ts'

/** Sends a message that is only a test, and says how the receiver answered. */
export async function testWebhook(
  { id, url, language }: Webhook,
  store: Store,
  { now, build, settings: { webhooksToLoopback: toLoopback = false } }: Services,
): Promise<Static<typeof TestedSchema>> {
  const [{ sendSigned, TIMEOUT_MS }, { testPayload }] = await Promise.all([
    import('../../webhooks/deliver.ts'),
    import('../../webhooks/payload.ts'),
  ])
  const at = now()
  const secrets = await store.webhooks.secrets(id, at)
  const settings = { toLoopback, build, timeoutMs: TIMEOUT_MS }
  const answer =
    secrets === null
      ? { error: 'secret_unreadable', ms: 0 }
      : await sendSigned(url, `msg_test_${randomUUID()}`, testPayload(id, language, at), secrets, at, settings)
  const status = 'status' in answer ? answer.status : null
  return {
    delivered: status !== null && status >= 200 && status < 300,
    status,
    error: 'error' in answer ? answer.error : null,
    ms: Math.round(answer.ms),
  }
}
