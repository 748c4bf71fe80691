import { SourceFault } from './source-error.ts'

/** Where the official sources answer. Nothing is ever asked of another host. */
export interface Origin {
  /** Without a slash at the end. */
  readonly base: string
}

const HOST = 'publications.europa.eu'
export const OFFICIAL: Origin = { base: `https://${HOST}` }

/** Another address is for trials with a server of one's own: this machine only, so that no setting can lead law astray. */
export function originAt(address: string): Origin | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '' || url.pathname !== '/')
    return null
  if (url.origin === OFFICIAL.base) return OFFICIAL
  const isHere = url.hostname === '127.0.0.1' || url.hostname === '[::1]' || url.hostname === 'localhost'
  return url.protocol === 'http:' && isHere ? { base: url.origin } : null
}

export const hostOf = (origin: Origin): string => new URL(origin.base).host

/** The next address of a redirect: only http(s), only the same host, and the official one always by https. */
export function nextHop(origin: Origin, from: string, location: string | null): string {
  const refuse = (why: string): never => {
    throw new SourceFault('redirect', `${hostOf(origin)} sent us ${why}: not followed.`)
  }
  if (location === null || location.trim() === '') return refuse('elsewhere without saying where')
  if (!URL.canParse(location, from)) return refuse('to an address that is none')
  const url = new URL(location, from)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse(`to ${url.protocol} something`)
  if (url.username !== '' || url.password !== '') return refuse('to an address with a password in it')
  const home = new URL(origin.base)
  if (home.protocol === 'https:' && url.protocol === 'http:' && url.port === '') url.protocol = 'https:'
  if (url.origin !== home.origin) return refuse(`to ${url.origin}`)
  url.hash = ''
  return url.href
}
