import { promises as dns } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/** IPv4 networks that are not public: https://www.iana.org/assignments/iana-ipv4-special-registry */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8', // this network; Linux connects 0.0.0.0 to itself
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT (RFC 6598); some clouds serve metadata here
  '127.0.0.0/8',
  '168.63.129.16/32', // in a public range, but on Azure the host of the virtual machine
  '169.254.0.0/16', // link-local; metadata services of clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
] as const

/** Of IPv6 only 2000::/3 is public, less what embeds IPv4 or is reserved for documentation or the IETF. */
const PUBLIC_V6 = '2000::/3'
const NOT_PUBLIC_V6 = [
  '2001::/23', // Teredo, ORCHID, benchmarks
  '2001:db8::/32',
  '2002::/16', // 6to4
  '2620:4f:8000::/48',
  '3fff::/20',
] as const

const network = (...subnets: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [address = '', bits = ''] = subnet.split('/')
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list
}

const notPublic = network(...NOT_PUBLIC_V4, ...NOT_PUBLIC_V6)
const publicV6 = network(PUBLIC_V6)
const loopback = network('127.0.0.0/8', '::1/128')

/** Where a message may be sent: to the public internet, or in development to this machine. */
export type Reach = 'public' | 'loopback'

/** The kind of an address; null when nothing is sent there. An IPv4-mapped address is not in 2000::/3, so it is null too. */
export function reachOf(address: string): Reach | null {
  const family = isIP(address)
  if (family === 0) return null
  if (family === 4) {
    if (loopback.check(address)) return 'loopback'
    return notPublic.check(address) ? null : 'public'
  }
  if (address.includes('%')) return null // bound to an interface of this machine
  if (address === '::1') return 'loopback'
  const open = publicV6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6') && !isIsatap(address)
  return open ? 'public' : null
}

/** Whether the address embeds IPv4 in its last 32 bits, under any prefix: `…:0:5efe:a.b.c.d` or `…:200:5efe:a.b.c.d` (RFC 5214, section 6.1). */
function isIsatap(address: string): boolean {
  const [, , , , flags = 0, mark = 0] = groupsOf(address)
  return (flags & ~0x0200) === 0 && mark === 0x5efe
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  // URL normalizes an address to the form of RFC 5952, without IPv4 notation at its end.
  const [left = '', right = ''] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const [head, tail] = [left, right].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const gap = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...gap, ...tail].map((group) => Number.parseInt(group, 16))
}

/** The error when no address of a host is allowed. */
export const ADDRESS_REFUSED = 'address_not_allowed'

/** Resolves a name to all its addresses. */
export type Resolve = (name: string, found: (error: Error | null, addresses: readonly string[]) => void) => void

/** How long a name server is waited for, and asked how often, before a name is given up. */
const NAME_SERVER = { timeout: 3_000, tries: 2 }

/**
 * Asks the name servers of the system, or others. Not by `lookup`, which holds a thread for each name, of which there are two
 * for all: a few names whose servers never answer would hold up every other message, and files and databases with them.
 */
export function resolverByDns(servers?: readonly string[]): Resolve {
  const resolver = new dns.Resolver(NAME_SERVER)
  if (servers) resolver.setServers(servers)
  return async (name, found) => {
    // No name server is asked for it (RFC 6761, section 6.3).
    if (/^localhost\.?$/.test(name)) return found(null, ['127.0.0.1', '::1'])
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = [four, six].flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    found(addresses.length === 0 && four.status === 'rejected' ? four.reason : null, addresses)
  }
}

/**
 * A `lookup` function for a connection that returns only allowed addresses. The connection is made to the address that was
 * checked here, so a name that resolves differently a moment later (DNS rebinding) does not help an attacker.
 */
export function guardedLookup(allowed: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (name, options, callback) => {
    resolve(name, (error, addresses) => {
      if (error) return callback(error as NodeJS.ErrnoException, [])
      const good = addresses.filter(allowed).map((address) => ({ address, family: isIP(address) }))
      const [first] = good
      if (!first) return callback(Object.assign(new Error(ADDRESS_REFUSED), { code: ADDRESS_REFUSED }), [])
      if (options.all) callback(null, good)
      else callback(null, first.address, first.family)
    })
  }
}
