import { MessageSchema } from '../../webhooks/message.ts'
import { inHeader, jsonBody } from '../kernel/describe/parts.ts'

const header = (name: string, description: string) => inHeader(name, description, {}, true)

/** The request that the service sends to a webhook. */
export const LAW_CHANGED = {
  operationId: 'lawChanged',
  tags: ['webhooks'],
  summary: 'Sent to a webhook when the law changes',
  description:
    'Standard Webhooks 1.0.0, below 20 kB. All changes of one kind to one annex and article by one act on one day, as far as the webhook watches their codes. Any 2xx within 20 seconds is success; anything else, redirects too, is tried again over three days.',
  security: [],
  parameters: [
    header('webhook-id', 'the same for every attempt: a message whose id was seen before is a repetition'),
    header('webhook-timestamp', 'seconds since 1970 at this attempt'),
    header(
      'webhook-signature',
      '`v1,` and the HMAC-SHA256 of id, timestamp and body joined by dots; two while a secret is rotated',
    ),
  ],
  requestBody: jsonBody(MessageSchema),
  responses: {
    '2XX': { description: 'Taken' },
    410: { description: 'Switches the webhook off; its messages wait until it is resumed' },
  },
}
