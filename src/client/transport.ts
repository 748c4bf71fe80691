import type { Problem } from './api-types.ts'
import { CnSanctionsError, clientError, type Language, optionsError, problemError } from './error.ts'
import { EtagCache } from './etag-cache.ts'
import { pause, type Runtime, withTimeout } from './runtime.ts'

export interface TransportOptions {
  /** Address of the service, with the path before `/api` if it has one: `https://example.com/sanctions`. */
  readonly baseUrl: string
  /** Raises the limits; sent as `X-API-Key`. */
  readonly apiKey?: string
  /** Language of answers and errors; Polish by default. */
  readonly lang?: Language
  /** Replaces the `fetch` of the platform. */
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>
  /** Longest time for one attempt, its body included; 30 seconds by default. */
  readonly timeoutMs?: number
  readonly retry?: Partial<RetryOptions>
  /** Called before the pause that follows a failed attempt. */
  readonly onRetry?: (error: CnSanctionsError, delayMs: number) => void
  /** Answers kept to be confirmed by their ETag; 200 by default, 0 for none. */
  readonly cacheEntries?: number
}

export interface RetryOptions {
  /** Attempts in all; 1 for no retry. */
  readonly attempts: number
  /** The longest first pause; it doubles with each attempt. */
  readonly firstDelayMs: number
  /** The longest pause that is not asked for by the service. */
  readonly maxDelayMs: number
  /** No attempt begins later than this after the first one. */
  readonly totalMs: number
}

const RETRY: RetryOptions = { attempts: 5, firstDelayMs: 500, maxDelayMs: 20_000, totalMs: 180_000 }
const TIMEOUT_MS = 30_000
const CACHE_ENTRIES = 200

/** 429 and 503 are the service's own; 502 and 504 are those of a proxy that did not reach it. */
const RETRYABLE: readonly number[] = [429, 502, 503, 504]

/** Every call can be aborted, also while it waits for a retry; it then rejects with the reason of the signal. */
export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Behind the base address, `/api/v1/cn`. */
  readonly path: string
  readonly parameters?: readonly [name: string, value: string][]
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Whether a repetition does no harm. GET, PUT, DELETE and what has an `idempotency-key` are repeated anyway. */
  readonly repeatable?: boolean
  readonly lang?: Language | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Reply {
  /** The parsed body; undefined when there is none. */
  readonly value: unknown
  readonly etag: string | null
}

/** Sends requests: with the key and language of the client, timeouts, retries and ETags. */
export class Transport {
  readonly language: Language
  readonly #options: TransportOptions
  readonly #base: string
  readonly #retry: RetryOptions
  readonly #cache: EtagCache | null
  readonly #runtime: Runtime

  constructor(options: TransportOptions, runtime: Runtime) {
    this.#options = options
    const { lang = 'pl' } = options
    if (lang !== 'pl' && lang !== 'en') {
      throw optionsError({ pl: 'Język (lang) to pl albo en.', en: 'The language (lang) is pl or en.' }, lang)
    }
    this.#base = baseOf(options.baseUrl, lang)
    if (options.apiKey === '') {
      throw optionsError(
        {
          pl: 'Klucz (apiKey) jest pusty; pomiń go, aby pytać bez klucza.',
          en: 'apiKey is empty; leave it out to ask without a key.',
        },
        lang,
      )
    }
    this.#retry = { ...RETRY, ...options.retry }
    const { cacheEntries = CACHE_ENTRIES } = options
    this.#cache = cacheEntries > 0 ? new EtagCache(cacheEntries) : null
    this.#runtime = runtime
    this.language = lang
  }

  /**
   * The body of the answer. Another program at this address may answer with JSON too, which must not pass for a good answer:
   * one without these fields is none.
   */
  async ask<T>(call: Call, fields: readonly (keyof T & string)[]): Promise<T> {
    const { value } = await this.send(call)
    if (typeof value !== 'object' || value === null || !fields.every((field) => Object.hasOwn(value, field)))
      throw clientError('response_invalid', call.lang ?? this.language)
    return value as T
  }

