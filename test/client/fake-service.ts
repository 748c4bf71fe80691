/** What a client sent, as the service would read it. */
export interface Sent {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly signal: AbortSignal
}

/** What comes back: a response, an error of the network, or nothing until the signal is aborted. */
export type Answer = Response | Error | 'silence'

/** A `fetch` that answers from a function and remembers what was sent. */
export function fakeService(answer: (sent: Sent, count: number) => Answer) {
  const sent: Sent[] = []
  const fetch = (address: string, init: RequestInit): Promise<Response> => {
    const request: Sent = {
      method: init.method ?? 'GET',
      url: new URL(address),
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      signal: init.signal!,
    }
    sent.push(request)
    const answered = answer(request, sent.length)
    if (answered instanceof Response) return Promise.resolve(answered)
    if (answered instanceof Error) return Promise.reject(answered)
    return new Promise((_, reject) => {
      const abort = () => reject(new DOMException('This operation was aborted', 'AbortError'))
      if (request.signal.aborted) abort()
      request.signal.addEventListener('abort', abort)
    })
  }
  return { fetch, sent }
}

export const json = (value: unknown, headers: Record<string, string> = {}, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })

/** A problem of the service, with the fields that every problem has. */
export const problem = (
  code: string,
  status: number,
  headers: Record<string, string> = {},
  more: object = {},
): Response =>
  json(
    {
      type: `urn:cn-sanctions:problem:${code}`,
      title: code,
      status,
      detail: `about ${code}`,
      instance: '/api/v1/cn',
      code,
      errors: [],
      ...more,
    },
    { 'content-type': 'application/problem+json', 'content-language': 'en', ...headers },
    status,
  )
