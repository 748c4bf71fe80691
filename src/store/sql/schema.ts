import type { Generated } from 'kysely'
import type { Day } from '../../base/day.ts'
import type { Change } from '../../changes/change.ts'
import type { ItemFields } from '../../law/terms/law-vocabulary.ts'
import type { StoreError } from './store-error.ts'

/** The two databases the store speaks to. */
export type Kind = 'sqlite' | 'postgres'

/** How a database is opened. */
export interface StoreOptions {
  /** How long a query waits for a connection, a lock or an answer. */
  readonly timeoutMs?: number
  /** How long a request waits for its rate limit before this process counts by itself; never longer than `timeoutMs`. */
  readonly countingTimeoutMs?: number
  /** Called with errors that no caller sees: a lost idle connection, limits counted locally, a file mode that stays open. */
  readonly onError?: (error: StoreError) => void
  /** The keys that encrypt secrets of webhooks, the newest first; none leaves them readable. */
  readonly secretKeys?: readonly Buffer[]
}

/** The options with their defaults filled in. */
export type StoreSettings = Required<Omit<StoreOptions, 'secretKeys'>> & Pick<StoreOptions, 'secretKeys'>

/** The part of a change that the changes of one event do not share. */
export type EventChange = Pick<Change, 'id' | 'cn_codes' | 'text'>

/** What a message to a webhook says of a list: how many items changed, and the first of them. */
export interface ListEvent {
  readonly id: string
  readonly name: string
  readonly dataset: string
  readonly count: number
  /** The number before the first of these changes, from which they can be read. */
  readonly after: number
  readonly items: readonly ListEventItem[]
}

export interface ListEventItem {
  readonly itemId: string
  readonly q: string
  readonly asked: ItemFields
  /** States as in `list_items`. */
  readonly before: string
  readonly after: string
  readonly sentence: string
  readonly acts: readonly string[]
}

/** The last row of a page of results, where the next page continues (keyset pagination). */
export interface Keyset {
  readonly createdAt: string
  readonly id: string
}

