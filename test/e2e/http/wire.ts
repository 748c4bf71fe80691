import { request as ask, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import type { Answered } from './service.ts'

/** Sends bytes as they are, and gives what came back until the service hung up. */
export function sendBytes(port: number, bytes: string | Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const received: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (chunk) => received.push(chunk))
    // The service may hang up on bytes still under way; what it said before counts.
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(received)))
    socket.write(bytes)
  })
}

/** The answers in what a socket received, each of the length it declares. */
export function answersIn(bytes: Buffer): Answered[] {
  const answers: Answered[] = []
  let rest = bytes
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    if (end === -1) throw new Error(`no answer: ${rest}`)
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const statusCode = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
    const length = end + 4 + (statusCode === 204 || statusCode === 304 ? 0 : Number(headers['content-length'] ?? 0))
    answers.push({ statusCode, headers, body: rest.subarray(end + 4, length).toString() })
    rest = rest.subarray(length)
  }
  return answers
}

/** One request line with any headers, on a connection of its own. */
export async function askRaw(port: number, line: string | Buffer, headers: readonly string[] = [], body = '') {
  const head = ['', 'Host: example.com', 'Connection: close', ...headers, '', body].join('\r\n')
  const [answer, ...more] = answersIn(await sendBytes(port, Buffer.concat([Buffer.from(line), Buffer.from(head)])))
  if (!answer || more.length > 0) throw new Error(`${answer ? 'more than one' : 'no'} answer to ${line.slice(0, 80)}`)
  return answer
}

/** A request through Node's own client, which knows what HEAD means; bytes come as they were sent, packed or not. */
export function askOver(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<{ statusCode: number; headers: IncomingHttpHeaders; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = ask({ host: '127.0.0.1', port, path, ...options }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ statusCode: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      )
    })
    request.on('error', reject)
    request.end()
  })
}

/** Some 45 MB of answers: more than any buffer takes, so that such a batch stays under way until it is read. */
export const ENDLESS_BATCH = JSON.stringify({
  detail: 'full',
  items: Array.from({ length: 500 }, (_, at) => ({ id: `${at}`, q: '84' })),
})

/** Sends a batch, reads nothing of the answer but its status, and so holds its slot. */
export function unreadBatch(
  port: number,
  headers: Record<string, string> = {},
): Promise<{ status: number; hangUp(): void }> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    const asking = ask({ host: '127.0.0.1', port, path: '/api/v1/check', ...options })
    asking.on('response', (response) => {
      response.on('error', () => {})
      resolve({ status: response.statusCode ?? 0, hangUp: () => void asking.destroy() })
    })
    asking.on('error', reject)
    asking.end(ENDLESS_BATCH)
  })
}
