import { isIP } from 'node:net'
import { isBlockedPort } from './blocked-ports.ts'
import { reachOf } from './safe-address.ts'

const MAX_LENGTH = 2_000
/** Names that never lead to the open internet: those of RFC 6761, 6762 and 8375, of clusters, and of home and office networks. */
const LOCAL_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|svc|home\.arpa|onion)\.?$/

/** The normalized URL, or what is wrong with it, for a person to read. The address behind a name is checked when connecting. */
export function readEndpointUrl(text: string, toLoopback: boolean): { url: string } | { mistake: string } {
  if (text.length > MAX_LENGTH) return { mistake: `The URL may have at most ${MAX_LENGTH} characters.` }
  if (!URL.canParse(text)) return { mistake: 'This is no URL; give one such as https://example.com/hooks/sanctions.' }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') {
    return { mistake: 'No name and password in the URL: the signature says who sends.' }
  }
  if (url.hash !== '' || text.endsWith('#')) return { mistake: 'No # in the URL: what follows it would never be sent.' }
  if (isBlockedPort(url)) {
    return {
      mistake: `Port ${url.port} belongs to another protocol; webhooks are sent to 443, or to a port such as 8443.`,
    }
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const reach = isIP(host) ? reachOf(host) : null
  const own = reach === 'loopback' || /^localhost\.?$/.test(host)
  if (own && toLoopback && /^https?:$/.test(url.protocol)) return { url: url.href }
  if (url.protocol !== 'https:') return { mistake: `The URL must start with https://${own ? FOR_DEVELOPMENT : ''}.` }
  if (own) return { mistake: `The URL leads to this machine${FOR_DEVELOPMENT}.` }
  if (isIP(host) ? reach === null : LOCAL_NAME.test(host) || !/\.[^.]/.test(host)) {
    return { mistake: 'The URL leads to a private network; webhooks are sent only to the open internet.' }
  }
  return { url: url.href }
}

const FOR_DEVELOPMENT = ' (to try things on this machine, set WEBHOOKS_TO_LOOPBACK=on)'
