/** What can go wrong at an official source; the words are part of `--json`. */
export type SourceErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'broken_off'
  | 'bot_wall'
  | 'hole'
  | 'status'
  | 'redirect'
  | 'too_large'
  | 'content_type'
  | 'not_the_page'
  | 'truncated'
  | 'other_act'
  | 'other_version'
  | 'wrong_language'
  | 'sparql'
  | 'asked_to_wait'

/** The official source could not be asked, or its response cannot be used. */
export class SourceError extends Error {
  readonly kind: SourceErrorKind
  /** The same request may succeed when it is sent again. */
  readonly retryable: boolean
  /** Milliseconds the source asked to wait (`Retry-After`). */
  readonly retryAfter: number | null
  constructor(kind: SourceErrorKind, message: string, retryable = false, retryAfter: number | null = null) {
    super(message)
    this.name = 'SourceError'
    this.kind = kind
    this.retryable = retryable
    this.retryAfter = retryAfter
  }
}

export const botWallError = (host: string): SourceError =>
  new SourceError(
    'bot_wall',
    `${host} takes us for a robot it does not want (bot wall). Nothing is wrong with the law: wait some hours, and set CONTACT so that they can write to you.`,
  )

/** Network errors that an immediate retry does not cure: no network, unknown host, connection refused. */
const NOT_RETRYABLE = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/** A failure of `fetch`, in words for the person who waits for the download. */
export function networkError(error: unknown, host: string): SourceError {
  if (error instanceof SourceError) return error
  if (error instanceof Error && error.name === 'TimeoutError')
    return new SourceError('timeout', `${host} did not send the whole of it in time.`, true)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (NOT_RETRYABLE.includes(code)) {
    const message = `${host} cannot be reached (${code}). Is there a network? Behind a proxy, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.`
    return new SourceError('unreachable', message)
  }
  if (/^(?:ERR_TLS|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/.test(code)) {
    return new SourceError('unreachable', `${host} does not prove who it is (${code}): nothing is read from it.`)
  }
  const message = cause instanceof Error ? cause.message : String(cause)
  return new SourceError('broken_off', `The connection to ${host} broke off (${code || message}).`, true)
}

const RETRYABLE_STATUSES = [408, 425, 429, 500, 502, 503, 504]

/** The error of a status other than success. A page that is listed but answers 404 or 406 is a hole in the source. */
export function statusError(
  { status, headers }: { readonly status: number; readonly headers: Headers },
  host: string,
  now: number,
  requested: 'page' | 'query',
): SourceError {
  if (requested === 'page' && (status === 406 || status === 404)) {
    return new SourceError('hole', `${host} lists it, but answers ${status}.`)
  }
  const retryable = RETRYABLE_STATUSES.includes(status)
  return new SourceError(
    'status',
    `${host} answers ${status}.`,
    retryable,
    parseRetryAfter(headers.get('retry-after'), now),
  )
}

/** `Retry-After` in milliseconds from now: seconds, or a date (RFC 9110, section 10.2.3). */
function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const moment = Date.parse(header)
  return Number.isNaN(moment) ? null : Math.max(0, moment - now)
}
