import type {
  Change,
  Changes,
  CheckedFull,
  CheckedShort,
  CnResponse,
  CnShortLookup,
  Dataset,
  KeySet,
  Receipt,
  Suggestion,
  Suggestions,
} from './api-types.ts'
import { type Checked, type CheckItem, type CheckOptions, checkInBatches } from './batches.ts'
import type { Language } from './error.ts'
import { refuseUnknown } from './known-options.ts'
import { Lists } from './lists.ts'
import { Pages } from './pages.ts'
import { parametersOf, type QuestionOptions } from './question.ts'
import { RUNTIME, type Runtime } from './runtime.ts'
import { type CallOptions, Transport, type TransportOptions } from './transport.ts'
import { Webhooks } from './webhooks.ts'

export interface LookupOptions extends QuestionOptions, CallOptions {}

export interface SuggestOptions extends CallOptions {
  readonly lang?: Language
}

export interface ChangesOptions extends CallOptions {
  /** Changes in force, or recorded, from this day on. */
  readonly since?: string
  readonly regime?: string
  /** Only what may concern this CN code, or one of these `codes`. */
  readonly code?: string
  readonly codes?: string | readonly string[]
  /** Only what may concern this direction; export includes transit. */
  readonly direction?: 'import' | 'export' | 'transit'
  /** Only changes by this act: its CELEX number, or its number such as `2024/1745`. */
  readonly act?: string
  /** Only changes that name a code. */
  readonly named?: boolean
  readonly lang?: Language
  /** `next` of a page read earlier, to go on behind it. */
  readonly cursor?: string
  /** Changes a page. */
  readonly limit?: number
}

/** Options of any call; those besides the signal are parameters. */
interface Asked {
  readonly signal?: AbortSignal | undefined
  readonly lang?: Language | undefined
  readonly [option: string]: unknown
}

export type ClientOptions = TransportOptions

const OPTIONS: readonly string[] = [
  'baseUrl',
  'apiKey',
  'lang',
  'fetch',
  'timeoutMs',
  'retry',
  'onRetry',
  'cacheEntries',
] satisfies (keyof ClientOptions)[]

/** A client of the HTTP API. It holds no connection, so it need not be closed; one for the whole program is enough. */
export class CnSanctions {
  /** The lists of the holder of the API key. */
  readonly lists: Lists
  /** The webhooks of the holder of the API key. */
  readonly webhooks: Webhooks
  readonly #transport: Transport

  /** `runtime` replaces clock and timers in tests. */
  constructor(options: ClientOptions, runtime: Runtime = RUNTIME) {
    // A program that was not type-checked may forget them.
    const given: ClientOptions = options ?? {}
    refuseUnknown(given, OPTIONS)
    this.#transport = new Transport(given, runtime)
    this.lists = new Lists(this.#transport)
    this.webhooks = new Webhooks(this.#transport)
  }

  /** Whether a CN code or a product is covered: `GET /api/v1/cn`. */
  lookup(q: string, options: LookupOptions & { readonly detail: 'short' }): Promise<CnShortLookup>
  lookup(q: string, options?: LookupOptions & { readonly detail?: 'full' }): Promise<CnResponse>
  lookup(q: string, options?: LookupOptions): Promise<CnResponse | CnShortLookup>
  lookup(q: string, options: LookupOptions = {}): Promise<CnResponse | CnShortLookup> {
    return this.#ask('/api/v1/cn', { q, ...options }, ['verdict', 'assessment', 'disclaimer'])
  }

  /** Any number of codes and names: `POST /api/v1/check`, 500 at a time. A line that cannot be answered spoils no other. */
  check(items: Iterable<CheckItem>, options: CheckOptions & { readonly detail: 'full' }): Promise<Checked<CheckedFull>>
  check(
    items: Iterable<CheckItem>,
    options?: CheckOptions & { readonly detail?: 'short' },
  ): Promise<Checked<CheckedShort>>
  check(items: Iterable<CheckItem>, options?: CheckOptions): Promise<Checked<CheckedShort | CheckedFull>>
  check(items: Iterable<CheckItem>, options: CheckOptions = {}): Promise<Checked<CheckedShort | CheckedFull>> {
    return checkInBatches(this.#transport, items, options)
  }

  /** Codes or goods that begin with what somebody is typing, at most ten: `GET /api/v1/suggest`. */
  async suggest(typed: string, options: SuggestOptions = {}): Promise<Suggestion[]> {
    const { suggestions } = await this.#ask<Suggestions>('/api/v1/suggest', { q: typed, ...options }, ['suggestions'])
    return suggestions
  }

  /** What changed in the law, oldest first: `GET /api/v1/changes`. The last page has the cursor to go on from later. */
  changes({ cursor, ...options }: ChangesOptions = {}): Pages<Change, Changes> {
    return new Pages({
      from: cursor,
      language: options.lang ?? this.#transport.language,
      read: (at) => this.#ask<Changes>('/api/v1/changes', { ...options, cursor: at }, ['changes', 'next', 'more']),
      elementsOf: ({ changes }) => changes,
      nextOf: ({ next, more }) => (more ? next : null),
    })
  }

  /** Version, regimes and pending acts of the law that is served: `GET /api/v1/dataset`. */
  dataset({ signal }: CallOptions = {}): Promise<Dataset> {
    return this.#transport.ask({ method: 'GET', path: '/api/v1/dataset', signal }, ['version', 'regimes'])
  }

  /** The answer of `lookup` as a signed record for the files: `GET /api/v1/receipt`. */
  receipt(q: string, options: LookupOptions = {}): Promise<Receipt> {
    return this.#ask('/api/v1/receipt', { q, ...options }, ['receipt'])
  }

  /** The public keys of receipts: `GET /.well-known/jwks.json`. */
  receiptKeys({ signal }: CallOptions = {}): Promise<KeySet> {
    return this.#transport.ask({ method: 'GET', path: '/.well-known/jwks.json', signal }, ['keys'])
  }

  /** A GET whose parameters include the language. */
  #ask<T>(path: string, { signal, ...options }: Asked, fields: readonly (keyof T & string)[]) {
    const parameters = parametersOf({ ...options, lang: options.lang ?? this.#transport.language })
    return this.#transport.ask<T>({ method: 'GET', path, parameters, lang: options.lang, signal }, fields)
  }
}
