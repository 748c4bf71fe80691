import { PROBLEMS } from '../../src/http/kernel/problem/problems.ts'

/** One answer as it came over the wire. */
interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

const BODILESS = new Set([204, 304])

/** The answers in the bytes of one connection, strictly by the rules of HTTP/1.1; throws at what breaks them. */
export function readAnswers(bytes: Buffer, methods: readonly string[] | null): Answer[] {
  const answers: Answer[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end === -1) throw new Error(`an answer without an end: ${excerpt(bytes, at)}`)
    const [first = '', ...lines] = bytes.subarray(at, end).toString('latin1').split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1] ?? Number.NaN)
    if (Number.isNaN(status)) throw new Error(`not a status line: ${excerpt(bytes, at)}`)
    const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), valueIn(line)]))
    at = end + 4
    // 100 Continue and 103 Early Hints come before the answer itself.
    if (status < 200) continue
    const method = methods?.[answers.length]
    // A request that cannot be read is refused before its method is known, so even a HEAD may get a body.
    const unread =
      status >= 400 && at < bytes.length && !bytes.subarray(at).toString('latin1', 0, 5).startsWith('HTTP/')
    if ((method === 'HEAD' && !unread) || BODILESS.has(status)) {
      answers.push({ status, headers, body: Buffer.alloc(0) })
      continue
    }
    const { body, next } = bodyAt(bytes, at, headers)
    answers.push({ status, headers, body })
    at = next
  }
  return answers
}

const valueIn = (line: string): string => line.slice(line.indexOf(':') + 1).trim()

const excerpt = (bytes: Buffer, at: number): string => JSON.stringify(bytes.toString('latin1', at, at + 120))

function bodyAt(bytes: Buffer, at: number, headers: ReadonlyMap<string, string>): { body: Buffer; next: number } {
  if (headers.get('transfer-encoding') !== 'chunked') {
    const length = headers.get('content-length')
    // Without a length the answer ends with the connection.
    const next = length === undefined ? bytes.length : at + Number(length)
    if (next > bytes.length) throw new Error(`an answer cut off: ${bytes.length - at} of ${length} bytes`)
    return { body: bytes.subarray(at, next), next }
  }
  const chunks: Buffer[] = []
  for (let next = at; ; ) {
    const lineEnd = bytes.indexOf('\r\n', next)
    const size = Number.parseInt(bytes.toString('latin1', next, lineEnd), 16)
    if (lineEnd === -1 || Number.isNaN(size)) throw new Error(`a chunk cut off: ${excerpt(bytes, next)}`)
    const start = lineEnd + 2
    if (size === 0) return { body: Buffer.concat(chunks), next: start + 2 }
    chunks.push(bytes.subarray(start, start + size))
    next = start + size + 2
  }
}

/** What is wrong with an answer that nobody should ever get; null when it is fine. */
export function faultIn({ status, headers, body }: Answer): string | null {
  if (status >= 500) return `status ${status}: ${body.toString().slice(0, 300)}`
  if (status < 400) return null
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('text/html') || body.length === 0) return null
  // What speaks JSON-RPC refuses in its own form.
  if (type.startsWith('application/json') && body.includes('"jsonrpc"')) return null
  if (!type.startsWith('application/problem+json')) return `status ${status} as ${type || 'nothing'}`
  // A compressed problem is one that was asked for as such; its code is seen uncompressed elsewhere.
  if (headers.has('content-encoding')) return null
  const { code, status: told } = JSON.parse(body.toString())
  const known: { status: number } | undefined = Object.entries(PROBLEMS).find(([name]) => name === code)?.[1]
  if (known === undefined) return `unknown problem ${code}`
  return known.status === status && told === status ? null : `${code} with status ${status}, told as ${told}`
}
