import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import Fastify from 'fastify'
import { type Config, readConfig } from './config.ts'
import { newPrivateKey } from './receipts/signing-key.ts'

const read = (environment: Record<string, string | undefined>) => readConfig(environment, '/app')
const configOf = (environment: Record<string, string | undefined>): Config => {
  const result = read(environment)
  assert.ok('config' in result, JSON.stringify(result))
  return result.config
}
const mistakesOf = (environment: Record<string, string | undefined>): readonly string[] => {
  const result = read(environment)
  return 'mistakes' in result ? result.mistakes : []
}

const RECEIPT_KEY = newPrivateKey().trim()

/** Every variable, with a value that is not its default. */
const ALL = {
  HOST: '0.0.0.0',
  PORT: '80',
  DATA_DIR: '/var/lib/cn',
  DATABASE_URL: 'postgres://cn:geheim@db.example.com:5432/cn?sslmode=verify-full',
  LIMIT_LOOKUPS_PER_MINUTE: '1',
  LIMIT_BATCHES_PER_MINUTE: '2',
  LIMIT_LEADS_PER_MINUTE: '3',
  LIMIT_PAGES_PER_MINUTE: '6',
  LIMIT_KEY_PER_MINUTE: '4',
  LIMIT_KEY_BATCHES_PER_MINUTE: '5',
  LIMIT_KEY_LISTS_PER_MINUTE: '7',
  LIMIT_KEY_WEBHOOKS_PER_MINUTE: '9',
  LIMIT_IPV6_56_FACTOR: '7',
  LIMIT_IPV6_48_FACTOR: '8',
  TRUST_PROXY: '1',
  PUBLIC_URL: 'https://cn.example.com/api',
  SHARED_CACHE_SECONDS: '300',
  ALLOWED_HOSTS: 'MCP.example.com, app, [::2]',
  OPS_HOST: '::1',
  OPS_PORT: '9090',
  OPS_TOKEN: 'operator-0123456789',
  SECURITY_CONTACT: 'mailto:security@example.com',
  LOG_LEVEL: 'debug',
  LAW_DIR: '/srv/law',
  WORKERS: '8',
  DRAIN_SECONDS: '15',
  LEADS_RETENTION_DAYS: '90',
  LEADS_PER_DAY: '6',
  CONTACT: 'law@example.com',
  CELLAR_URL: 'http://127.0.0.1:9000',
  RECEIPT_KEY,
  OWN_WEBHOOKS: 'off',
  SECRETS_KEY: `${'A'.repeat(43)}=`,
  SMTP_URL: 'smtps://cn:geheim@mail.example.com',
  MAIL_FROM: 'Sankcje UE <alerts@cn.example.com>',
  WEBHOOKS_TO_LOOPBACK: 'on',
}

const DEFAULTS: Config = {
  host: '127.0.0.1',
  port: 8080,
  dataDir: './data',
  databaseUrl: null,
  limits: {
    lookups: 300,
    batches: 20,
    leads: 10,
    pages: 600,
    key: 3_000,
    keyBatches: 200,
    keyLists: 200,
    keyWebhooks: 30,
  },
  ipv6Factors: { 56: 4, 48: 16 },
  trustProxy: false,
  publicUrl: null,
  sharedCacheSeconds: null,
  allowedHosts: [],
  opsHost: '127.0.0.1',
  opsPort: null,
  opsToken: null,
  securityContact: null,
  logLevel: 'info',
  lawDir: join('/app', 'law'),
  workers: 1,
  drainSeconds: 5,
  leadRetentionDays: 365,
  leadsPerDay: 5_000,
  contact: null,
  cellarUrl: null,
  receiptKey: null,
  ownWebhooks: true,
  secretKeys: [],
  mail: null,
  alerts: false,
  webhooksToLoopback: false,
}

test('nothing need be set', () => {
  assert.deepEqual(configOf({}), DEFAULTS)
})

test('a variable set to nothing is not set', () => {
  const nothing = Object.fromEntries(Object.keys(ALL).map((name) => [name, ' ']))
  assert.deepEqual(configOf(nothing), DEFAULTS)
  assert.deepEqual(configOf(Object.fromEntries(Object.keys(ALL).map((name) => [name, undefined]))), DEFAULTS)
})

