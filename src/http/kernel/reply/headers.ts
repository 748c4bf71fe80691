const LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'] as const

/** No content sniffing, no framing, no referrer, and nothing may be loaded. */
export const SECURITY = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** Any page may read any answer; there are no cookies to protect. */
const CORS = {
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [...LIMIT_HEADERS, 'Retry-After', 'ETag', 'X-Request-Id'].join(', '),
} as const

export const EVERY_ANSWER = Object.freeze({ ...SECURITY, ...CORS })

export const PREFLIGHT = Object.freeze({
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Content-Type, X-API-Key, Authorization, Idempotency-Key, If-None-Match, If-Match, Mcp-Protocol-Version, Mcp-Method, Mcp-Name',
  'access-control-max-age': '86400',
})

/** How long a caller may keep an answer: a short time, because the law may change meanwhile. */
export const CACHED_SECONDS = 60
/** `freshness.ts` shortens it before midnight, because an answer without a day is about today. */
export const CACHED = `public, max-age=${CACHED_SECONDS}`
/** For key holders: their RateLimit headers must not reach others through a shared cache. */
export const CACHED_PRIVATELY = `private, max-age=${CACHED_SECONDS}`
/** For pages that are the same for every reader. `freshness.ts` says what a shared cache may do with them. */
export const CACHED_PAGE = 'public, no-cache'
/** Without the headers of a key, a shared cache would answer the holder of a revoked key as if nobody had asked with one. */
export const VARIES = 'Accept-Encoding, Authorization, X-API-Key'
/** For what belongs to a version or to a hash of its content, and never changes. */
export const CACHED_FOR_EVER = 'public, max-age=31536000, immutable'
export const UNCACHED = 'no-store'
/** For what is about one caller and one moment. */
export const UNCACHED_JSON = { 'content-type': 'application/json; charset=utf-8', 'cache-control': UNCACHED }

/** For pages, which use none of the browser features that need permission. */
export const PERMISSIONS =
  'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()'
