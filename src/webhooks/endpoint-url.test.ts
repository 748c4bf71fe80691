import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BAD_PORTS, INTERNAL_SERVICES, isBlockedPort } from './blocked-ports.ts'
import { readEndpointUrl } from './endpoint-url.ts'

const wrong = (url: string, toLoopback = false): string => {
  const read = readEndpointUrl(url, toLoopback)
  return 'mistake' in read ? `${read.mistake.en}${read.own ? ' own' : ''}` : `taken: ${read.url}`
}

test('an https address of the open internet is taken, as it will be asked', () => {
  for (const [given, taken] of [
    ['https://example.com/hooks/sanctions', 'https://example.com/hooks/sanctions'],
    ['https://example.com:8443/a?b=c', 'https://example.com:8443/a?b=c'],
    ['HTTPS://Example.COM:443', 'https://example.com/'],
    ['https://żółw.example/x', 'https://xn--w-uga1v8h.example/x'],
    ['https://1.1.1.1/', 'https://1.1.1.1/'],
    ['https://[2606:4700:0::1111]/', 'https://[2606:4700::1111]/'],
  ] as const) {
    assert.equal(wrong(given), `taken: ${taken}`)
  }
})

test('every spelling of a private address is one', () => {
  for (const host of [
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '2852039166', // 169.254.169.254 as one number
    '0xA9FEA9FE',
    '0251.0376.0251.0376',
    '169.254.43518',
    '169.254.169.254.',
    '0',
    '[::ffff:10.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::169.254.169.254]',
    '[2002:a00:1::]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '１０.0.0.1', // full-width digits
    '10。0。0。1', // ideographic full stops
    '168.63.129.16', // the host of Azure
    '0xA83F8110',
    '[2606:4700::5efe:10.0.0.1]', // ISATAP
    'metadata.google.internal',
    'metadata.google.internal.',
    'api.default.svc',
    'api.default.svc.cluster.local',
    'METADATA.SVC',
    'app.localhost',
    'nas.home.arpa',
    'ip-10-0-0-1.eu-central-1.compute.internal',
    'printer.local',
    'intranet',
    'db.corp',
    'router.lan.',
    'vault.service.consul',
    'DB.Consul.',
    'job.nomad',
    'app.cluster',
    'printer.workgroup',
    'mx.mail',
    'shop.test',
  ]) {
    assert.match(wrong(`https://${host}/`), /private network/, host)
    assert.match(wrong(`https://${host}/`, true), /private network/, `${host}, in development`)
  }
})

test('every spelling of this machine is one, and it is open only in development', () => {
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ⓛocalhost',
  ]) {
    for (const scheme of ['https', 'http']) {
      assert.match(wrong(`${scheme}://${host}:8080/`), / own$/, host)
      assert.match(wrong(`${scheme}://${host}:8080/`, true), /^taken: https?:/, host)
    }
  }
})

test('ports of other protocols are refused, in development too', () => {
  for (const port of [0, 1, 22, 23, 25, 53, 110, 143, 465, 587, 993, 2049, 3659, 5060, 6000, 6667, 10_080]) {
    for (const host of ['example.com', '1.1.1.1', '[2606:4700::1111]', 'localhost', '127.0.0.1']) {
      assert.match(wrong(`https://${host}:${port}/`), /^Port/, `${host}:${port}`)
      assert.match(wrong(`https://${host}:${port}/`, true), /^Port/, `${host}:${port}, in development`)
    }
  }
  for (const port of [443, 80, 1024, 3000, 4000, 4443, 8000, 8080, 8081, 8443, 8888, 9443, 32_768, 65_535]) {
    assert.match(wrong(`https://example.com:${port}/`), /^taken/, String(port))
  }
})

test('ports of internal services, and all below 1024 but those of the web, are refused', () => {
  for (const port of [2375, 5432, 6379, 9200, 11_211, 8500, 27_017, 6443]) {
    assert.match(wrong(`https://example.com:${port}/`), /internal networks/, String(port))
  }
  const blocked = Array.from({ length: 65_536 }, (_, port) => port).filter((port) =>
    isBlockedPort(new URL(`ws://a:${port}/`)),
  )
  assert.deepEqual(
    Array.from({ length: 1_024 }, (_, port) => port).filter((port) => !blocked.includes(port)),
    [80, 443],
  )
  const listed = Object.values(INTERNAL_SERVICES).flat()
  assert.equal(new Set(listed).size, listed.length, 'each once')
  assert.ok(listed.every((port) => port >= 1_024 && port < 32_768))
  assert.deepEqual(
    blocked.filter((port) => port >= 1_024),
    [...listed, ...BAD_PORTS].filter((port) => port >= 1_024).toSorted((a, b) => a - b),
  )
})

test('the bad ports are those that every browser, and fetch of Node, refuses', async () => {
  assert.ok(BAD_PORTS.length > 80)
  // Port 0 is newer in the standard than Node's copy of the list.
  for (const port of BAD_PORTS.filter((port) => port !== 0)) {
    // Known by its reason: nothing is connected to.
    await assert.rejects(fetch(`http://127.0.0.1:${port}/`), ({ cause }: Error) => String(cause).includes('bad port'))
  }
})

test('http, other schemes, credentials, fragments and nonsense are refused, in development too', () => {
  for (const [url, reason] of [
    ['http://example.com/', /https:/],
    ['ftp://example.com/', /https:/],
    ['file:///etc/passwd', /https:/],
    ['javascript:alert(1)', /https:/],
    ['gopher://127.0.0.1/', /https:/],
    ['https://user:pass@example.com/', /password/],
    ['https://user@example.com/', /password/],
    ['https://@example.com#', /#/],
    ['https://example.com/#top', /#/],
    ['https://example.com@10.0.0.1/', /password/],
    ['example.com', /no URL/],
    ['https://', /no URL/],
    ['https://exa mple.com/', /no URL/],
    ['https://256.1.1.1/', /no URL/],
    ['https://[::1/', /no URL/],
    [`https://example.com/${'a'.repeat(2_000)}`, /2000 characters/],
  ] as const) {
    assert.match(wrong(url), reason, url)
    assert.match(wrong(url, true), reason, url)
  }
})