test('everything can be set', () => {
  assert.deepEqual(configOf(ALL), {
    host: '0.0.0.0',
    port: 80,
    dataDir: '/var/lib/cn',
    databaseUrl: ALL.DATABASE_URL,
    limits: {
      lookups: 1,
      batches: 2,
      leads: 3,
      pages: 6,
      key: 4,
      keyBatches: 5,
      keyLists: 7,
      keyWebhooks: 9,
    },
    ipv6Factors: { 56: 7, 48: 8 },
    trustProxy: 1,
    publicUrl: 'https://cn.example.com/api',
    sharedCacheSeconds: 300,
    allowedHosts: ['mcp.example.com', 'app', '[::2]'],
    opsHost: '::1',
    opsPort: 9_090,
    opsToken: 'operator-0123456789',
    securityContact: 'mailto:security@example.com',
    logLevel: 'debug',
    lawDir: '/srv/law',
    workers: 8,
    drainSeconds: 15,
    leadRetentionDays: 90,
    leadsPerDay: 6,
    contact: 'law@example.com',
    cellarUrl: 'http://127.0.0.1:9000',
    receiptKey: RECEIPT_KEY,
    ownWebhooks: false,
    secretKeys: [Buffer.alloc(32)],
    mail: {
      url: 'smtps://cn:geheim@mail.example.com',
      from: { name: 'Sankcje UE', address: 'alerts@cn.example.com' },
    },
    alerts: true,
    webhooksToLoopback: true,
  })
})

test('spaces around a value do not count, and other variables do not matter', () => {
  assert.equal(configOf({ PORT: ' 80 ', HOST: ' ::1\n', PATH: '/bin', LIMIT: 'x' }).port, 80)
})

test('what was read cannot be changed', () => {
  const config = configOf(ALL)
  assert.ok([config, config.limits, config.ipv6Factors].every(Object.isFrozen))
})

test('values at their edges are taken, and those beyond are not', () => {
  const edges: [keyof typeof ALL, number, number][] = [
    ['PORT', 0, 65_535],
    ['OPS_PORT', 0, 65_535],
    ['SHARED_CACHE_SECONDS', 0, 3_600],
    ['LIMIT_LOOKUPS_PER_MINUTE', 0, 1_000_000],
    ['LIMIT_BATCHES_PER_MINUTE', 0, 1_000_000],
    ['LIMIT_LEADS_PER_MINUTE', 0, 1_000_000],
    ['LIMIT_PAGES_PER_MINUTE', 0, 1_000_000],
    ['LIMIT_KEY_PER_MINUTE', 0, 1_000_000],
    ['LIMIT_IPV6_56_FACTOR', 0, 1_000],
    ['LIMIT_IPV6_48_FACTOR', 0, 1_000],
    ['WORKERS', 1, 256],
    ['DRAIN_SECONDS', 0, 600],
    ['LEADS_RETENTION_DAYS', 0, 36_500],
    ['LEADS_PER_DAY', 0, 100_000],
  ]
  for (const [name, least, most] of edges) {
    for (const value of [least, most]) assert.deepEqual(mistakesOf({ [name]: String(value) }), [], `${name}=${value}`)
    const wrong = [least - 1, most + 1, 1.5, '1e2', '0x10', '+1', 'ten', '1 000', '٣', '9'.repeat(30), 'NaN']
    for (const value of wrong) {
      const wanted = [`${name} must be a whole number from ${least} to ${most}`]
      assert.deepEqual(mistakesOf({ [name]: String(value) }), wanted, `${name}=${value}`)
    }
  }
})

test('whom to tell of a weakness is one address on one line', () => {
  const wanted = ['SECURITY_CONTACT must be a mailto: or https:// address']
  for (const bad of ['security@example.com', 'http://example.com', 'mailto:a@b.eu\nExpires: never', 'https://a b'])
    assert.deepEqual(mistakesOf({ SECURITY_CONTACT: bad }), wanted, bad)
  assert.deepEqual(mistakesOf({ SECURITY_CONTACT: 'https://example.com/security' }), [])
})

test('a token of the operator is long enough not to be guessed', () => {
  for (const bad of ['short', 'x'.repeat(15), 'x'.repeat(201), 'with spaces in the middle', 'zażółć-gęślą-jaźń']) {
    assert.deepEqual(mistakesOf({ OPS_TOKEN: bad }), ['OPS_TOKEN must be 16 to 200 visible ASCII characters'], bad)
  }
})

