import { connect, isIP, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import type { SMTPTransportGetSocket } from 'nodemailer/lib/smtp-transport'

/** The server that takes our mail, and who it is from. */
export interface MailServer {
  /** `smtp://` (port 587, STARTTLS where offered) or `smtps://` (port 465, TLS from the start), with user and password. */
  readonly url: string
  readonly from: { readonly name: string; readonly address: string }
}

/** A mail as it is sent. */
export interface Letter {
  /** The part of the Message-ID before the `@`. */
  readonly id: string
  readonly at: Date
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where a POST ends it (RFC 8058). */
  readonly unsubscribe: string
}

/**
 * What became of an attempt. `refused`: the server does not take mail for this address. `failed`: it has not taken the mail.
 * `unclear`: nobody knows, since the connection broke without an answer.
 */
export interface Posted {
  readonly is: 'sent' | 'refused' | 'failed' | 'unclear'
  /** The reply code of the server, if there was one. */
  readonly status: number | null
  /** A code, never a message: servers repeat addresses in theirs. */
  readonly error: string | null
}

export interface PostOptions {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** What this service calls itself (EHLO): containers have host names that mail servers distrust. */
  readonly name: string
}

const CONNECT_MS = 30_000

/** Characters by which one text could become several addresses or another one (RFC 5322, 3.2.3), and controls. */
const SPECIAL = /[\s\p{Cc}()<>[\]:;,\\"]/u

/** Errors before anything was said to the server. */
const NOT_REACHED = new Set(['EDNS', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETLS'])

/**
 * Sends one mail over a connection of its own. The socket is made here, so that after the time limit, or when the process
 * stops, nothing is sent any more: a mail that is given up must not arrive behind the next attempt. Never rejects.
 */
export async function post({ url, from }: MailServer, letter: Letter, options: PostOptions): Promise<Posted> {
  // Callers are refused such addresses; nothing that was stored otherwise leaves either.
  if (SPECIAL.test(letter.to)) return { is: 'refused', status: null, error: 'EADDRESS' }
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'smtps:'
  const auth = username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  let socket: Socket | undefined
  const abort = () => socket?.destroy(Object.assign(new Error('aborted'), { code: 'ABORTED' }))
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)])
  signal.addEventListener('abort', abort, { once: true })
  const getSocket: SMTPTransportGetSocket = (to, callback) => {
    const opened = connect({ host, port: Number(to.port), timeout: CONNECT_MS })
    socket = opened
    const fail = (error: Error) => callback(error)
    opened.once('error', fail)
    opened.once('timeout', () => opened.destroy(Object.assign(new Error(), { code: 'EHOSTUNREACH' })))
    opened.once('connect', () => {
      opened.setTimeout(0).off('error', fail)
      callback(null, { connection: opened })
    })
    if (signal.aborted) abort()
  }
  const transport = createTransport({
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(auth && { auth }),
    // A password is never sent in the clear, except to this machine.
    requireTLS: auth !== null && !isLoopback(host),
    name: options.name,
    logger: false,
    // Longer than a server may take to accept a mail (RFC 5321, 4.5.3.2.6: ten minutes); the whole is limited above.
    socketTimeout: options.timeoutMs,
    getSocket,
  })
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: letter.to },
      envelope: { from: from.address, to: [letter.to] },
      messageId: `<${letter.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
      date: letter.at,
      subject: letter.subject,
      text: letter.text,
      html: letter.html,
      headers: {
        'List-Unsubscribe': { prepared: true, value: `<${letter.unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        // No answers by absence notes (RFC 3834), also of Exchange.
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    return { is: 'sent', status: 250, error: null }
  } catch (error) {
    return judge(error)
  } finally {
    signal.removeEventListener('abort', abort)
    transport.close()
    socket?.destroy()
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) === 4 ? host.startsWith('127.') : host === '::1')

function judge(error: unknown): Posted {
  const { code, originalCode, command, responseCode } = (error ?? {}) as Record<string, unknown>
  const status = typeof responseCode === 'number' ? responseCode : null
  const name = [originalCode, code].find((one) => typeof one === 'string' && /^[A-Z0-9_]{1,40}$/.test(one))
  const told = { status, error: String(name ?? 'failed') }
  // An answer of the server to DATA or before it means that it has not taken the mail.
  if (status !== null) return { is: command === 'RCPT TO' && status >= 500 ? 'refused' : 'failed', ...told }
  // The server does not take addresses in other scripts than Latin (RFC 6531).
  if (code === 'EENVELOPE') return { is: 'refused', ...told }
  return { is: [originalCode, code].some((one) => NOT_REACHED.has(String(one))) ? 'failed' : 'unclear', ...told }
}
