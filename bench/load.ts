import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What one round showed, as the callers saw it. */
export interface Load {
  readonly requests: number
  readonly seconds: number
  readonly bytes: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Share of its core that asking took: near 1, the load is the limit and not the server. */
  readonly busy: number
}

export interface LoadPlan {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** The next path to ask for, on the connection of that number. */
  readonly next: (connection: number) => string
}

const HEAD_END = '\r\n\r\n'
const READ_BYTES = 64 * 1024

/**
 * Asks over every connection, the next question when the last answer is in. Our own, since what reads whole bodies into
 * strings takes longer for an answer of 15 kB than a bare server does to send it, and would be the limit of the figures.
 */
export async function load(plan: LoadPlan): Promise<Load> {
  const connections = await Promise.all(Array.from({ length: plan.connections }, () => connectTo(plan.port)))
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const until = startedAt + plan.seconds * 1000
  const latencies: number[] = []
  const read = await Promise.all(
    connections.map((connection, at) => askUntil(connection, plan.port, until, () => plan.next(at), latencies)),
  )
  const elapsedMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpuBefore)
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN
  return {
    requests: latencies.length,
    seconds: elapsedMs / 1000,
    bytes: read.reduce((sum, bytes) => sum + bytes, 0),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    busy: (user + system) / 1000 / elapsedMs,
  }
}

interface Connection {
  readonly socket: Socket
  /** Called with what has arrived, which the next call overwrites. */
  onData: (chunk: Buffer) => void
}

/**
 * Reads into one buffer. With a new one for each read, V8 marked the whole heap of the load twice a second, for 30 to 100
 * ms, in which a quick server runs out of questions and a slow one does not.
 */
async function connectTo(port: number): Promise<Connection> {
  const callback = (length: number, buffer: Uint8Array): boolean => {
    connection.onData((buffer as Buffer).subarray(0, length))
    return true
  }
  const socket = connect({ port, host: '127.0.0.1', onread: { buffer: Buffer.alloc(READ_BYTES), callback } })
  const connection: Connection = { socket: socket.setNoDelay(), onData: () => {} }
  await once(socket, 'connect')
  return connection
}

/** Resolves with the bytes of the bodies. Connects again where the server closes the connection after so many requests. */
async function askUntil(
  first: Connection,
  port: number,
  until: number,
  next: () => string,
  latencies: number[],
): Promise<number> {
  let bytes = 0
  for (let connection = first; ; connection = await connectTo(port)) {
    bytes += await askOver(connection, until, next, latencies)
    if (performance.now() >= until) return bytes
  }
}

/**
 * Asks until the time is over or an answer says that it is the last of its connection. Any answer but a 200 of known
 * length ends the measurement.
 */
function askOver(connection: Connection, until: number, next: () => string, latencies: number[]): Promise<number> {
  const { socket } = connection
  return new Promise((resolve, reject) => {
    let bytes = 0
    let askedAt = 0
    let missing = 0
    let head = ''
    let isLast = false
    const ask = (): void => {
      askedAt = performance.now()
      if (isLast || askedAt >= until) {
        socket.destroy()
        resolve(bytes)
      } else socket.write(`GET ${next()} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n`, 'latin1')
    }
    connection.onData = (chunk) => {
      if (missing > 0) missing -= chunk.length
      else {
        const headBefore = head.length
        head += chunk.toString('latin1', 0, 2_048)
        const end = head.indexOf(HEAD_END)
        if (end === -1) return
        const length = /^HTTP\/1.1 200.*\ncontent-length: *(\d+)/is.exec(head)?.[1]
        if (length === undefined) return void reject(new Error(`not an answer: ${head.slice(0, end)}`))
        isLast = /\nconnection: *close/i.test(head.slice(0, end))
        bytes += Number(length)
        missing = Number(length) - (headBefore + chunk.length - end - HEAD_END.length)
        head = ''
      }
      if (missing > 0) return
      latencies.push(performance.now() - askedAt)
      ask()
    }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
    ask()
  })
}