test('a database is a PostgreSQL address', () => {
  for (const good of ['postgres://localhost/cn', 'postgresql://u:p@db:5432/cn?sslmode=require']) {
    assert.equal(configOf({ DATABASE_URL: good }).databaseUrl, good)
  }
  for (const bad of ['mysql://localhost/cn', 'localhost/cn', 'cn', 'https://db.example.com', '/var/lib/cn.db']) {
    assert.deepEqual(mistakesOf({ DATABASE_URL: bad }), ['DATABASE_URL must be a postgres:// address'], bad)
  }
})

test('the public address is one of the web, without a slash at its end', () => {
  assert.equal(configOf({ PUBLIC_URL: 'http://localhost:8080' }).publicUrl, 'http://localhost:8080')
  assert.equal(configOf({ PUBLIC_URL: 'https://cn.example.com/' }).publicUrl, 'https://cn.example.com')
  assert.equal(configOf({ PUBLIC_URL: 'https://example.com/cn//' }).publicUrl, 'https://example.com/cn')
  for (const bad of ['cn.example.com', 'ftp://cn.example.com', '//cn.example.com', 'https://', 'javascript:alert(1)']) {
    assert.deepEqual(mistakesOf({ PUBLIC_URL: bad }), ['PUBLIC_URL must be an http:// or https:// address'], bad)
  }
})

test('a level of the log is one of its names', () => {
  for (const level of ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']) {
    assert.equal(configOf({ LOG_LEVEL: level }).logLevel, level)
  }
  for (const bad of ['INFO', 'verbose', '3', 'warning']) {
    assert.match(mistakesOf({ LOG_LEVEL: bad }).join(), /^LOG_LEVEL must be one of: silent, .*, trace$/)
  }
})

