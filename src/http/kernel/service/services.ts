import type { Answerer } from '../../../answer/answer.ts'
import type { Day } from '../../../base/day.ts'
import type { CheckedRegime } from '../../../law/unread-acts.ts'
import type { Receipts } from '../../../receipts/receipts.ts'
import type { Limits } from '../../../store/limits/limits.ts'
import type { Store } from '../../../store/store.ts'
import type { Metrics } from './metrics.ts'

/** What the routes work with, put together by hand where the service starts. */
export interface Services {
  readonly settings: HttpSettings
  /** Null until the law is loaded. */
  readonly answerer: () => Answerer | null
  /** A new law with mistakes that was refused, while the one before is still served. */
  readonly refusedLaw: () => RefusedLaw | null
  /** Null until the store is open. */
  readonly store: () => Store | null
  /** The store's, or this process's own while the store is not open. */
  readonly limits: () => Limits
  readonly now: () => Date
  /** The day in Brussels, where the law of the Union changes at midnight. */
  readonly today: () => Day
  /** SHA-256 of the law that `answerer` answers from; null until it is loaded. */
  readonly lawSha256: () => string | null
  readonly receipts: Receipts
  /** Whether the process is about to stop: it still answers, and callers should go elsewhere. */
  readonly stopping: () => boolean
  readonly metrics: Metrics
  /** When the official source was last asked for news of the law, and the acts that the served law does not know. */
  readonly lawChecks: () => readonly CheckedRegime[]
  readonly log: Log
  /** Identifier of the build, for `meta.source`. */
  readonly build: string
  /** Version of the API, for its description. */
  readonly apiVersion: string
  /** The day of this version's release; null: it has none yet. */
  readonly released: string | null
}

interface RefusedLaw {
  readonly at: Date
  readonly mistakes: number
  readonly first: string
}

export interface HttpSettings {
  /** Requests a minute; 0 switches a limit off. */
  readonly limits: Readonly<
    Record<'lookups' | 'batches' | 'leads' | 'pages' | 'key' | 'keyBatches' | 'keyLists' | 'keyWebhooks', number>
  >
  /** How many times a limit the IPv6 networks of 56 and 48 bits have together; 0 does not count them. */
  readonly ipv6Factors: Readonly<Record<56 | 48, number>>
  readonly trustProxy: false | number | readonly string[]
  readonly publicUrl: string | null
  /** Seconds that a shared cache may keep answers; null or absent: as long as callers may. */
  readonly sharedCacheSeconds?: number | null
  /** Host names, besides those of this machine and of `publicUrl`, of MCP and of the operator's port. */
  readonly allowedHosts?: readonly string[]
  /** Whether holders of keys may add and change their webhooks; absent: they may. */
  readonly ownWebhooks?: boolean
  /** Development: webhooks may be sent to this machine, and over http. */
  readonly webhooksToLoopback?: boolean
  /** Whether people may ask for alerts by e-mail; absent: they may not. */
  readonly alerts?: boolean
  /** Leads taken a day (UTC) from all callers together; 0 for any number. */
  readonly leadsPerDay: number
  /** Days that leads are kept; 0 keeps them until their deletion is asked for. */
  readonly leadRetentionDays: number
  /** Whom to tell of a weakness of this service, as an address; absent: nobody. */
  readonly securityContact?: string | null
  /** Whoever sends this token is the operator. Absent: nobody is, on the public port. */
  readonly opsToken?: string | null
  /** Connections that callers may have open. Absent: the default. */
  readonly maxConnections?: number
  /** How bodies may arrive. Absent: the defaults. */
  readonly bodies?: Partial<ArrivalBounds>
  /** Bytes of all answers that are being made or sent. Absent: the default. */
  readonly outputBytes?: number
}

/** The part of pino's logger that is used here. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** How bodies may arrive. */
export interface ArrivalBounds {
  /** Bytes of all bodies that are arriving; beyond it, the caller that holds most gives way. */
  readonly heldBytes: number
  /** A body must bring at least `leastBytes` in every window of this length, unless it ends. */
  readonly windowMs: number
  readonly leastBytes: number
}
