import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { guardedLookup, reachOf } from './safe-address.ts'

test('the open internet is open', () => {
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '168.63.129.15',
    '168.63.129.17',
    '2606:4700:1:2:100:5efe:808:808', // not the form of ISATAP
    '2606:4700:5efe::1',
    '2606:4700::5efe',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
    '2001:4860:4860::8888',
    '2003::1',
    '3fff:1000::1',
  ]) {
    assert.equal(reachOf(address), 'public', address)
  }
})

test('private, local, reserved, shared, metadata and multicast addresses are closed, and so is what carries them', () => {
  for (const address of [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200', // metadata of Alibaba Cloud
    '100.127.255.255',
    '169.254.169.254', // metadata of AWS, Azure, Google, DigitalOcean, Hetzner, Oracle
    '169.254.170.2', // credentials of AWS containers
    '169.254.42.42', // metadata of Scaleway
    '169.254.0.1',
    '168.63.129.16', // the host below every virtual machine of Azure, on an address that is otherwise public
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192', // metadata of Oracle Cloud
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::ffff:10.0.0.1', // mapped
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:a00:1',
    '::ffff:0:10.0.0.1', // translated
    '::10.0.0.1', // compatible
    '::7f00:1',
    '64:ff9b::10.0.0.1', // NAT64
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '100::1', // discard
    '2001::1', // Teredo
    '2001:0:a00:1::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:a00:1::1', // 6to4 of 10.0.0.1
    '2002:7f00:1::',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254', // metadata of AWS
    'fd20:ce::254', // metadata of Google
    'fd00:42::42', // metadata of Scaleway
    'fe80::a9fe:a9fe', // metadata of OpenStack
    '2606:4700::5efe:10.0.0.1', // ISATAP (RFC 5214) carries IPv4 in any prefix
    '2606:4700::5efe:a00:1',
    '2606:4700:0:0:0:5efe:808:808',
    '2606:4700:1:2:200:5efe:a9fe:a9fe',
    '2a00:1450:4001:9::5EFE:7f00:1',
    'fdff::1',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
    '1.1.1',
  ]) {
    assert.equal(reachOf(address), null, address)
  }
})

test('this machine is a case of its own', () => {
  for (const address of ['127.0.0.1', '127.255.255.254', '::1']) assert.equal(reachOf(address), 'loopback', address)
})

test('whatever IPv6 carries of IPv4 in its last bits is public only where IPv6 itself is', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      for (const prefix of ['::', '::ffff:', '::ffff:0:', '64:ff9b::'])
        assert.notEqual(reachOf(prefix + address), 'public')
    }),
  )
})

test('IPv4 carried by ISATAP is closed in every prefix, public or not', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16))
  fc.assert(
    fc.property(
      fc.tuple(fc.integer({ min: 0x2000, max: 0x3fff }), group, group, group),
      fc.constantFrom('0', '200'),
      fc.ipV4(),
      ([first, ...rest], flag, carried) => {
        assert.equal(reachOf(`${[first.toString(16), ...rest].join(':')}:${flag}:5efe:${carried}`), null)
      },
    ),
  )
})

/** What a connection is given for a name. */
const resolved = (answers: readonly string[], all = true): Promise<unknown> =>
  new Promise((resolve) => {
    const lookup = guardedLookup(
      (address) => reachOf(address) === 'public',
      (_name, found) => found(null, answers),
    )
    lookup('example.com', { all }, (error, addresses) => resolve(error ? error.message : addresses))
  })

test('of several addresses only those that are open are connected to; with none left it is refused', async () => {
  assert.deepEqual(await resolved(['10.0.0.1', '1.1.1.1', '::1', '2606:4700::1']), [
    { address: '1.1.1.1', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ])
  assert.equal(await resolved(['10.0.0.1', '1.1.1.1'], false), '1.1.1.1')
  assert.equal(await resolved(['10.0.0.1', '::ffff:1.1.1.1']), 'address_not_allowed')
  assert.equal(await resolved([]), 'address_not_allowed')
})
