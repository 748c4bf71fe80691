import { lookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/** IPv4 that leads nowhere public, after the registries of IANA (RFC 6890 and its successors). */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8', // this network; Linux takes 0.0.0.0 for itself
  '10.0.0.0/8',
  '100.64.0.0/10', // behind a carrier's NAT; clouds keep metadata here too
  '127.0.0.0/8',
  '168.63.129.16/32', // a public address by its range, yet on Azure the host below the virtual machine
  '169.254.0.0/16', // link-local; the metadata of clouds
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

/** Of IPv6 only 2000::/3 is public, and of that not what carries IPv4 inside, is for documents or for the IETF. */
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

/** Where a message may go: to the open internet, or in development to this machine. */
export type Reach = 'public' | 'loopback'

/** What kind of address it is; null: neither, and nothing is sent there. Mapped IPv4 is no IPv6 of 2000::/3. */
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

/** Carries IPv4 in its last 32 bits, under any prefix: `…:0:5efe:a.b.c.d` or `…:200:5efe:a.b.c.d` (RFC 5214, section 6.1). */
function isIsatap(address: string): boolean {
  const [, , , , flags = 0, mark = 0] = groupsOf(address)
  return (flags & ~0x0200) === 0 && mark === 0x5efe
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  // A URL writes every address in the one form of RFC 5952, with no IPv4 at its end.
  const [left = '', right = ''] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const [head, tail] = [left, right].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const gap = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...gap, ...tail].map((group) => Number.parseInt(group, 16))
}

/** Said when every address of a host is one that nothing is sent to. */
export const ADDRESS_REFUSED = 'address_not_allowed'

/** Resolves a name to all its addresses; in tests, whatever the test says. */
export type Resolve = (name: string, found: (error: Error | null, addresses: readonly string[]) => void) => void

export const resolveByDns: Resolve = (name, found) =>
  lookup(name, { all: true }, (error, addresses) => found(error, addresses?.map(({ address }) => address) ?? []))

/**
 * A `lookup` for a connection that gives only addresses it may go to. The connection is made to what is given here and
 * to nothing else, so a name that resolves otherwise a moment later (DNS rebinding) changes nothing.
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
