import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import proxyaddr from '@fastify/proxy-addr'
import type { HttpSettings } from '../services.ts'

type Trust = (address: string, hop: number) => boolean

/** Which proxies may say whom they speak for: so many, or those named. False for none. */
export function trustIn(proxies: HttpSettings['trustProxy']): Trust | false {
  if (proxies === false) return false
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyaddr.compile([...proxies])
}

type AddressOf = (request: IncomingMessage) => string | undefined

const readers = new WeakMap<HttpSettings, AddressOf>()

/**
 * The one way to learn the address a request comes from, as far as it can be believed: the socket's, or whom the
 * trusted proxies name in X-Forwarded-For. Undefined when the caller has hung up already.
 */
export function addressReader(settings: HttpSettings): AddressOf {
  const reader = readers.get(settings) ?? readAddresses(trustIn(settings.trustProxy))
  readers.set(settings, reader)
  return reader
}

function readAddresses(trust: Trust | false): AddressOf {
  if (!trust) return (request) => request.socket.remoteAddress
  return ({ socket, headers }) => {
    let nearest = socket.remoteAddress
    const header = headers['x-forwarded-for']
    if (nearest === undefined || typeof header !== 'string') return nearest
    let end = header.length
    for (let hop = 0; end > 0 && trust(nearest, hop); ) {
      const start = header.lastIndexOf(',', end - 1) + 1
      const entry = header.slice(start, end).trim()
      end = start - 1
      // Empty members of a list do not count (RFC 9110, 5.6.1.2).
      if (entry === '') continue
      const named = plainAddress(entry)
      // What is no address says nothing about the caller: the proxy that passed it on is counted itself.
      if (named === null) return nearest
      nearest = named
      hop++
    }
    return nearest
  }
}

/** The longest address in writing, an IPv6 address with a dotted tail. */
export const ADDRESS_AT_MOST = 45

const WITH_PORT = /^(?:\[([^\]]*)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+):\d{1,5})$/

/** An address as proxies write it, some with a port: `192.0.2.1:5555`, `[2001:db8::1]:443`. Null when it is none. */
export function plainAddress(entry: string): string | null {
  // The brackets and the port come on top.
  if (entry.length > ADDRESS_AT_MOST + '[]:65535'.length) return null
  const [, inBrackets, beforePort] = WITH_PORT.exec(entry) ?? []
  const address = inBrackets ?? beforePort ?? entry
  if (inBrackets !== undefined && !isIPv6(address)) return null
  return address.length <= ADDRESS_AT_MOST && isIP(address) !== 0 ? address : null
}

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

/** How many bits the networks have that are counted beside the /64: what providers give to one customer. */
export type WiderBits = 56 | 48

/** The networks around a /64, from the narrowest; none around an IPv4 address. */
export function widerNetworks(client: string): readonly { readonly bits: WiderBits; readonly network: string }[] {
  const [, front = '', fourth = ''] = /^(\w+:\w+:\w+):(\w+)::\/64$/.exec(client) ?? []
  if (front === '') return []
  return [
    { bits: 56, network: `${front}:${(Number.parseInt(fourth, 16) & 0xff00).toString(16)}::/56` },
    { bits: 48, network: `${front}::/48` },
  ]
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