  /** The answer, after retries if need be. Rejects with a CnSanctionsError, or with the reason of the signal. */
  async send(call: Call): Promise<Reply> {
    const { attempts, totalMs } = this.#retry
    const { now } = this.#runtime
    const isRepeatable =
      call.repeatable ??
      ((call.method !== 'POST' && call.method !== 'PATCH') || call.headers?.['idempotency-key'] !== undefined)
    const started = now()
    for (let attempt = 1; ; attempt++) {
      call.signal?.throwIfAborted()
      try {
        return await this.#attempt(call)
      } catch (error) {
        if (!isRepeatable || attempt >= attempts || !isRetryable(error)) throw error
        const delay = this.#delayAfter(error, attempt)
        if (now() - started + delay > totalMs) throw error
        this.#options.onRetry?.(error, delay)
        await pause(this.#runtime, delay, call.signal)
      }
    }
  }

  /**
   * Exponential back-off with full jitter, so that many clients do not return at the same moment
   * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/), on top of what the service asks for.
   */
  #delayAfter({ retryAfterMs }: CnSanctionsError, attempt: number): number {
    const { firstDelayMs, maxDelayMs } = this.#retry
    const longest = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1))
    return (retryAfterMs ?? 0) + Math.floor(this.#runtime.random() * longest)
  }

  #attempt(call: Call): Promise<Reply> {
    const language = call.lang ?? this.language
    const { timeoutMs = TIMEOUT_MS } = this.#options
    return withTimeout(
      this.#runtime,
      timeoutMs,
      call.signal,
      (signal) => this.#exchange(call, language, signal),
      () => clientError('timeout', language),
    )
  }

  async #exchange(call: Call, language: Language, signal: AbortSignal): Promise<Reply> {
    const address = this.#addressOf(call, language)
    const kept = call.method === 'GET' ? this.#cache?.get(address) : undefined
    const { fetch = (...request: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...request) } = this.#options
    const { response, text } = await read(
      fetch(address, {
        method: call.method,
        headers: this.#headersOf(call, kept?.etag),
        // Followed redirects would carry the key to another host, and turn a POST into a GET.
        redirect: 'manual',
        signal,
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      }),
      signal,
      language,
    )
    const { status } = response
    if (status === 304 && kept) return { value: parse(kept.text, status, language), etag: kept.etag }
    // A browser shows a redirect that was not followed as a response of its own type, without its status.
    if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
      throw clientError('redirected', language, { status })
    }
    if (!response.ok) throw errorOf(response, text, language, this.#runtime.now())
    const value = text === '' ? undefined : parse(text, status, language)
    const etag = response.headers.get('etag')
    if (call.method === 'GET' && etag !== null) this.#cache?.set(address, { etag, text })
    return { value, etag }
  }

  /** Every address of the API takes `lang`, were it only for the language of its errors. */
  #addressOf({ path, parameters = [] }: Call, language: Language): string {
    const query = new URLSearchParams([...parameters])
    query.set('lang', language)
    return `${this.#base}${path}?${query}`
  }

  #headersOf({ body, headers }: Call, etag: string | undefined): Record<string, string> {
    const { apiKey } = this.#options
    return {
      accept: 'application/json, application/problem+json',
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(etag !== undefined && { 'if-none-match': etag }),
      ...headers,
    }
  }
}

function baseOf(baseUrl: string, lang: Language): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  const isPath = url !== null && /\/api(\/v\d+)?\/*$/.test(url.pathname)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password || isPath) {
    throw optionsError(
      {
        pl: 'baseUrl to adres usługi bez /api/v1, na przykład https://example.com albo https://example.com/cn.',
        en: 'baseUrl must be the address of a service without /api/v1, such as https://example.com or https://example.com/cn.',
      },
      lang,
    )
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** The response and its whole body. Whatever fails on the way is a network error, unless the signal says why. */
async function read(
  responding: Promise<Response>,
  signal: AbortSignal,
  language: Language,
): Promise<{ response: Response; text: string }> {
  try {
    const response = await responding
    return { response, text: await response.text() }
  } catch (cause) {
    throw signal.aborted ? signal.reason : clientError('network', language, { cause })
  }
}

function parse(text: string, status: number, language: Language): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw clientError('response_invalid', language, { status, cause })
  }
}

/** The problem that the service sent, or what is known when a proxy answered in its place. */
function errorOf(response: Response, text: string, language: Language, now: number): CnSanctionsError {
  const { status, headers } = response
  const retryAfterMs = retryAfterOf(headers.get('retry-after'), now)
  const problem = problemIn(text)
  const told = headers.get('content-language')
  if (problem) return problemError(problem, told === 'pl' || told === 'en' ? told : language, retryAfterMs)
  return clientError('response_invalid', language, { status, retryAfterMs })
}

function problemIn(text: string): Problem | null {
  try {
    const problem = JSON.parse(text) as Partial<Problem> | null
    const isProblem = typeof problem?.code === 'string' && typeof problem.detail === 'string'
    return isProblem && typeof problem.status === 'number' ? ({ errors: [], ...problem } as Problem) : null
  } catch {
    return null
  }
}

/** Seconds or a date (RFC 9110, section 10.2.3), as milliseconds from now. */
function retryAfterOf(header: string | null, now: number): number | null {
  if (header === null) return null
  const milliseconds = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(milliseconds) ? null : Math.max(0, milliseconds)
}

/** A database error is 500 too, and passes: its problem has a code of its own, and says when to come back. */
const isRetryable = (error: unknown): error is CnSanctionsError => {
  if (!(error instanceof CnSanctionsError)) return false
  const { code, status, retryAfterMs } = error
  if (status === 500) return code === 'store_unavailable' || retryAfterMs !== null
  return code === 'network' || code === 'timeout' || (status !== null && RETRYABLE.includes(status))
}
