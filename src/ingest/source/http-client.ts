import { isBotWall } from '../page/page-identity.ts'
import { hostOf, nextHop, type Origin } from './origin.ts'
import { botWallError, networkError, SourceError, statusError } from './source-error.ts'

/** How an official source is asked; clock, waiting and randomness are injected for tests. */
export interface SourceClient {
  readonly origin: Origin
  /** Names the program and how to reach its operator. */
  readonly userAgent: string
  /** Longest time for one response from beginning to end. */
  readonly timeoutMs: number
  wait(milliseconds: number): Promise<void>
  now(): number
  random(): number
}

export interface SourceResponse {
  readonly status: number
  readonly headers: Headers
  /** Where the redirects ended. */
  readonly url: string
  readonly bytes: Buffer
}

interface SourceRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Largest body that is accepted, in decompressed bytes. */
  readonly limit: number
  /** `total` is null while the server does not say. */
  readonly onBytes?: (done: number, total: number | null) => void
}

const MAX_REDIRECTS = 5

/** Sends a request. Redirects are followed by hand, since `fetch` would follow them to any host. */
export async function send(client: SourceClient, url: string, request: SourceRequest): Promise<SourceResponse> {
  const seen = new Set<string>()
  for (let at = url; ; ) {
    if (seen.has(at) || seen.size > MAX_REDIRECTS) {
      throw new SourceError('redirect', `${hostOf(client.origin)} sends us round in circles.`)
    }
    seen.add(at)
    const response = await sendOnce(client, at, request)
    if (response.status < 300 || response.status > 399 || response.status === 304) return response
    if (request.method === 'POST') {
      throw new SourceError('redirect', `${hostOf(client.origin)} redirects a question that has only one address.`)
    }
    at = nextHop(client.origin, at, response.headers.get('location'))
  }
}

async function sendOnce(client: SourceClient, url: string, request: SourceRequest): Promise<SourceResponse> {
  const { method, headers, body = null } = request
  try {
    const response = await fetch(url, {
      method,
      headers: { 'User-Agent': client.userAgent, ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(client.timeoutMs),
      body,
    })
    return { status: response.status, headers: response.headers, url, bytes: await bytesOf(client, response, request) }
  } catch (error) {
    throw networkError(error, hostOf(client.origin))
  }
}

async function bytesOf(
  { origin }: SourceClient,
  { body, headers }: Response,
  { limit, onBytes }: SourceRequest,
): Promise<Buffer> {
  // The length of a packed body is that of its packed bytes.
  const length = headers.get('content-encoding') === null ? headers.get('content-length') : null
  const total = length === null ? null : Number(length)
  const chunks: Uint8Array[] = []
  let done = 0
  for await (const chunk of body ?? []) {
    // Decompressed bytes are counted: a small gzip body may expand to gigabytes.
    done += chunk.length
    if (Math.max(done, total ?? 0) > limit) {
      const megabytes = Math.round(limit / 1e6)
      throw new SourceError(
        'too_large',
        `${hostOf(origin)} sends more than ${megabytes} MB: this is not what was asked for.`,
      )
    }
    chunks.push(chunk)
    onBytes?.(done, total)
  }
  return Buffer.concat(chunks)
}

/** Whether a response, of whatever status and type, is the challenge of the firewall. */
export const isChallenge = ({ headers, bytes }: SourceResponse): boolean =>
  headers.get('x-amzn-waf-action') !== null || isBotWall(bytes.subarray(0, 4_000).toString())

/** The error of a response whose status is not success. */
export function responseError(
  client: SourceClient,
  response: SourceResponse,
  requested: 'page' | 'query',
): SourceError {
  const { status } = response
  const host = hostOf(client.origin)
  if (status === 202 || status === 403 || isChallenge(response)) return botWallError(host)
  return statusError(response, host, client.now(), requested)
}
