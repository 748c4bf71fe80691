import { connect, type Socket } from 'node:net'
import { type Conversation, conversation } from './generate.ts'
import { seededRandom } from './random.ts'
import { faultIn, readAnswers } from './read-answers.ts'
import type { Route } from './routes.ts'

/** Connections open at the same time. */
const AT_ONCE = 48
/** Half said and left open; more would only wait for the service's own bound. */
const MAX_ABANDONED = 200
/** A connection that has not ended by then hangs. Longer than any bound of the service, also on a busy machine. */
const HANG_MS = 300_000

export interface Report {
  readonly requests: number
  readonly connections: number
  readonly statuses: ReadonlyMap<number, number>
  /** Each with the number of its connection, by which it can be made again. */
  readonly faults: readonly string[]
}

export interface Bounds {
  readonly seed: number
  /** The attack ends when there were this many, or when its time is up. */
  readonly requests: number
  readonly minutes?: number
  readonly progress?: (requests: number) => void
}

/** Sends generated requests within bounds. The same seed sends the same bytes. */
export async function attack(
  port: number,
  routes: readonly Route[],
  { seed, requests: most, minutes = Number.POSITIVE_INFINITY, progress }: Bounds,
): Promise<Report> {
  const random = seededRandom(seed)
  const statuses = new Map<number, number>()
  const faults: string[] = []
  const abandoned: Socket[] = []
  const deadline = Date.now() + minutes * 60_000
  let requests = 0
  let connections = 0

  async function client(): Promise<void> {
    while (requests < most && Date.now() < deadline && faults.length < 20) {
      const number = connections++
      const said = conversation(routes, random)
      requests += said.requests
      const { bytes, socket, hung } = await talk(port, number, said)
      if (hung) faults.push(`connection ${number} hung`)
      if (said.ending === 'abandon') abandoned.push(socket)
      if (abandoned.length > MAX_ABANDONED) abandoned.shift()?.destroy()
      judge(number, said, bytes)
      progress?.(requests)
    }
  }

  function judge(number: number, { methods, ending, mayBeReset }: Conversation, bytes: Buffer): void {
    try {
      const answers = readAnswers(bytes, methods)
      for (const answer of answers) {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        const fault = faultIn(answer)
        if (fault) faults.push(`connection ${number}: ${fault}`)
      }
      if (methods === null || mayBeReset) return
      // The service may hang up early, for example on a body that is too large, but it says so.
      const last = answers.at(-1)
      if (last === undefined || (answers.length < methods.length && last.headers.get('connection') !== 'close'))
        faults.push(`connection ${number}: ${answers.length} answers to ${methods.length} requests`)
    } catch (error) {
      // Bytes of whoever left early may be cut anywhere.
      if (ending === 'read' && !mayBeReset)
        faults.push(`connection ${number}: ${error instanceof Error ? error.message : error}`)
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, client))
  for (const socket of abandoned) socket.destroy()
  return { requests, connections, statuses, faults }
}

/** Where the system has a network of its own addresses, each connection comes from another one, as callers without a proxy do. */
const addressOf = (number: number) =>
  process.platform === 'linux' ? `127.${1 + ((number >> 8) % 250)}.${number & 255}.1` : '127.0.0.1'

/** Says everything and listens until the service hangs up, or leaves as the conversation says. */
function talk(port: number, number: number, { pieces, ending }: Conversation) {
  return new Promise<{ bytes: Buffer; socket: Socket; hung: boolean }>((resolve) => {
    const received: Buffer[] = []
    const socket = connect({
      port,
      host: '127.0.0.1',
      localAddress: addressOf(number),
      allowHalfOpen: ending === 'end',
    })
    const finish = (hung: boolean) => {
      clearTimeout(patience)
      resolve({ bytes: Buffer.concat(received), socket, hung })
    }
    const patience = setTimeout(() => {
      socket.destroy()
      finish(true)
    }, HANG_MS)
    socket.on('data', (chunk) => received.push(chunk))
    // The service may hang up on bytes still under way; what it said before counts.
    socket.on('error', () => {})
    socket.on('end', () => socket.end())
    socket.on('close', () => finish(false))
    const say = (at: number): void => {
      const piece = pieces[at]
      if (piece !== undefined) return void socket.write(piece, () => setImmediate(say, at + 1))
      if (ending === 'end') socket.end()
      if (ending === 'reset') socket.resetAndDestroy()
      if (ending === 'abandon') finish(false)
    }
    socket.on('connect', () => say(0))
  })
}
