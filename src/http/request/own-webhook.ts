import type { PageEnd } from '../../store/schema.ts'
import type { Webhook, WebhookChange } from '../../store/webhooks.ts'
import { isLanguage, type Text } from '../../terms/language.ts'
import { readEndpointUrl } from '../../webhooks/endpoint-url.ts'
import { CODES_AT_MOST, isEventType, readWatchlist } from '../../webhooks/watchlist.ts'
import { isObject, unknownFields } from '../input/body-fields.ts'
import { type BodyProblem, ERRORS_AT_MOST, escapePointer } from '../response/problems.ts'
import { placeOf } from './list-cursor.ts'

/** Problems of a body, and a sentence that says more about the first one. */
interface Wrong {
  readonly problems: readonly BodyProblem[]
  readonly advice?: Text
}

type Asked = Pick<Webhook, 'url' | 'codes' | 'events' | 'language'>

/** What a key holder sends to add a webhook, or every problem in it. */
export function readNewWebhook(body: unknown, toLoopback: boolean): { webhook: Asked } | Wrong {
  if (!isObject(body)) return { problems: [{ code: 'webhook_invalid', pointer: '' }] }
  const { change, problems } = readFields(body, ['url', 'cn_codes', 'events', 'lang'])
  const read = typeof body.url === 'string' ? readEndpointUrl(body.url, toLoopback) : null
  if (read && 'url' in read && problems.length === 0) {
    const { codes = [], events = [], language = 'pl' } = change
    return { webhook: { url: read.url, codes, events, language } }
  }
  if (read && 'url' in read) return { problems }
  const wrong: BodyProblem = { code: read ? 'webhook_url_invalid' : 'webhook_invalid', pointer: '/url' }
  return { problems: [wrong, ...problems], ...(read && { advice: read.mistake }) }
}

/** What a key holder sends to change a webhook; at least one field. */
export function readWebhookChange(body: unknown): { change: WebhookChange } | Wrong {
  if (!isObject(body) || Object.keys(body).length === 0) return { problems: [{ code: 'webhook_invalid', pointer: '' }] }
  const { change, problems } = readFields(body, ['paused', 'cn_codes', 'events', 'lang'])
  return problems.length > 0 ? { problems } : { change }
}

const IDS_AT_MOST = 100
const DELIVERY_ID = /^msg_\w{1,64}$/
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/

type Replay =
  | { readonly ids: readonly string[] }
  | { readonly since: Date; readonly state?: 'dead' | 'delivered'; readonly after?: PageEnd }

/** What a key holder sends to be told again: ids, or a moment. */
export function readReplay(body: unknown): { replay: Replay } | Wrong {
  const wrong = (pointer: string): Wrong => ({ problems: [{ code: 'webhook_replay_invalid', pointer }] })
  if (!isObject(body)) return wrong('')
  const { ids, since, state, cursor } = body
  const known = ids === undefined ? ['since', 'state', 'cursor'] : ['ids']
  const unknown = Object.keys(body).find((name) => !known.includes(name))
  if (unknown !== undefined) return wrong(`/${escapePointer(unknown)}`)
  if (ids !== undefined) {
    const isGood =
      isTexts(ids) && ids.length > 0 && ids.length <= IDS_AT_MOST && ids.every((id) => DELIVERY_ID.test(id))
    return isGood ? { replay: { ids } } : wrong('/ids')
  }
  const moment = typeof since === 'string' && MOMENT.test(since) ? new Date(since) : null
  if (moment === null || Number.isNaN(moment.getTime())) return wrong('/since')
  if (state !== undefined && state !== 'dead' && state !== 'delivered') return wrong('/state')
  const after = typeof cursor === 'string' ? placeOf(cursor) : undefined
  if (cursor !== undefined && after === undefined) return wrong('/cursor')
  return { replay: { since: moment, ...(state && { state }), ...(after && { after }) } }
}

type Body = Readonly<Record<string, unknown>>

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

function readFields(body: Body, known: readonly string[]): { change: WebhookChange; problems: readonly BodyProblem[] } {
  const problems = unknownFields(body, known, 'webhook_field_unknown', '')
  const { cn_codes, events, lang, paused } = body
  let change: WebhookChange = {}
  if (cn_codes !== undefined) {
    const read = isTexts(cn_codes) && cn_codes.length <= CODES_AT_MOST ? readWatchlist(cn_codes) : null
    if (!read) problems.push({ code: 'webhook_codes_invalid', pointer: '/cn_codes' })
    else {
      const wrong = read.wrong.slice(0, ERRORS_AT_MOST)
      problems.push(...wrong.map((at): BodyProblem => ({ code: 'webhook_codes_invalid', pointer: `/cn_codes/${at}` })))
      change = { ...change, codes: read.codes }
    }
  }
  if (events !== undefined) {
    if (isTexts(events) && events.every(isEventType)) change = { ...change, events: [...new Set(events)] }
    else problems.push({ code: 'webhook_events_invalid', pointer: '/events' })
  }
  if (lang !== undefined) {
    if (typeof lang === 'string' && isLanguage(lang)) change = { ...change, language: lang }
    else problems.push({ code: 'webhook_field_invalid', pointer: '/lang' })
  }
  if (paused !== undefined && known.includes('paused')) {
    if (typeof paused === 'boolean') change = { ...change, state: paused ? 'paused' : 'active' }
    else problems.push({ code: 'webhook_field_invalid', pointer: '/paused' })
  }
  return { change, problems }
}
