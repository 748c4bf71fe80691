import { stripVTControlCharacters } from 'node:util'
import { type Digits, group } from '../base/cn-code.ts'
import { printable } from '../base/plain-text.ts'
import type { Delivery } from '../store/webhooks/deliveries.ts'
import type { Webhook } from '../store/webhooks/webhooks.ts'
import { printTable, shorten } from './terminal.ts'

/** For stderr: stdout has only the secret, so that it can be piped. */
export const addedNote = (id: string): string =>
  `Webhook ${id}. The secret is shown once: give it to the receiver, who checks signatures with it.\n` +
  `Try it: cn-sanctions webhooks test ${id}\n`

export const unknownCodesNote = (codes: readonly Digits[]): string =>
  codes.length === 0
    ? ''
    : `Not in the Combined Nomenclature, and watched all the same: ${codes.map(group).join(', ')}. A slip?\n`

export function rotatedNote({ id, oldSecretUntil }: Webhook, at: Date): string {
  const note = `New secret of ${id}, shown once. The old one signs beside it for 24 hours: change it at the receiver by then.\n`
  const rotatedBefore = oldSecretUntil !== null && oldSecretUntil > at.toISOString()
  return rotatedBefore
    ? `${note}It was rotated less than a day ago: the secret before that one no longer signs.\n`
    : note
}

export function printWebhooks(webhooks: readonly Webhook[]): string {
  if (webhooks.length === 0) return 'No webhooks yet: cn-sanctions webhooks add --key ID --url https://…\n'
  const rows = webhooks.map(({ id, keyId, url, codes, events, language, state, reason, createdAt }) => [
    id,
    keyId,
    reason === null ? state : `${state}: ${reason}`,
    createdAt.slice(0, 10),
    language,
    codes.length === 0 ? 'all' : shorten(codes.map(group).join(', '), 30),
    events.length === 0 ? 'all' : shorten(events.join(', '), 30),
    url,
  ])
  return printTable(['ID', 'KEY', 'STATE', 'ADDED', 'LANG', 'CODES', 'EVENTS', 'URL'], rows)
}

export function printDeliveries(deliveries: readonly Delivery[]): string {
  if (deliveries.length === 0) return 'No deliveries.\n'
  const rows = deliveries.map((delivery) => {
    const { id, webhookId, type, day, state, attempts, lastAt, lastStatus, lastError, lastMs, dueAt } = delivery
    const duration = lastMs === null ? '' : ` (${lastMs} ms)`
    const answer = lastAt === null ? '' : `${lastStatus ?? lastError ?? ''}${duration}`
    return [id, webhookId, type, day, state, String(attempts), toTheSecond(lastAt), answer, toTheSecond(dueAt)]
  })
  const header = ['ID', 'WEBHOOK', 'EVENT', 'DAY', 'STATE', 'TRIES', 'LAST TRY (UTC)', 'ANSWER', 'NEXT TRY (UTC)']
  return printTable(header, rows)
}

const toTheSecond = (moment: string | null): string => moment?.slice(0, 19).replace('T', ' ') ?? ''

type ReceiverAnswer = { readonly ms: number } & (
  | { readonly status: number; readonly excerpt: string }
  | { readonly error: string }
)

/** The answer of a receiver, without characters that control the terminal. */
export function printReceiverAnswer(answer: ReceiverAnswer): string {
  if ('error' in answer) return `No answer after ${answer.ms} ms: ${EXPLANATIONS[answer.error] ?? answer.error}\n`
  const { status, excerpt, ms } = answer
  const accepted = status >= 200 && status < 300
  const said = printable(stripVTControlCharacters(excerpt)).trim()
  return `${status} after ${ms} ms: ${accepted ? 'delivered' : 'not accepted (2xx is success)'}\n${said === '' ? '' : `${shorten(said, 500)}\n`}`
}

const EXPLANATIONS: Readonly<Record<string, string>> = {
  timeout: 'it took too long (20 s at most)',
  address_not_allowed:
    'the host leads to a private address, and webhooks go only to the open internet;' +
    ' to try things on this machine, set WEBHOOKS_TO_LOOPBACK=on',
  port_not_allowed: 'the port belongs to another protocol or to an internal service; use 443, or one such as 8443',
  too_many_hints: 'it sent interim answers (1xx) without end',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host cannot be resolved now',
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the receiver hung up',
  closed: 'the receiver hung up',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too large (8 kB at most)',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified: is the chain complete?',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
}
