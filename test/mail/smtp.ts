import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as a server took it. */
export interface Received {
  readonly to: string
  readonly from: string
  /** What the sender called itself. */
  readonly client: string
  readonly raw: string
  readonly id: string
  readonly subject: string
  readonly text: string
  readonly html: string
  header(name: string): string
}

/** What the server does with a mail once it has all of it: accept it, break the connection, never answer, or a reply. */
export type Behaviour = 'accept' | 'break' | 'hang' | { readonly code: number; readonly text: string }

export interface MailSink {
  readonly port: number
  readonly url: string
  readonly received: Received[]
  /** Mails that were taken in whole, whatever was answered; `received` are those that were accepted. */
  readonly seen: Received[]
  behaviour: (mail: Received) => Behaviour
  /** What is answered to RCPT TO; null accepts. */
  recipient: (address: string) => { readonly code: number; readonly text: string } | null
  /** Resolves with the next mail that was taken in whole. */
  next(): Promise<Received>
  close(): Promise<void>
}

const refusal = ({ code, text }: { code: number; text: string }) =>
  Object.assign(new Error(text), { responseCode: code })

/** A real mail server on this machine that does as it is told. */
export async function mailSink(port = 0): Promise<MailSink> {
  const sockets = new Map<number, Socket>()
  const received: Received[] = []
  const seen: Received[] = []
  let waiting = Promise.withResolvers<Received>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      const refused = sink.recipient(address)
      callback(refused ? refusal(refused) : null)
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const from = session.envelope.mailFrom
        const mail = readMail(Buffer.concat(parts).toString('latin1'), {
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          from: from === false ? '' : from.address,
          client: String(session.hostNameAppearsAs),
        })
        seen.push(mail)
        const does = sink.behaviour(mail)
        if (does === 'accept') {
          received.push(mail)
          callback(null)
        } else if (does === 'break') sockets.get(session.remotePort)?.destroy()
        else if (does !== 'hang') callback(refusal(does))
        waiting.resolve(mail)
        waiting = Promise.withResolvers()
      })
    },
  })
  server.on('error', () => {}) // connections break, as they are told to
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort ?? 0, socket))
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: bound } = server.server.address() as AddressInfo
  const sink: MailSink = {
    port: bound,
    url: `smtp://127.0.0.1:${bound}`,
    received,
    seen,
    behaviour: () => 'accept',
    recipient: () => null,
    next: () => waiting.promise,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets.values()) socket.destroy()
      }),
  }
  return sink
}

/** Headers and the two bodies of a mail, decoded. */
export function readMail(raw: string, envelope: Pick<Received, 'to' | 'from' | 'client'>): Received {
  const whole = partOf(raw)
  const boundary = /boundary="([^"]+)"/.exec(whole.header('content-type'))?.[1] ?? '?'
  const parts = whole.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.replace(/^\r\n/, '')))
  const bodyOf = (type: string) => {
    const part = parts.find((one) => one.header('content-type').startsWith(type))
    return part ? decoded(part.body, part.header('content-transfer-encoding')) : ''
  }
  return {
    ...envelope,
    raw,
    id: whole.header('message-id'),
    subject: decodedWords(whole.header('subject')),
    text: bodyOf('text/plain').replaceAll('\r\n', '\n'),
    html: bodyOf('text/html'),
    header: whole.header,
  }
}

function partOf(raw: string) {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return {
    header: (name: string) =>
      lines.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2) ?? '',
    body: raw.slice(head.length + 4),
  }
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString()
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

const decodedWords = (text: string): string =>
  text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : decoded(word.replaceAll('_', ' '), 'quoted-printable'),
    )
