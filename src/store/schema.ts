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
  }
}
