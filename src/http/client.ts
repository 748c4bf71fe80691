import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import proxyaddr from '@fastify/proxy-addr'
import type { HttpSettings } from './services.ts'

type Trust = (address: string, hop: number) => boolean

/** Which proxies may say whom they speak for: so many, or those named. False for none. */
export function trustIn(proxies: HttpSettings['trustProxy']): Trust | false {
  if (typeof proxies === 'boolean') return proxies && (() => true)
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyaddr.compile([...proxies])
}

/** The address a request comes from, as far as it can be believed. */
export const addressOf =
  (trust: Trust | false) =>
  (request: IncomingMessage): string | undefined =>
    trust ? proxyaddr(request, trust) : request.socket.remoteAddress

/** Whom a limit counts: an IPv4 address, or the /64 that one IPv6 customer usually has. */
export function clientOf(address: string | undefined): string {
  // A caller who has hung up already has no address any more.
  const plain = address?.split('%')[0] ?? ''
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return 'unknown'
  const groups = expand(plain)
  // ::ffff:192.0.2.1 is IPv4 seen through an IPv6 socket.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an IPv6 address, `::` and a dotted tail written out. */
function expand(address: string): number[] {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const hex = dotted
    ? address.slice(0, dotted.index) +
      [(Number(dotted[1]) << 8) | Number(dotted[2]), (Number(dotted[3]) << 8) | Number(dotted[4])]
        .map((group) => group.toString(16))
        .join(':')
    : address
  const [head = '', tail] = hex.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  return [...front, ...new Array<number>(8 - front.length - back.length).fill(0), ...back]
}
