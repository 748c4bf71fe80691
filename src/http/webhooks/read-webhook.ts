import type { Static } from 'typebox'
import type { Keyset } from '../../store/sql/schema.ts'
import type { Webhook, WebhookChange } from '../../store/webhooks/webhooks.ts'
import { readEndpointUrl } from '../../webhooks/endpoint-url.ts'
import { readWatchlist } from '../../webhooks/watchlist.ts'
import type { WrongBody } from '../kernel/problem/problem.ts'
import { firstAt, readBySchema } from '../kernel/problem/read-by-schema.ts'
import { placeOf } from './cursor.ts'
import { ReplayIdsSchema, ReplaySinceSchema, WebhookChangeSchema, WebhookRequestSchema } from './webhook-body.ts'

type Asked = Pick<Webhook, 'url' | 'codes' | 'events' | 'language'>

/** What a key holder sends to add a webhook, or every problem in it. What is wrong with its address comes first. */
export function readNewWebhook(body: unknown, toLoopback: boolean): { webhook: Asked } | WrongBody {
  const read = readBySchema(WebhookRequestSchema, body)
  const problems = 'problems' in read ? read.problems : []
  const { url } = (body ?? {}) as { url?: unknown }
  const address = typeof url === 'string' ? readEndpointUrl(url, toLoopback) : null
  if (address && 'mistake' in address)
    return { problems: [{ code: 'webhook_url_invalid', pointer: '/url', advice: address.mistake }, ...problems] }
  if (problems.length > 0 || !address || !('value' in read)) return { problems: firstAt('/url', problems) }
  const { codes = [], events = [], language = 'pl' } = changeOf(read.value)
  return { webhook: { url: address.url, codes, events, language } }
}

/** What a key holder sends to change a webhook; at least one field. */
export function readWebhookChange(body: unknown): { change: WebhookChange } | WrongBody {
  const read = readBySchema(WebhookChangeSchema, body)
  return 'problems' in read ? read : { change: changeOf(read.value) }
}

const changeOf = ({ cn_codes, events, lang, paused }: Static<typeof WebhookChangeSchema>): WebhookChange => ({
  ...(cn_codes && { codes: readWatchlist(cn_codes).codes }),
  ...(events && { events: [...new Set(events)] }),
  ...(lang && { language: lang }),
  ...(paused !== undefined && { state: paused ? 'paused' : 'active' }),
})

type Replay =
  | { readonly ids: readonly string[] }
  | { readonly since: Date; readonly state?: 'dead' | 'delivered'; readonly after?: Keyset }

/** What a key holder sends to be told again: ids, or a moment. */
export function readReplay(body: unknown): { replay: Replay } | WrongBody {
  if ((body as { ids?: unknown } | null)?.ids !== undefined) {
    const read = readBySchema(ReplayIdsSchema, body)
    return 'problems' in read ? { problems: [read.problems[0]] } : { replay: read.value }
  }
  const read = readBySchema(ReplaySinceSchema, body)
  if ('problems' in read) return { problems: [read.problems[0]] }
  const { since, state, cursor } = read.value
  const after = cursor === undefined ? undefined : placeOf(cursor)
  return { replay: { since: new Date(since), ...(state && { state }), ...(after && { after }) } }
}
