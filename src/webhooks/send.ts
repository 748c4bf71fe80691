import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isBlockedPort, PORT_REFUSED } from './blocked-ports.ts'
import { ADDRESS_REFUSED, guardedLookup, type Resolve, reachOf } from './safe-address.ts'

export interface Message {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How a message is sent. */
export interface SendOptions {
  readonly timeoutMs: number
  /** Development: addresses of this machine are allowed too, even over http. */
  readonly toLoopback: boolean
  readonly resolve: Resolve
  /** Certificates to trust, for tests. */
  readonly ca?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** The answer of a receiver, or why there is none. */
export type Answer =
  | { readonly status: number; readonly retryAfter: string | undefined; readonly excerpt: string; readonly ms: number }
  | { readonly error: string; readonly ms: number }

const ANSWER_BYTES = 4_096
const HEADER_BYTES = 8_192
/** Interim responses (1xx) before the final one. A proxy sends one or two; a hostile receiver might send thousands. */
const MAX_INTERIM = 10
/** The status decides; the body after it is waited for no longer than this. */
const BODY_TIMEOUT_MS = 1_000

/**
 * One attempt over a connection of its own, so that no response can be mistaken for another's. Redirects are not followed,
 * no proxy is used, and only a few kilobytes of the response are read. Never rejects.
 */
export function send({ url, headers, body }: Message, options: SendOptions): Promise<Answer> {
  const target = new URL(url)
  const begun = performance.now()
  const elapsed = () => Math.round(performance.now() - begun)
  const secure = target.protocol === 'https:'
  const allowed = (address: string): boolean => {
    const reach = reachOf(address)
    return reach === 'public' ? secure : reach === 'loopback' && options.toLoopback
  }
  const host = target.hostname.replace(/^\[|\]$/g, '')
  // An IP address in the URL is connected to without a lookup, so it is checked here.
  if (isIP(host) !== 0 && !allowed(host)) return Promise.resolve({ error: ADDRESS_REFUSED, ms: elapsed() })
  if (isBlockedPort(target)) return Promise.resolve({ error: PORT_REFUSED, ms: elapsed() })
  return new Promise((resolve) => {
    let request: ClientRequest | undefined
    let answered = false
    const finish = (
      answer: { status: number; retryAfter: string | undefined; excerpt: string } | { error: string },
    ) => {
      clearTimeout(deadline)
      resolve({ ...answer, ms: elapsed() })
      request?.destroy()
    }
    const deadline = setTimeout(() => finish({ error: 'timeout' }), options.timeoutMs)
    try {
      request = (secure ? requestHttps : requestHttp)(target, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
        agent: false,
        lookup: guardedLookup(allowed, options.resolve),
        maxHeaderSize: HEADER_BYTES,
        ca: options.ca,
        signal: options.signal,
      })
    } catch (error) {
      return finish({ error: codeOf(error) })
    }
    request.on('socket', (socket) =>
      // The address that was really connected to is checked too, before anything is sent.
      socket.once('connect', () => {
        if (!allowed(socket.remoteAddress ?? '')) finish({ error: ADDRESS_REFUSED })
      }),
    )
    let interim = 0
    request.on('information', () => {
      if (++interim > MAX_INTERIM) finish({ error: 'too_many_hints' })
    })
    request.on('response', (response) => {
      answered = true // errors that follow do not count
      clearTimeout(deadline)
      const { statusCode: status = 0, headers } = response
      void excerptOf(response).then((excerpt) => finish({ status, retryAfter: headers['retry-after'], excerpt }))
    })
    request.on('upgrade', (_response, socket) => {
      socket.destroy()
      finish({ status: 101, retryAfter: undefined, excerpt: '' })
    })
    const fail = (error: string) => {
      if (!answered) finish({ error })
    }
    request.on('error', (error) => fail(codeOf(error)))
    request.on('close', () => fail('closed'))
    request.end(body)
  })
}

/** The first bytes of the body, as far as they arrive in time. */
function excerptOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let length = 0
    const finish = () => {
      clearTimeout(timeout)
      resolve(Buffer.concat(parts).subarray(0, ANSWER_BYTES).toString())
      response.destroy()
    }
    const timeout = setTimeout(finish, BODY_TIMEOUT_MS)
    response.on('data', (part: Buffer) => {
      parts.push(part)
      length += part.length
      if (length >= ANSWER_BYTES) finish()
    })
    response.on('end', finish)
    response.on('error', finish)
    response.on('close', finish)
  })
}

/** Only the code of an error, since messages of the system may name addresses and paths. */
function codeOf(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') return 'aborted'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^[A-Za-z0-9_]{1,60}$/.test(code) ? code : 'failed'
}
