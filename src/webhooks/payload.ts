import { isToldOf } from '../changes/audience.ts'
import type { StoredEvent } from '../store/leases.ts'
import type { Digits } from '../terms/cn-code.ts'
import type { Language } from '../terms/language.ts'
import { TEST_EVENT } from './event-types.ts'
import type { Message } from './message.ts'

/** For whom a message is written. */
interface Reader {
  readonly language: Language
  /** What it watches; empty: all goods. */
  readonly codes: readonly Digits[]
  /** The address people use for this service, if it is known. */
  readonly publicUrl: string | null
}

/** Standard Webhooks asks for less than 20 kB. */
const BODY_BYTES = 20_000
const TEXT_MOST = 1_000

/**
 * The body of a message: only the changes its reader watches. What does not fit is left out as a whole and is null,
 * never cut, so that nobody takes a part for all; `feed` says where to read it. Same event, same reader: same bytes.
 */
export function payloadOf(event: StoredEvent, reader: Reader): string {
  const { type, at, day, regime, annex, article, act } = event
  const watched = event.changes.filter(isToldOf(reader.codes))
  const changes = watched.map(({ id, cn_codes, text }) => ({
    id,
    cn_codes: [...cn_codes],
    text: text[reader.language],
  }))
  const codes = [...new Set(watched.flatMap(({ cn_codes }) => cn_codes))].toSorted()
  const [only] = changes
  const write = (details: Pick<Message['data'], 'cn_codes' | 'changes'>): string => {
    const text = changes.length === 1 ? shortened(only!.text) : null
    const about = { day, regime, annex, article, act, count: changes.length }
    const data: Message['data'] = { ...about, ...details, text, feed: feedOf(event, reader) }
    return JSON.stringify({ type, timestamp: at, data })
  }
  for (const details of [
    { cn_codes: codes, changes },
    { cn_codes: codes, changes: null },
  ]) {
    const body = write(details)
    if (Buffer.byteLength(body) < BODY_BYTES) return body
  }
  return write({ cn_codes: null, changes: null })
}

/** Without a public address the path alone: whoever receives it knows whom it asked. */
function feedOf({ day, regime }: StoredEvent, { language, publicUrl }: Reader): string {
  const query = new URLSearchParams({ since: day, ...(regime !== null && { regime }), lang: language })
  return `${publicUrl ?? ''}/api/v1/changes?${query}`
}

const shortened = (text: string): string => (text.length <= TEXT_MOST ? text : `${text.slice(0, TEXT_MOST - 1)}…`)

const TEST_TEXT = {
  pl: 'To jest próba: webhook działa. Nic się nie zmieniło.',
  en: 'This is a test: the webhook works. Nothing has changed.',
}

export const testPayload = (webhookId: string, language: Language, at: Date): string =>
  JSON.stringify({
    type: TEST_EVENT,
    timestamp: at.toISOString(),
    data: { webhook: webhookId, text: TEST_TEXT[language] },
  })