test('a key of receipts is an Ed25519 private key, and a wrong one is not repeated', () => {
  const jwk = {
    kty: 'OKP',
    crv: 'Ed25519',
    d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  }
  for (const good of [RECEIPT_KEY, RECEIPT_KEY.replaceAll('\n', '\\n'), JSON.stringify(jwk)]) {
    assert.equal(configOf({ RECEIPT_KEY: good }).receiptKey, good)
  }
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const bad = [
    'secret',
    '{}',
    JSON.stringify({ ...jwk, d: undefined }),
    privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    RECEIPT_KEY.slice(0, 80),
  ]
  for (const value of bad) {
    const [mistake = '', ...more] = mistakesOf({ RECEIPT_KEY: value })
    assert.match(mistake, /^RECEIPT_KEY must be an Ed25519 private key, as PEM \(PKCS #8\) or JWK; openssl /)
    assert.deepEqual(more, [])
  }
})

test('webhooks go to this machine only when it is said so', () => {
  assert.equal(configOf({ WEBHOOKS_TO_LOOPBACK: 'off' }).webhooksToLoopback, false)
  for (const bad of ['yes', 'true', '1', 'ON']) {
    assert.deepEqual(mistakesOf({ WEBHOOKS_TO_LOOPBACK: bad }), ['WEBHOOKS_TO_LOOPBACK must be on or off'], bad)
  }
})

test('proxies are trusted by number, by address, or not at all', () => {
  const trusted: [string, Config['trustProxy']][] = [
    ['off', false],
    ['false', false],
    ['0', false],
    ['1', 1],
    ['12', 12],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, 192.168.1.1', ['10.0.0.0/8', '192.168.1.1']],
    ['::1,fd00::/8,2001:db8::/128', ['::1', 'fd00::/8', '2001:db8::/128']],
  ]
  for (const [value, proxies] of trusted) assert.deepEqual(configOf({ TRUST_PROXY: value }).trustProxy, proxies, value)
})

test('what is no proxy stops the start with a line of its own, not later with another’s', () => {
  const wanted = [
    'TRUST_PROXY must be off, the number of proxies before the service (1 if there is one), or their addresses separated by commas; "on" is not taken, since it would believe any address that a caller invents',
  ]
  const never = [
    'on',
    'true',
    'yes',
    '-1',
    '1.5',
    '100',
    'proxy.example.com',
    'loopback',
    'cafe',
    '10.0.0.1 10.0.0.2',
    '10.0.0.1,',
  ]
  const nearly = [
    '1.2.3',
    '999.1.1.1',
    '10.0.0.1.1',
    '::::',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.0/',
    'fd00::/129',
    '1::/8/8',
  ]
  for (const value of [...never, ...nearly]) assert.deepEqual(mistakesOf({ TRUST_PROXY: value }), wanted, value)
})

test('whatever proxies are taken here, the server takes too', () => {
  const part = fc.oneof(fc.ipV4(), fc.ipV6(), fc.stringMatching(/^[0-9a-f.:]{1,12}$/))
  const network = fc
    .tuple(part, fc.option(fc.integer({ min: 0, max: 130 })))
    .map(([address, bits]) => (bits === null ? address : `${address}/${bits}`))
  fc.assert(
    fc.property(fc.array(network, { minLength: 1, maxLength: 3 }), (networks) => {
      const result = read({ TRUST_PROXY: networks.join(',') })
      if ('mistakes' in result || !Array.isArray(result.config.trustProxy)) return
      assert.doesNotThrow(() => Fastify({ trustProxy: [...(result.config.trustProxy as string[])] }))
    }),
    { numRuns: 300 },
  )
})

test('all mistakes are told at once, one line each, in the order of the documentation', () => {
  const wrong = Object.fromEntries(Object.keys(ALL).map((name) => [name, 'wrong value']))
  const mistakes = mistakesOf(wrong)
  const texts = ['HOST', 'DATA_DIR', 'OPS_HOST', 'LAW_DIR'] // any text will do
  assert.deepEqual(
    mistakes.map((mistake) => mistake.split(' ')[0]),
    Object.keys(ALL).filter((name) => !texts.includes(name)),
  )
  for (const mistake of mistakes) assert.match(mistake, /^[A-Z0-9_]+ must be [^\n]+$/)
})

test('hosts of MCP are names alone, without ports, schemes or wildcards', () => {
  const hostsOf = (value: string) => configOf({ ALLOWED_HOSTS: value }).allowedHosts
  assert.deepEqual(hostsOf('App,mcp.Example.com'), ['app', 'mcp.example.com'])
  assert.deepEqual(hostsOf('cło.example'), ['xn--co-xqa.example'])
  for (const bad of [
    'https://mcp.example.com',
    'app:8080',
    'app:80',
    '*',
    '*.example.com',
    'a,,b',
    'a b',
    'me@app',
    '/',
  ]) {
    assert.deepEqual(mistakesOf({ ALLOWED_HOSTS: bad }).length, 1, bad)
  }
})

test('a secret is never repeated', () => {
  const secret = 'mysql://cn:geheim@db.example.com/cn'
  const wrong = Object.fromEntries(Object.keys(ALL).map((name) => [name, secret]))
  assert.doesNotMatch(mistakesOf(wrong).join('\n'), /geheim|db\.example\.com/)
})

test('docs/operating.md names every variable with its default', () => {
  const document = readFileSync(join(import.meta.dirname, '..', 'docs', 'operating.md'), 'utf8')
  const named = new Map<string, string>()
  for (const [, names = '', defaults = ''] of document.matchAll(/^\| (`[A-Z0-9_`, ]+) \| ([^|]+) \|/gm)) {
    const plain = (cell: string) => cell.split(',').map((part) => part.replaceAll('`', '').trim())
    for (const [i, name] of plain(names).entries()) named.set(name, plain(defaults)[i] ?? '')
  }
  assert.deepEqual(
    Object.fromEntries([...named].toSorted()),
    Object.fromEntries(
      Object.entries({
        HOST: DEFAULTS.host,
        PORT: String(DEFAULTS.port),
        DATA_DIR: DEFAULTS.dataDir,
        DATABASE_URL: '–',
        RECEIPT_KEY: '–',
        SMTP_URL: '–',
        MAIL_FROM: '–',
        LIMIT_LOOKUPS_PER_MINUTE: String(DEFAULTS.limits.lookups),
        LIMIT_BATCHES_PER_MINUTE: String(DEFAULTS.limits.batches),
        LIMIT_LEADS_PER_MINUTE: String(DEFAULTS.limits.leads),
        LIMIT_PAGES_PER_MINUTE: String(DEFAULTS.limits.pages),
        LIMIT_KEY_PER_MINUTE: String(DEFAULTS.limits.key),
        LIMIT_KEY_LISTS_PER_MINUTE: String(DEFAULTS.limits.keyLists),
        LIMIT_KEY_BATCHES_PER_MINUTE: String(DEFAULTS.limits.keyBatches),
        LIMIT_KEY_WEBHOOKS_PER_MINUTE: String(DEFAULTS.limits.keyWebhooks),
        LIMIT_IPV6_56_FACTOR: String(DEFAULTS.ipv6Factors[56]),
        LIMIT_IPV6_48_FACTOR: String(DEFAULTS.ipv6Factors[48]),
        TRUST_PROXY: 'off',
        PUBLIC_URL: '–',
        SHARED_CACHE_SECONDS: '–',
        ALLOWED_HOSTS: '–',
        LOG_LEVEL: DEFAULTS.logLevel,
        LAW_DIR: './law',
        WORKERS: String(DEFAULTS.workers),
        DRAIN_SECONDS: String(DEFAULTS.drainSeconds),
        LEADS_RETENTION_DAYS: String(DEFAULTS.leadRetentionDays),
        LEADS_PER_DAY: String(DEFAULTS.leadsPerDay),
        OPS_HOST: DEFAULTS.opsHost,
        OPS_PORT: '–',
        OPS_TOKEN: '–',
        SECURITY_CONTACT: '–',
        CONTACT: '–',
        CELLAR_URL: '–',
        OWN_WEBHOOKS: 'on',
        SECRETS_KEY: '–',
        WEBHOOKS_TO_LOOPBACK: 'off',
      }).toSorted(),
    ),
  )
})

test('keys for secrets are 32 bytes in base64, the newest first', () => {
  const [a, b] = ['A', 'B'].map((letter) => `${letter.repeat(42)}A=`)
  assert.deepEqual(
    configOf({ SECRETS_KEY: `${a}, ${b}` }).secretKeys,
    [a, b].map((key) => Buffer.from(key!, 'base64')),
  )
  for (const wrong of ['secret', a!.slice(1), `${a},`, `${a},x`, a!.replaceAll('A', '-')]) {
    assert.deepEqual(mistakesOf({ SECRETS_KEY: wrong }), [
      'SECRETS_KEY must be 32 random bytes in base64 (openssl rand -base64 32); older keys may follow, separated by commas',
    ])
  }
})

test('a contact goes into a header, so it has nothing in it that could end one', () => {
  for (const wrong of ['law@example.com\r\nX: y', 'a b', '(x)', 'ą@example.com', 'x'.repeat(201)]) {
    assert.deepEqual(readConfig({ CONTACT: wrong }, '/app'), { mistakes: ['CONTACT must be an e-mail or web address'] })
  }
})

test('a name that resembles a known one is reported; others are left alone', () => {
  const read = readConfig(
    {
      ...{
        DATABSE_URL: 'postgres://cn',
        TRUST_PROXIES: '1',
        LIMIT_LOOKUP_PER_MINUTE: '9',
        PUBLIC_URI: 'x',
        LOGLEVEL: 'x',
      },
      ...{
        HOSTNAME: 'a',
        PATH: '/bin',
        HOME: '/',
        PWD: '/',
        NODE_ENV: 'production',
        PGPASSWORD: 'x',
        LANG: 'C',
        PORT: '80',
      },
      ...{
        POSTGRES_PASSWORD: 'x',
        npm_config_port: '1',
        MALLOC_ARENA_MAX: '2',
        SHLVL: '1',
        TERM: 'x',
        HTTP_PROXY: 'x',
      },
    },
    '/app',
  )
  assert.ok('unknown' in read)
  assert.deepEqual(Object.fromEntries(read.unknown.map(({ name, resembles }) => [name, resembles])), {
    DATABSE_URL: 'DATABASE_URL',
    TRUST_PROXIES: 'TRUST_PROXY',
    LIMIT_LOOKUP_PER_MINUTE: 'LIMIT_LOOKUPS_PER_MINUTE',
    PUBLIC_URI: 'PUBLIC_URL',
    LOGLEVEL: 'LOG_LEVEL',
  })
})

test('what the log shows of the settings is every variable as it is in force, and no secret', () => {
  const read = readConfig(ALL, '/app')
  assert.ok('shown' in read)
  assert.deepEqual(Object.keys(read.shown).toSorted(), Object.keys(ALL).toSorted())
  const text = JSON.stringify(read.shown)
  for (const secret of ['geheim', RECEIPT_KEY, ALL.OPS_TOKEN, ALL.SECRETS_KEY]) assert.ok(!text.includes(secret))
  const { DATABASE_URL, SMTP_URL, OPS_TOKEN, PORT, LIMIT_LOOKUPS_PER_MINUTE } = read.shown
  assert.deepEqual(
    { DATABASE_URL, SMTP_URL, OPS_TOKEN, PORT, LIMIT_LOOKUPS_PER_MINUTE },
    {
      DATABASE_URL: 'postgres://db.example.com:5432/cn',
      SMTP_URL: 'smtps://mail.example.com',
      OPS_TOKEN: 'set',
      PORT: 80,
      LIMIT_LOOKUPS_PER_MINUTE: 1,
    },
  )
})
