import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { forbidden } from './allowed-hosts.ts'

const HERE = { publicUrl: null }
const PUBLIC = { publicUrl: 'https://cn.example.com/api', allowedHosts: ['app', 'inspector.example.com'] }

describe('the host of an MCP request', () => {
  for (const host of ['localhost', 'localhost:8080', 'LOCALHOST:80', '127.0.0.1:8080', '127.1.2.3', '[::1]:8080']) {
    test(`${host} is this machine`, () => assert.equal(forbidden({ host }, HERE), null))
  }

  test('is taken as an address, since only a name can be rebound', () => {
    for (const host of ['192.168.1.5:8080', '203.0.113.7', '[2001:db8::1]:8080']) {
      assert.equal(forbidden({ host }, HERE), null, host)
    }
  })

  test('is taken as the name of the service, or as one that the operator allows', () => {
    for (const host of ['cn.example.com', 'CN.example.com:443', 'app:8080', 'inspector.example.com']) {
      assert.equal(forbidden({ host }, PUBLIC), null, host)
      assert.equal(forbidden({ host }, HERE), 'host_forbidden', host)
    }
  })

  test('is refused otherwise, also when it looks like one that is taken', () => {
    const others = [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'notlocalhost',
      'cn.example.com.evil.example',
      'cn.example.com@evil.example',
      'evil.example/cn.example.com',
      'localhost/x',
      '',
      ' ',
      ':8080',
      'localhost:port',
      '[::1',
    ]
    for (const host of others) assert.equal(forbidden({ host }, PUBLIC), 'host_forbidden', host)
    assert.equal(forbidden({}, PUBLIC), 'host_forbidden', 'none')
  })

  test('is not what a proxy, or a page, says it is', () => {
    assert.equal(forbidden({ host: 'evil.example', 'x-forwarded-host': 'localhost' }, HERE), 'host_forbidden')
  })
})

describe('the origin of an MCP request', () => {
  const host = 'cn.example.com'

  test('is taken when there is none, as programs send none', () => assert.equal(forbidden({ host }, PUBLIC), null))

  test('is taken when it is this machine, the service itself, or allowed', () => {
    for (const origin of [
      'http://localhost:6274',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
      'https://cn.example.com',
      'https://inspector.example.com:8443',
    ]) {
      assert.equal(forbidden({ host, origin }, PUBLIC), null, origin)
    }
  })

  test('is taken when it is the address that was asked', () => {
    assert.equal(forbidden({ host: '192.168.1.5:8080', origin: 'http://192.168.1.5:8080' }, HERE), null)
    assert.equal(forbidden({ host: '192.168.1.5:8080', origin: 'http://192.168.1.6:8080' }, HERE), 'origin_forbidden')
  })

  test('is refused otherwise', () => {
    for (const origin of [
      'https://evil.example',
      'https://cn.example.com.evil.example',
      'https://cn.example.com@evil.example',
      'https://user:cn.example.com@localhost',
      'null',
      '',
      'file://',
      'chrome-extension://abcdefghijklmnop',
      'cn.example.com',
    ]) {
      assert.equal(forbidden({ host, origin }, PUBLIC), 'origin_forbidden', origin)
    }
  })
})
