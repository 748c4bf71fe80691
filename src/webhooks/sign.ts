import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** The headers of Standard Webhooks 1.0.0. During a rotation there are two secrets and two signatures, since a receiver may know either. */
export function signedHeaders(id: string, at: Date, body: string, secrets: readonly string[]) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signature(`${id}.${timestamp}.${body}`, secret)}`).join(' '),
  }
}

const signature = (text: string, secret: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64')
