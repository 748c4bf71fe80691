import { SourceError } from './source-error.ts'

/** The server of the official source. No other host is ever asked. */
export interface Origin {
  /** Without a slash at the end. */
  readonly base: string
}

const HOST = 'publications.europa.eu'
export const OFFICIAL: Origin = { base: `https://${HOST}` }

/** The official server, or for trials a stand-in on this machine: no setting may make law come from a third place. */
export function originAt(address: string): Origin | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '' || url.pathname !== '/')
    return null
  if (url.origin === OFFICIAL.base) return OFFICIAL
  const isLoopback = url.hostname === '127.0.0.1' || url.hostname === '[::1]' || url.hostname === 'localhost'
  return url.protocol === 'http:' && isLoopback ? { base: url.origin } : null
}

export const hostOf = (origin: Origin): string => new URL(origin.base).host

/** The target of a redirect: only http(s), only the same host, and at the official one always https. */
export function nextHop(origin: Origin, from: string, location: string | null): string {
  const refuse = (why: string): never => {
    throw new SourceError('redirect', `${hostOf(origin)} sent us ${why}: not followed.`)
  }
  if (location === null || location.trim() === '') return refuse('elsewhere without saying where')
  if (!URL.canParse(location, from)) return refuse('to an invalid address')
  const url = new URL(location, from)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse(`to ${url.protocol} something`)
  if (url.username !== '' || url.password !== '') return refuse('to an address with a password in it')
  const home = new URL(origin.base)
  if (home.protocol === 'https:' && url.protocol === 'http:' && url.port === '') url.protocol = 'https:'
  if (url.origin !== home.origin) return refuse(`to ${url.origin}`)
  url.hash = ''
  return url.href
}
