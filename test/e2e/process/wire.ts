import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { inTime, type Keeper, until } from './service.ts'

/** A connection on which the test decides what is sent and read, and when. */
export interface Wire {
  readonly socket: Socket
  send(text: string): void
  /** All that came so far, as bytes in a string. */
  received(): string
  /** Waits until this came. */
  receives(text: string): Promise<void>
  closed(): Promise<void>
}

export async function wire(t: Keeper, port: number): Promise<Wire> {
  const socket = connect(port, '127.0.0.1')
  t.after(() => socket.destroy())
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  socket.on('error', () => {}) // a connection that was cut is closed all the same
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  return {
    socket,
    send: (text) => void socket.write(text),
    received: () => received,
    receives: async (text) => void (await until(`an answer with "${text}"`, () => received.includes(text))),
    closed: () => inTime('a connection that is closed', closed),
  }
}

/** A lead of which only the first bytes are sent, and which the service has begun to read; `finish` sends the rest. */
export async function leadUnderWay(t: Keeper, port: number, email: string): Promise<Wire & { finish(): void }> {
  const client = await wire(t, port)
  const body = JSON.stringify({ email })
  const head = ['POST /api/lead HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
  // The service says "continue" once it has read the head: from then on the request is under way.
  client.send(`${[...head, `Content-Length: ${body.length}`, 'Expect: 100-continue'].join('\r\n')}\r\n\r\n`)
  await client.receives('100 Continue\r\n\r\n')
  client.send(body.slice(0, 5))
  return { ...client, finish: () => client.send(body.slice(5)) }
}
