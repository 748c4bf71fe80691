const LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'] as const

/** No content sniffing, no framing, no referrer, and nothing may be loaded. */
const SECURITY = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
} as const

/** Any page may read any answer; there are no cookies to protect. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [...LIMIT_HEADERS, 'Retry-After', 'ETag', 'X-Request-Id'].join(', '),
} as const

export const EVERY_ANSWER = Object.freeze({ ...SECURITY, ...CORS })

export const PREFLIGHT = Object.freeze({
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': 'Content-Type, X-API-Key, Authorization, Idempotency-Key, If-None-Match',
  'access-control-max-age': '86400',
})

/** A short time, because an answer without a day is about today, and the law may change tonight. */
export const CACHED = 'public, max-age=60'
/** For key holders: their RateLimit headers must not reach others through a shared cache. */
export const CACHED_PRIVATELY = 'private, max-age=60'
export const UNCACHED = 'no-store'

/** For pages, which use none of the browser features that need permission. */
export const PERMISSIONS =
  'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()'
