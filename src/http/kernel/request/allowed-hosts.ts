import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { ProblemCode } from '../problem/problems.ts'
import type { HttpSettings } from '../service/services.ts'

/**
 * Whether a request to MCP or to the operator's port may be answered, by its headers Host and Origin. A page in a browser
 * must not reach the server of its reader, be it directly or by a name that its owner lets point to 127.0.0.1 (DNS
 * rebinding):
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 *
 * `X-Forwarded-Host` is not read: a page may send it too.
 */
export function forbidden(
  { host, origin }: IncomingHttpHeaders,
  { publicUrl, allowedHosts = [] }: Pick<HttpSettings, 'publicUrl' | 'allowedHosts'>,
): ProblemCode | null {
  const own = publicUrl === null ? [] : [new URL(publicUrl).hostname]
  const named = (name: string) => isLoopback(name) || own.includes(name) || allowedHosts.includes(name)
  const asked = hostIn(`http://${host}`)
  // An address cannot be rebound, since no name is resolved.
  if (asked === null || !(named(asked) || isAddress(asked))) return 'host_forbidden'
  if (origin === undefined) return null
  const from = hostIn(origin)
  return from !== null && (named(from) || from === asked) ? null : 'origin_forbidden'
}

/** The host of an address without its port, in lower case; null for texts that are none, such as the origin `null`. */
function hostIn(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { hostname, username, password, pathname } = new URL(address)
  return hostname !== '' && username === '' && password === '' && pathname.length <= 1 ? hostname : null
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)

const isAddress = (host: string): boolean => isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0
