import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import proxyaddr from '@fastify/proxy-addr'
import type { HttpSettings } from '../service/services.ts'

type Trust = (address: string, hop: number) => boolean

/** Which proxies are trusted to name their client: a number of them, or those listed. False for none. */
export function trustIn(proxies: HttpSettings['trustProxy']): Trust | false {
  if (proxies === false) return false
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyaddr.compile([...proxies])
}

type AddressOf = (request: IncomingMessage) => string | undefined

const readers = new WeakMap<HttpSettings, AddressOf>()

/**
 * Reads the address of the client: that of the socket, or the one that trusted proxies name in X-Forwarded-For.
 * Undefined when the connection is closed already.
 */
export function addressReader(settings: HttpSettings): AddressOf {
  const known = readers.get(settings)
  if (known) return known
  const reader = readAddresses(trustIn(settings.trustProxy))
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
      // Empty list elements are ignored (RFC 9110, section 5.6.1.2).
      if (entry === '') continue
      const named = plainAddress(entry)
      // Another text says nothing about the client, so the proxy that passed it on is counted.
      if (named === null) return nearest
      nearest = named
      hop++
    }
    return nearest
  }
}

/** The length of the longest address, an IPv6 address that ends with a dotted IPv4 address. */
export const MAX_ADDRESS = 45

const WITH_PORT = /^(?:\[([^\]]*)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+):\d{1,5})$/

/** An address as proxies write it, some with a port: `192.0.2.1:5555`, `[2001:db8::1]:443`. Null for other texts. */
function plainAddress(entry: string): string | null {
  if (entry.length > MAX_ADDRESS + '[]:65535'.length) return null
  const [, inBrackets, beforePort] = WITH_PORT.exec(entry) ?? []
  const address = inBrackets ?? beforePort ?? entry
  if (inBrackets !== undefined && !isIPv6(address)) return null
  return address.length <= MAX_ADDRESS && isIP(address) !== 0 ? address : null
}

/** What a limit counts as one client: an IPv4 address, or the IPv6 /64 that one customer usually has. */
export function clientNetwork(address: string | undefined): string {
  // A closed connection has no address.
  const plain = address?.split('%')[0] ?? ''
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return 'unknown'
  const groups = expand(plain)
  // ::ffff:192.0.2.1 is an IPv4 address seen through an IPv6 socket (RFC 4291, section 2.5.5.2).
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** Prefix lengths of the networks that are counted besides the /64: providers give such networks to one customer. */
export type WiderBits = 56 | 48

/** The networks around a /64, the narrowest first; none around an IPv4 address. */
export function widerNetworks(client: string): readonly { readonly bits: WiderBits; readonly network: string }[] {
  const [, front = '', fourth = ''] = /^(\w+:\w+:\w+):(\w+)::\/64$/.exec(client) ?? []
  if (front === '') return []
  return [
    { bits: 56, network: `${front}:${(Number.parseInt(fourth, 16) & 0xff00).toString(16)}::/56` },
    { bits: 48, network: `${front}::/48` },
  ]
}

/** All networks around a client: those of a /64, and the /24 of an IPv4 address. */
export function networksAround(client: string): readonly string[] {
  const [, front] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(client) ?? []
  return front === undefined ? widerNetworks(client).map(({ network }) => network) : [`${front}.0/24`]
}

/** The widest network around a client that one person may well have: an IPv4 /24, an IPv6 /48. Other names stay as they are. */
export const widestNetwork = (client: string): string => networksAround(client).at(-1) ?? client

/** The eight groups of an IPv6 address, with `::` and a dotted tail expanded. */
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
