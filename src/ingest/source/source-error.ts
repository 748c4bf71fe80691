/** What can go wrong at an official source; the words are part of `--json`. */
export type FaultKind =
  | 'unreachable'
  | 'timeout'
  | 'broken_off'
  | 'bot_wall'
  | 'hole'
  | 'status'
  | 'redirect'
  | 'too_large'
  | 'content_type'
  | 'not_the_page'
  | 'truncated'
  | 'other_act'
  | 'other_version'
  | 'wrong_language'
  | 'sparql'
  | 'asked_to_wait'

/** An answer that cannot be used. `again` says whether asking once more may help. */
export class SourceFault extends Error {
  readonly kind: FaultKind
  readonly again: boolean
  /** Milliseconds the source asked to wait. */
  readonly waitFor: number | null
  constructor(kind: FaultKind, what: string, again = false, waitFor: number | null = null) {
    super(what)
    this.name = 'SourceFault'
    this.kind = kind
    this.again = again
    this.waitFor = waitFor
  }
}

/** Connections that will not come about by trying again at once: no network, no such host, nobody there. */
const NO_WAY = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

/** What the network did, in words for whoever waits for the download. */
export function networkFault(error: unknown, host: string): SourceFault {
  if (error instanceof SourceFault) return error
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (NO_WAY.includes(code)) {
    const what = `${host} cannot be reached (${code}). Is there a network? Behind a proxy, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.`
    return new SourceFault('unreachable', what)
  }
  if (/^(?:ERR_TLS|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/.test(code)) {
    return new SourceFault('unreachable', `${host} does not prove who it is (${code}): nothing is read from it.`)
  }
  const said = cause instanceof Error ? cause.message : String(cause)
  return new SourceFault('broken_off', `The connection to ${host} broke off (${code || said}).`, true)
}
