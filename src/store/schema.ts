import type { Generated } from 'kysely'

/** The two databases the store speaks to. */
export type Kind = 'sqlite' | 'postgres'

/** The tables of both databases. Moments are ISO text, UTC, milliseconds: the same rows come out of either. */
export interface Tables {
  leads: {
    id: string
    email: string
    /** The e-mail as it is looked for: folded here, since the databases fold letters differently. */
    email_folded: string
    source: string | null
    /** JSON with sorted keys, so that equal content is equal text. */
    utm: string | null
    /** A hash of the Idempotency-Key and the content, null once forgotten: the same request is one lead. */
    idempotency_key: string | null
    created_at: string
  }
  /** Idempotency keys in use: whose, and for what content. Hashes only; forgotten after a day. */
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
    per_minute: number | null
    expires: string | null
    created_at: string
    revoked_at: string | null
  } /** Every version of the law that was served or published here. */
  datasets: {
    version: string
    /** Counts up: the highest was introduced last. */
    introduced: number
    /** 1: meant for every service on this store. */
    published: number
    law: Buffer
    recorded_at: string
  }
  changes: {
    id: string
    /** The order of the feed. */
    seq: number
    /** The dataset that showed it; null for what only the calendar brought. */
    version: string | null
    type: string
    day: string
    regime: string | null
    annex: string | null
    article: string | null
    /** JSON. */
    cn_codes: string
    act: string | null
    text_pl: string
    text_en: string
    recorded_at: string
  }
  /** Days whose wind-downs were recorded. */
  change_days: {
    day: string
    recorded_at: string
  }
  /** One row: the last number given in `changes`, and the lock of all who record. */
  change_feed: {
    seq: number
  }
  webhook_endpoints: {
    id: string
    key_id: string
    url: string
    /** Of the URL, without its port: how many requests go there at once is limited. */
    host: string
    /** JSON; digits. Empty: all goods. */
    codes: string
    /** JSON; empty: all events. */
    events: string
    lang: 'pl' | 'en'
    secret: string
    /** Signs too, until that moment. */
    old_secret: string | null
    old_secret_until: string | null
    state: 'active' | 'paused' | 'off'
    /** Why it is off. */
    reason: string | null
    created_at: string
    /** When there is something to send next; null: nothing waits. */
    next_at: string | null
    /** The worker that sends now, and until when it may. */
    lease: string | null
    leased_until: string | null
  }
  webhook_events: {
    seq: Generated<number>
    type: string
    day: string
    regime: string | null
    annex: string | null
    article: string | null
    act: string | null
    /** JSON: what differs from change to change. */
    changes: string
    at: string
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
}
