import type { Digits } from '../base/cn-code.ts'
import type { Language } from '../base/language.ts'
import { isToldOf } from '../changes/audience.ts'
import type { StoredEvent } from '../store/webhooks/leases.ts'
import { listPayloadOf } from './list-payload.ts'
import type { Message, TestMessage } from './message.ts'

/** Whom a message is written for. */
interface Reader {
  readonly language: Language
  /** The CN codes it watches; empty means all goods. */
  readonly codes: readonly Digits[]
  /** The public address of this service, if it is known. */
  readonly publicUrl: string | null
}

/** Standard Webhooks asks for less than 20 kB. */
const MAX_BODY_BYTES = 20_000
const MAX_TEXT_LENGTH = 1_000

/**
 * The body of a message, with the changes its reader watches. A list that does not fit is null and never cut short, so that
 * nobody takes a part for the whole; `feed` says where to read it. The same event and reader give the same bytes.
 */
export function payloadOf(event: StoredEvent, reader: Reader): string {
  const { type, at, day, regime, annex, article, act, list } = event
  if (list) return listPayloadOf(list, { at, day, publicUrl: reader.publicUrl, maxBytes: MAX_BODY_BYTES })
  const watched = event.changes.filter(isToldOf(reader.codes))
  const changes = watched.map(({ id, cn_codes, text }) => ({
    id,
    cn_codes: [...cn_codes],
    text: text[reader.language],
  }))
  const codes = [...new Set(watched.flatMap(({ cn_codes }) => cn_codes))].toSorted()
  const [only] = changes
  const write = (details: Pick<Message['data'], 'cn_codes' | 'changes'>): string => {
    const text = changes.length === 1 ? truncate(only!.text) : null
    const about = { day, regime, annex, article, act, count: changes.length }
    const data: Message['data'] = { ...about, ...details, text, feed: feedOf(event, reader) }
    return JSON.stringify({ type, timestamp: at, data })
  }
  for (const details of [
    { cn_codes: codes, changes },
    { cn_codes: codes, changes: null },
  ]) {
    const body = write(details)
    if (Buffer.byteLength(body) < MAX_BODY_BYTES) return body
  }
  return write({ cn_codes: null, changes: null })
}

/** Without a public address only the path is given: a receiver knows which service it subscribed to. */
function feedOf({ day, regime }: StoredEvent, { language, publicUrl }: Reader): string {
  const query = new URLSearchParams({ since: day, ...(regime !== null && { regime }), lang: language })
  return `${publicUrl ?? ''}/api/v1/changes?${query}`
}

const truncate = (text: string): string =>
  text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH - 1)}…`

const TEST_TEXT = {
  pl: 'To jest próba: webhook działa. Nic się nie zmieniło.',
  en: 'This is a test: the webhook works. Nothing has changed.',
}

/** The body of a message that is sent by hand to see whether a receiver works. */
export function testPayload(webhookId: string, language: Language, at: Date): string {
  const message: TestMessage = {
    type: 'webhook.test',
    timestamp: at.toISOString(),
    data: { webhook: webhookId, text: TEST_TEXT[language] },
  }
  return JSON.stringify(message)
}
