import type { ClientRequest, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isBlockedPort, PORT_REFUSED } from './blocked-ports.ts'
import { ADDRESS_REFUSED, guardedLookup, type Resolve, reachOf } from './safe-address.ts'

// An import of `node:http` would also load the client behind `fetch`: 30 ms of every start, for nothing.
const { request: requestHttp } = process.getBuiltinModule('node:http')
const { request: requestHttps } = process.getBuiltinModule('node:https')

export interface Message {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How messages leave this process. */
export interface Way {
  readonly timeoutMs: number
  /** Development: this machine may be asked too, even over http. */
  readonly toLoopback: boolean
  readonly resolve: Resolve
  /** Certificates to trust besides those of Node; for tests. */
  readonly ca?: string
  readonly signal?: AbortSignal
}

/** What a receiver answered, or why there is no answer. */
export type Answer =
  | { readonly status: number; readonly retryAfter: string | undefined; readonly excerpt: string; readonly ms: number }
  | { readonly error: string; readonly ms: number }

const ANSWER_BYTES = 4_096
const HEADER_BYTES = 8_192
/** Interim answers (1xx) before the real one; a proxy sends one or two, a receiver that keeps us busy sends thousands. */
const HINTS = 10
/** A status is an answer; for the rest of it nobody waits longer than this. */
const LINGER_MS = 1_000

/**
 * One attempt, over a connection of its own: nothing of one receiver's answer can reach another's. Redirects are not
 * followed, no proxy is asked, and of the answer no more is read than a few kilobytes. Never rejects.
 */
export function send({ url, headers, body }: Message, way: Way): Promise<Answer> {
  const target = new URL(url)
  const begun = performance.now()
  const elapsed = () => Math.round(performance.now() - begun)
  const secure = target.protocol === 'https:'
  const allowed = (address: string): boolean => {
    const reach = reachOf(address)
    return reach === 'public' ? secure : reach === 'loopback' && way.toLoopback
  }
  const host = target.hostname.replace(/^\[|\]$/g, '')
  // An address in the URL is connected to without any lookup.
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
    const deadline = setTimeout(() => finish({ error: 'timeout' }), way.timeoutMs)
    try {
      request = (secure ? requestHttps : requestHttp)(target, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
        agent: false,
        lookup: guardedLookup(allowed, way.resolve),
        maxHeaderSize: HEADER_BYTES,
        ...(way.ca !== undefined && { ca: way.ca }),
        ...(way.signal && { signal: way.signal }),
      })
    } catch (error) {
      return finish({ error: codeOf(error) })
    }
    request.on('socket', (socket) =>
      // The last word has the address that was really connected to; nothing has been sent yet.
      socket.once('connect', () => {
        if (!allowed(socket.remoteAddress ?? '')) finish({ error: ADDRESS_REFUSED })
      }),
    )
    let hints = 0
    request.on('information', () => {
      if (++hints > HINTS) finish({ error: 'too_many_hints' })
    })
    request.on('response', (response) => {
      answered = true // whatever becomes of the rest
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

/** The first bytes of what was answered, as far as they come in time. */
function excerptOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let length = 0
    const finish = () => {
      clearTimeout(patience)
      resolve(Buffer.concat(parts).subarray(0, ANSWER_BYTES).toString())
      response.destroy()
    }
    const patience = setTimeout(finish, LINGER_MS)
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

/** A code alone: messages of the system may name addresses and paths. */
function codeOf(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') return 'aborted'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^[A-Za-z0-9_]{1,60}$/.test(code) ? code : 'failed'
}
