import { isBotWall } from '../page/page-identity.ts'
import { hostOf, nextHop, type Origin } from './origin.ts'
import { botWallError, networkError, SourceError, statusError } from './source-error.ts'

/** How an official source is asked; clock, waiting and randomness are injected for tests. */
export interface SourceClient {
  readonly origin: Origin
  /** Names the program and how to reach its operator. */
  readonly userAgent: string
  /** Longest wait for the first byte, and between two chunks. */
  readonly idleTimeoutMs: number
  /** Longest time for one response from beginning to end, however steadily it trickles. */
  readonly totalTimeoutMs: number
  wait(milliseconds: number): Promise<void>
  now(): number
  random(): number
}

export type SourceResponse = Readonly<Awaited<ReturnType<typeof sendOnce>>>

interface SourceRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Largest body that is accepted, in decompressed bytes. */
  readonly limit: number
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
    await response.discard()
    if (request.method === 'POST') {
      throw new SourceError('redirect', `${hostOf(client.origin)} redirects a question that has only one address.`)
    }
    at = nextHop(client.origin, at, response.headers.get('location'))
  }
}

async function sendOnce(client: SourceClient, url: string, request: SourceRequest) {
  const host = hostOf(client.origin)
  const timeouts = startTimeouts(client, host)
  const { method, headers, body, limit } = request
  const response = await timeouts.during(
    fetch(url, {
      method,
      headers: { 'User-Agent': client.userAgent, ...headers },
      redirect: 'manual',
      signal: timeouts.signal,
      ...(body === undefined ? {} : { body }),
    }),
  )
  const reader = response.body?.getReader()
  /** Closes the connection when the body is not wanted, or not to its end. */
  const discard = async (): Promise<void> => {
    timeouts.stop()
    // An open connection would keep the process alive.
    await reader?.cancel().catch(() => {})
  }
  const tooLarge = (): SourceError =>
    new SourceError(
      'too_large',
      `${host} sends more than ${Math.round(limit / 1e6)} MB: this is not what was asked for.`,
    )
  /** Decompressed chunks; together never more than the limit of the request. */
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let received = 0
    try {
      if (Number(response.headers.get('content-length') ?? 0) > limit) throw tooLarge()
      while (reader) {
        const { done, value } = await timeouts.during(reader.read())
        if (done) return
        // Decompressed bytes are counted: a small gzip body may expand to gigabytes.
        received += value.length
        if (received > limit) throw tooLarge()
        yield value
      }
    } finally {
      await discard()
    }
  }
  return { status: response.status, headers: response.headers, url, body: chunks(), discard }
}

/** The total timeout starts now, the idle timeout anew with each operation; either aborts the request. */
function startTimeouts({ idleTimeoutMs, totalTimeoutMs }: SourceClient, host: string) {
  const controller = new AbortController()
  const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000)
  const abort = (what: string): void => controller.abort(new SourceError('timeout', `${host} ${what}`, true))
  const total = setTimeout(() => abort(`was not done after ${seconds(totalTimeoutMs)} s.`), totalTimeoutMs)
  let idle: NodeJS.Timeout | undefined
  return {
    signal: controller.signal,
    during: async <T>(operation: Promise<T>): Promise<T> => {
      clearTimeout(idle)
      idle = setTimeout(() => abort(`kept silent for ${seconds(idleTimeoutMs)} s.`), idleTimeoutMs)
      try {
        return await operation
      } catch (error) {
        clearTimeout(total)
        throw networkError(controller.signal.aborted ? controller.signal.reason : error, host)
      } finally {
        clearTimeout(idle)
      }
    },
    stop: (): void => {
      clearTimeout(idle)
      clearTimeout(total)
    },
  }
}

/** The whole of a small body. */
export async function readText({ body }: SourceResponse): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

/** Enough of a response to recognise what it is. */
export const BEGINNING = 4_000

/** The beginning of a body; the rest is discarded. */
export async function readBeginning(response: SourceResponse): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of response.body) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length > BEGINNING) break
    }
  } catch {
    // The caller reports the status; a body that broke off adds nothing to it.
  }
  await response.discard()
  return text.slice(0, BEGINNING)
}

/** The error of a response whose status is not success; the body is read only to recognise the bot wall. */
export async function responseError(
  client: SourceClient,
  response: SourceResponse,
  requested: 'page' | 'query',
): Promise<SourceError> {
  const { status, headers } = response
  const host = hostOf(client.origin)
  const beginning = await readBeginning(response)
  const walled = status === 202 || status === 403 || headers.get('x-amzn-waf-action') !== null
  const isHtml = /text\/html/.test(headers.get('content-type') ?? '')
  if (walled || (isHtml && isBotWall(beginning))) return botWallError(host)
  return statusError(response, host, client.now(), requested)
}
