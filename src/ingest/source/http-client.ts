import { hostOf, nextHop, type Origin } from './origin.ts'
import { networkFault, SourceFault } from './source-error.ts'

/** How the world is reached; a test brings its own clock. */
export interface Reach {
  readonly origin: Origin
  /** Says who asks, and how to reach them. */
  readonly userAgent: string
  /** Until the answer begins, and between two pieces of it, in milliseconds. */
  readonly patience: number
  /** For one answer from beginning to end, however steadily it trickles. */
  readonly longest: number
  wait(milliseconds: number): Promise<void>
  now(): number
  random(): number
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly url: string
  /** Unpacked pieces, never more than the limit in all. */
  readonly body: AsyncIterable<Uint8Array>
  /** Lets go of the connection when the body is not wanted. */
  leave(): Promise<void>
}

interface Asked {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly limit: number
}

const MOST_HOPS = 5

/** One question and its answer, redirects followed by hand; throws a SourceFault for anything but an answer. */
export async function ask(reach: Reach, url: string, asked: Asked): Promise<Answer> {
  const seen = new Set<string>()
  for (let at = url; ; ) {
    if (seen.has(at) || seen.size > MOST_HOPS) {
      throw new SourceFault('redirect', `${hostOf(reach.origin)} sends us round in circles.`)
    }
    seen.add(at)
    const answer = await askOnce(reach, at, asked)
    if (answer.status < 300 || answer.status > 399 || answer.status === 304) return answer
    await answer.leave()
    if (asked.method === 'POST') {
      throw new SourceFault('redirect', `${hostOf(reach.origin)} redirects a question that has only one address.`)
    }
    at = nextHop(reach.origin, at, answer.headers.get('location'))
  }
}

async function askOnce({ origin, userAgent, patience, longest }: Reach, url: string, asked: Asked): Promise<Answer> {
  const host = hostOf(origin)
  const stop = new AbortController()
  const giveUp = (what: string): void => stop.abort(new SourceFault('timeout', `${host} ${what}`, true))
  const silent = (): void => giveUp(`kept silent for ${Math.ceil(patience / 1000)} s.`)
  const end = setTimeout(() => giveUp(`was not done after ${Math.ceil(longest / 1000)} s.`), longest)
  let timer: NodeJS.Timeout | undefined
  const onTime = async <T>(work: Promise<T>): Promise<T> => {
    clearTimeout(timer)
    timer = setTimeout(silent, patience)
    try {
      return await work
    } catch (error) {
      clearTimeout(end)
      throw networkFault(stop.signal.aborted ? stop.signal.reason : error, host)
    } finally {
      clearTimeout(timer)
    }
  }
  const { method, headers, body, limit } = asked
  const response = await onTime(
    fetch(url, {
      method,
      headers: { 'User-Agent': userAgent, ...headers },
      redirect: 'manual',
      signal: stop.signal,
      ...(body === undefined ? {} : { body }),
    }),
  )
  const reader = response.body?.getReader()
  const leave = async (): Promise<void> => {
    clearTimeout(timer)
    clearTimeout(end)
    // Read to its end or not, the connection must not keep the program waiting.
    await reader?.cancel().catch(() => {})
  }
  const tooLarge = (): SourceFault =>
    new SourceFault(
      'too_large',
      `${host} sends more than ${Math.round(limit / 1e6)} MB: this is not what was asked for.`,
    )
  async function* pieces(): AsyncGenerator<Uint8Array> {
    let received = 0
    try {
      if (Number(response.headers.get('content-length') ?? 0) > limit) throw tooLarge()
      while (reader) {
        const { done, value } = await onTime(reader.read())
        if (done) return
        // Counted unpacked: a small answer may unfold to gigabytes.
        received += value.length
        if (received > limit) throw tooLarge()
        yield value
      }
    } finally {
      await leave()
    }
  }
  return { status: response.status, headers: response.headers, url, body: pieces(), leave }
}

/** The whole of a small answer. */
export async function textOf(answer: Answer): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of answer.body) text += decoder.decode(piece, { stream: true })
  return text + decoder.decode()
}

/** The beginning of an answer, enough to recognise what it is. */
export async function beginningOf(answer: Answer): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const piece of answer.body) {
      text += decoder.decode(piece, { stream: true })
      if (text.length > 4_000) break
    }
  } catch {
    // What came is enough, or nothing is: the caller has the status.
  }
  return text.slice(0, 4_000)
}
