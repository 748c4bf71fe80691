import type { StoreError } from './store-error.ts'

export interface StoreOptions {
  /** How long a query waits for a connection, a lock or an answer. */
  readonly timeoutMs?: number
  /** Called with errors that no caller sees: a lost idle connection, limits counted locally, a file mode that stays open. */
  readonly onError?: (error: StoreError) => void
  /** The last migration to apply; all of them by default. */
  readonly upTo?: string
}

/** The options with their defaults filled in. */
export type StoreSettings = Required<Omit<StoreOptions, 'upTo'>> & Pick<StoreOptions, 'upTo'>
