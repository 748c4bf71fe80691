import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clientOf } from './client.ts'

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
  fc.assert(fc.property(fc.ipV4(), (address) => clientOf(address) === address))
})

test('an IPv4 address seen through an IPv6 socket is the same caller, however it is written', () => {
  const octet = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(fc.tuple(octet, octet, octet, octet), ([a, b, c, d]) => {
      const plain = `${a}.${b}.${c}.${d}`
      const [high, low] = [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)]
      for (const mapped of [`::ffff:${plain}`, `::FFFF:${plain}`, `0:0:0:0:0:ffff:${plain}`, `::ffff:${high}:${low}`]) {
        assert.equal(clientOf(mapped), plain)
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
      assert.equal(clientOf(one), clientOf(other))
      assert.equal(clientOf(one), `${network.map((group) => group.toString(16)).join(':')}::/64`)
    }),
  )
})

test('addresses of two /64 are two callers', () => {
  const two = fc
    .tuple(groups(4), groups(4), groups(4), groups(4))
    .filter(([network, other]) => network.join() !== other.join())
    .filter(([network, other, a, b]) => !isMapped([...network, ...a]) && !isMapped([...other, ...b]))
    .chain(([network, other, a, b]) => fc.tuple(written([...network, ...a]), written([...other, ...b])))
  fc.assert(fc.property(two, ([one, other]) => clientOf(one) !== clientOf(other)))
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
  for (const [address, client] of known) assert.equal(clientOf(address), client, address)
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
  for (const address of none) assert.equal(clientOf(address), 'unknown', address)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (any) => clientOf(any).length > 0))
})
