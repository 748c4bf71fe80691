import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import fc from 'fast-check'
import type { HttpSettings } from '../service/services.ts'
import { addressReader, clientNetwork, widerNetworks } from './client-address.ts'

/** An IPv6 address in one of the ways to write it. */
const written = (groups: readonly number[]) => {
  const full = groups.map((group) => group.toString(16)).join(':')
  const padded = groups.map((group) => group.toString(16).padStart(4, '0').toUpperCase()).join(':')
  // The longest run of zeros as `::`, the way systems print it.
  const [, , short = full] = new URL(`http://[${full}]`).hostname.match(/^(\[)(.*)\]$/) ?? []
  return fc.constantFrom(full, padded, short, `${short}%eth0`)
}
const groups = (count: number) => fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: count, maxLength: count })
const isMapped = (all: readonly number[]) => all.slice(0, 5).every((group) => group === 0) && all[5] === 0xffff

test('an IPv4 address is counted as it is', () => {
  fc.assert(fc.property(fc.ipV4(), (address) => clientNetwork(address) === address))
})

test('an IPv4 address seen through an IPv6 socket is the same caller, however it is written', () => {
  const octet = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(fc.tuple(octet, octet, octet, octet), ([a, b, c, d]) => {
      const plain = `${a}.${b}.${c}.${d}`
      const [high, low] = [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)]
      for (const mapped of [`::ffff:${plain}`, `::FFFF:${plain}`, `0:0:0:0:0:ffff:${plain}`, `::ffff:${high}:${low}`]) {
        assert.equal(clientNetwork(mapped), plain)
      }
    }),
  )
})

test('all addresses of a /64 are one caller, however they are written', () => {
  const twice = fc
    .tuple(groups(4), groups(4), groups(4))
    .filter(([network, one, other]) => !isMapped([...network, ...one]) && !isMapped([...network, ...other]))
    .chain(([network, one, other]) =>
      fc.tuple(fc.constant(network), written([...network, ...one]), written([...network, ...other])),
    )
  fc.assert(
    fc.property(twice, ([network, one, other]) => {
      assert.equal(clientNetwork(one), clientNetwork(other))
      assert.equal(clientNetwork(one), `${network.map((group) => group.toString(16)).join(':')}::/64`)
    }),
  )
})

test('addresses of two /64 are two callers', () => {
  const two = fc
    .tuple(groups(4), groups(4), groups(4), groups(4))
    .filter(([network, other]) => network.join() !== other.join())
    .filter(([network, other, a, b]) => !isMapped([...network, ...a]) && !isMapped([...other, ...b]))
    .chain(([network, other, a, b]) => fc.tuple(written([...network, ...a]), written([...other, ...b])))
  fc.assert(fc.property(two, ([one, other]) => clientNetwork(one) !== clientNetwork(other)))
})

test('addresses as they come', () => {
  const known: [string, string][] = [
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:DB8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['::ffff:0:192.0.2.1', '0:0:0:0::/64'],
  ]
  for (const [address, client] of known) assert.equal(clientNetwork(address), client, address)
})

test('what is no address is one unknown caller', () => {
  const none = [
    '',
    'unknown',
    '_hidden',
    'localhost',
    '1.2.3',
    '256.1.1.1',
    '1.2.3.4:80',
    '[::1]',
    ':::',
    '%eth0',
    '::1 ',
  ]
  for (const address of none) assert.equal(clientNetwork(address), 'unknown', address)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (any) => clientNetwork(any).length > 0))
})

test('the networks around a /64; none around IPv4', () => {
  assert.deepEqual(widerNetworks(clientNetwork('2001:db8:1:2ff:3::1')), [
    { bits: 56, network: '2001:db8:1:200::/56' },
    { bits: 48, network: '2001:db8:1::/48' },
  ])
  assert.deepEqual(widerNetworks(clientNetwork('::1')), [
    { bits: 56, network: '0:0:0:0::/56' },
    { bits: 48, network: '0:0:0::/48' },
  ])
  for (const address of ['192.0.2.1', '::ffff:192.0.2.1', 'unknown']) {
    assert.deepEqual(widerNetworks(clientNetwork(address)), [], address)
  }
})

test('two addresses share a network when their first bits are the same, and only then', () => {
  const pair = fc.tuple(groups(8), groups(8), fc.integer({ min: 0, max: 8 })).map(([one, other, same]) => {
    return [one, [...one.slice(0, same), ...other.slice(same)]] as const
  })
  const bitsOf = (all: readonly number[]) => all.map((group) => group.toString(2).padStart(16, '0')).join('')
  const networkOf = (all: readonly number[], bits: number) =>
    widerNetworks(clientNetwork(all.map((group) => group.toString(16)).join(':'))).find((one) => one.bits === bits)
      ?.network
  fc.assert(
    fc.property(pair, ([one, other]) => {
      if (isMapped(one) || isMapped(other)) return
      for (const bits of [56, 48]) {
        const same = bitsOf(one).slice(0, bits) === bitsOf(other).slice(0, bits)
        assert.equal(networkOf(one, bits) === networkOf(other, bits), same)
      }
    }),
  )
})

test('an address is read with or without a port, as proxies write it', () => {
  const read: [string, string | null][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:5555', '192.0.2.1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:db8::1:443', '2001:db8::1:443'], // an address of its own: a port needs brackets
    ['0000:0000:0000:0000:0000:ffff:192.168.100.100', '0000:0000:0000:0000:0000:ffff:192.168.100.100'],
    ['192.0.2.1:', null],
    ['192.0.2.1:port', null],
    ['192.0.2.1:123456', null],
    ['[192.0.2.1]:80', null],
    ['[2001:db8::1', null],
    ['[]', null],
    ['unknown', null],
    ['', null],
    [`fe80::1%${'e'.repeat(60)}`, null],
  ]
  const addressOf = addressReader({ trustProxy: 1 } as HttpSettings)
  for (const [entry, address] of read) {
    const request = { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': entry } }
    assert.equal(addressOf(request as unknown as IncomingMessage), address ?? '10.0.0.1', entry)
  }
})

test('whatever a header holds, the address is one that can be counted', () => {
  const settings = (trustProxy: HttpSettings['trustProxy']) => ({ trustProxy }) as HttpSettings
  const entry = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.constantFrom('', ' ', ',', 'unknown', '1.2.3.4:80'))
  const header = fc.array(entry).map((entries) => entries.join(', '))
  for (const trust of [1, 3, ['10.0.0.0/8', '2001:db8::/32']]) {
    const addressOf = addressReader(settings(trust))
    fc.assert(
      fc.property(header, (given) => {
        const request = { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': given } }
        const address = addressOf(request as unknown as IncomingMessage) ?? ''
        assert.ok(clientNetwork(address) !== 'unknown' && address.length <= 45)
      }),
    )
  }
  const hungUp = { socket: {}, headers: { 'x-forwarded-for': '192.0.2.1' } } as unknown as IncomingMessage
  assert.equal(addressReader(settings(1))(hungUp), undefined)
})
