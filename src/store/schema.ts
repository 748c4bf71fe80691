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
    idempotency_key: string | null
    created_at: string
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
}
