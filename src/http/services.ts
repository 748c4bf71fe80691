import type { Answerer } from '../answer/answer.ts'
import type { Limits } from '../store/limits.ts'
import type { Store } from '../store/store.ts'
import type { ConnectionBounds } from './request/connections.ts'
import type { Metrics } from './response/metrics.ts'

/** What the routes work with, wired by hand where the service starts. */
export interface Services {
  readonly settings: HttpSettings
  /** Null until the law is loaded. */
  readonly answerer: () => Answerer | null
  /** A law that was offered and not taken, while the one before is still served. */
  readonly refusedLaw: () => RefusedLaw | null
  /** Null until the store is open. */
  readonly store: () => Store | null
  /** The store's, or this process's own while the store is not open. */
  readonly limits: () => Limits
  readonly now: () => Date
  readonly metrics: Metrics
  readonly log: Log
  /** Identifier of the build, for `meta.source`. */
  readonly build: string
}

interface RefusedLaw {
  readonly at: Date
  readonly mistakes: number
  readonly first: string
}

export interface HttpSettings {
  /** A minute; 0 switches a limit off. */
  readonly limits: Readonly<Record<'lookups' | 'batches' | 'leads' | 'pages' | 'key' | 'keyBatches', number>>
  /** How many times a limit the IPv6 networks of 56 and 48 bits have together; 0 does not count them. */
  readonly ipv6Factors: Readonly<Record<56 | 48, number>>
  readonly trustProxy: false | number | readonly string[]
  readonly publicUrl: string | null
  /** How many leads a day (UTC) takes, of all callers together; 0 for any number. */
  readonly leadsPerDay: number
  /** How long leads are kept; 0: until they are asked to be deleted. */
  readonly leadRetentionDays: number
  /** Who bears it is the operator. Absent: nobody is, on the port everybody reaches. */
  readonly opsToken?: string | null
  /** Absent: as delivered. */
  readonly connections?: Partial<ConnectionBounds>
}

/** The part of a pino logger that is used here. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