/** The tables of both databases. Moments are ISO text, UTC, milliseconds: the same rows come out of either. */
export interface Tables {
  leads: {
    id: string
    email: string
    /** The e-mail in the form it is searched by. It is folded in this program, since the databases fold letters differently. */
    email_folded: string
    source: string | null
    /** JSON with sorted keys, so that equal content is equal text. */
    utm: string | null
    /** A hash of the Idempotency-Key and the content, so that a repeated request is one lead. Null once it is forgotten. */
    idempotency_key: string | null
    created_at: string
  }
  /** Idempotency keys in use, with their caller and content, as hashes. They are forgotten after a day. */
  lead_requests: {
    caller_hash: string
    content_hash: string
    created_at: string
  }
  /** Single values that belong to this database. */
  store_values: {
    name: string
    value: string
  }
  api_keys: {
    id: string
    name: string
    prefix: string
    hash: string
    /** The hash before the last rotation, which is taken too until `old_until`. */
    old_hash: string | null
    old_until: string | null
    rotated_at: string | null
    per_minute: number | null
    expires: Day | null
    created_at: string
    revoked_at: string | null
    /** The last day (UTC) on which somebody asked with it. */
    last_used: Day | null
  }
  /** What commands did, until a service has logged it. */
  audit_events: {
    id: string
    at: string
    who: string
    origin: string
    what: string
    object: string | null
  }
  /** Every version of the law that was served or published here. */
  datasets: {
    version: string
    /** Counts up: the highest was introduced last. */
    introduced: number
    /** 1 when it is meant for every service on this store. */
    published: number
    /** Of a law to which unread acts were added: the version without them. Null in a law as somebody wrote it. */
    base: string | null
    /** Packed; empty where the text was deleted. */
    law: Buffer
    recorded_at: string
    /** 1 when receipts refer to it, so that its text is kept. */
    has_receipts: Generated<number>
  }
  /** What the official source listed when it was last asked about a regime. */
  law_checks: {
    regime: string
    checked_at: string
    /** JSON: CELEX numbers and days. */
    acts: string
  }
  /** Public keys of receipts, old ones too. No private key is ever stored here. */
  receipt_keys: {
    kid: string
    /** JSON: a JWK (RFC 7517). */
    jwk: string
    created_at: string
  }
  changes: {
    id: string
    /** The order of the feed. */
    seq: number
    /** The dataset that showed the change, null when only the calendar did. */
    version: string | null
    type: string
    day: string
    regime: string | null
    annex: string | null
    article: string | null
    /** JSON: a list of strings. */
    cn_codes: string
    act: string | null
    text_pl: string
    text_en: string
    recorded_at: string
  }
  /** Days whose wind-downs were recorded. */
  change_days: {
    day: Day
    recorded_at: string
  }
  /** One row with the last number given in `changes`. Updating it is the lock that serializes the writers of changes. */
  change_feed: {
    seq: number
  }
  webhook_endpoints: {
    id: string
    key_id: string
    url: string
    /** The host of the URL without its port, by which concurrent requests are limited. */
    host: string
    /** JSON: a list of CN codes as digits; empty means all goods. */
    codes: string
    /** JSON: a list of event types; empty means all of them. */
    events: string
    lang: 'pl' | 'en'
    /** Readable, or sealed by `secret-box.ts`. */
    secret: string
    /** The secret before the last rotation, which signs too until `old_secret_until`. */
    old_secret: string | null
    old_secret_until: string | null
    state: 'active' | 'paused' | 'off'
    /** Why the state is `off` or `paused`. */
    reason: string | null
    /** Since when it has this state. */
    state_since: string
    created_at: string
    /** When the next delivery is due; null when none is pending. */
    next_at: string | null
    /** The token of the worker that holds the lease, and when the lease expires. */
    lease: string | null
    leased_until: string | null
    /** A hash of the Idempotency-Key with which its key holder added it, and of what was asked; forgotten after a day. */
    request_hash: string | null
    request_content: string | null
    /** A hash of the Idempotency-Key of the last rotation; forgotten with the old secret. */
    rotation_hash: string | null
  }
  webhook_events: {
    seq: Generated<number>
    type: string
    day: string
    regime: string | null
    annex: string | null
    article: string | null
    act: string | null
    /** JSON: a list of EventChange. */
    changes: string
    at: string
    /** JSON: a ListEvent, for `list.changed` alone. */
    list: string | null
  }
  webhook_deliveries: {
    /** The `webhook-id`, the same for every attempt. */
    id: string
    endpoint_id: string
    event_seq: number
    state: 'pending' | 'delivered' | 'dead'
    attempts: number
    due_at: string
    created_at: string
    finished_at: string | null
    last_at: string | null
    last_status: number | null
    last_error: string | null
    last_ms: number | null
  }
  /** Lists of key holders that are re-screened. */
  lists: {
    id: string
    key_id: string
    name: string
    lang: 'pl' | 'en'
    /** Another text after every change of the content; the ETag is made of it. */
    version: string
    items: number
    /** Of its limit: a name counts as several items. */
    size: number
    /** How many items a ban concerned when they were last screened. */
    bans: number
    created_at: string
    updated_at: string
    /** 1 when some items have no state yet. */
    unchecked: 0 | 1
    /** Of the last screening: `datasets.introduced` and the version of the law, the day, and when it was done. */
    screened_introduced: number | null
    screened_version: string | null
    screened_day: Day | null
    screened_at: string | null
    /** The last number given in `list_changes`. */
    change_seq: number
    /** The token of the worker that is screening it, and when its lease expires. */
    lease: string | null
    leased_until: string | null
  }
  /** `value` is what one item is worth in EUR: a decimal with a point. */
  list_items: ItemFields & {
    list_id: string
    /** The id that the key holder gave it. */
    id: string
    position: number
    q: string
    /** The assessment of the last screening in short, see answer/shape/state.ts; null before the first. */
    state: string | null
    /** CELEX numbers of the acts behind it, sorted, with commas. */
    acts: string | null
  }
  list_changes: ItemFields & {
    list_id: string
    /** The order of the changes of one list. */
    seq: number
    item_id: string
    q: string
    /** States as in `list_items`. */
    before: string
    after: string
    /** The assessment in words, in the language of the list. */
    sentence: string
    /** CELEX numbers, with commas. */
    acts: string
    day: Day
    /** The version of the law that the list was screened with. */
    dataset: string
    recorded_at: string
  }
  /** Recipients of changes by e-mail: one row for each address, and its place in the queue. */
  mail_recipients: {
    id: string
    /** Readable, or sealed by `secret-box.ts`. */
    address: string
    /** An HMAC with the salt of this database, by which the address is found. */
    address_hash: string
    /** The same of its mailbox, which has many addresses. */
    mailbox_id: string
    created_at: string
    /** When a mail is due; null when none is. */
    next_at: string | null
    /** The token of the worker that holds the lease, and when the lease expires. */
    lease: string | null
    leased_until: string | null
    /** Changes are not sent before this moment, so that there is at most one such mail a day. */
    not_before: string | null
    /** JSON: a Mail that was begun; sent again as it is when it is not known whether it arrived. */
    mail: string | null
    /** Failed attempts in a row. */
    attempts: number
  }
  /** What a recipient subscribed to. Deleted when it is ended, or not confirmed in time. */
  alerts: {
    id: string
    recipient_id: string
    lang: 'pl' | 'en'
    /** JSON: a list of CN codes as digits; empty means all goods. */
    codes: string
    regime: string | null
    /** A list of a key holder, whose changes are sent instead. */
    list_id: string | null
    /** `asked`: the mail that asks for confirmation is to be sent. `mailed`: it was. */
    state: 'asked' | 'mailed' | 'confirmed'
    created_at: string
    /** Places in the feed, or in the changes of the list: the last one that was sent, and the last change that concerns it. */
    told_seq: number
    due_seq: number
  }
  /** Mailboxes whose owners must never be asked again, as HMACs under a key of their own. */
  refused_mailboxes: {
    hash: string
    created_at: string
  }
  /** How much of a bound of one day was used, as HMACs of what is counted. Deleted a day after that day. */
  day_counts: {
    name: string
    day: string
    used: number
  }
}
