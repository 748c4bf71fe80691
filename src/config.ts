import { isIP } from 'node:net'
import { join } from 'node:path'
import { parseWholeNumber } from './base/whole-number.ts'
import type { MailServer } from './mail/transport.ts'
import { readPrivateKey } from './receipts/signing-key.ts'
import { resembling } from './resembling.ts'

/** The levels of pino, most severe first. */
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** What the operator sets, read once at the start and frozen. docs/operating.md documents every variable. */
export type Config = Extract<ReturnType<typeof readConfig>, { config: unknown }>['config']

/** A variable that is set and not known, and the known one that it resembles. */
export interface UnknownSetting {
  readonly name: string
  readonly resembles: string
}

/**
 * Reads the environment. Returns the settings, what the log may show of each, and the names that look mistyped; or all
 * mistakes, one line each.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, root: string) {
  const mistakes: string[] = []
  /** By name of variable; of a secret only whether it is set. */
  const shown: Record<string, unknown> = {}
  const read = <T>(name: string, otherwise: T, wanted: string, parse: (value: string) => T | undefined): T => {
    const value = environment[name]?.trim()
    const parsed = value === undefined || value === '' ? otherwise : parse(value)
    // The value may be a secret (DATABASE_URL), so it is not repeated.
    if (parsed === undefined) mistakes.push(`${name} must be ${wanted}`)
    shown[name] = SECRETS.has(name) ? (value ? 'set' : 'not set') : withoutPassword(parsed)
    return parsed ?? otherwise
  }
  const whole = <T extends number | null>(name: string, otherwise: T, least: number, most: number) =>
    read<T | number>(name, otherwise, `a whole number from ${least} to ${most}`, (value) =>
      parseWholeNumber(value, least, most),
    )
  const text = (name: string, otherwise: string) => read(name, otherwise, 'text', (value) => value)
  const address = (name: string, wanted: string, protocols: readonly string[]) =>
    read<string | null>(name, null, wanted, (value) =>
      URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : undefined,
    )
  const settings = {
    host: text('HOST', '127.0.0.1'),
    port: whole('PORT', 8080, 0, 65_535),
    /** The directory of the SQLite file; unused with a database URL. */
    dataDir: text('DATA_DIR', './data'),
    databaseUrl: address('DATABASE_URL', 'a postgres:// address', ['postgres:', 'postgresql:']),
    /** Requests a minute; 0 switches a limit off. */
    limits: Object.freeze({
      lookups: whole('LIMIT_LOOKUPS_PER_MINUTE', 300, 0, 1_000_000),
      batches: whole('LIMIT_BATCHES_PER_MINUTE', 20, 0, 1_000_000),
      leads: whole('LIMIT_LEADS_PER_MINUTE', 10, 0, 1_000_000),
      pages: whole('LIMIT_PAGES_PER_MINUTE', 600, 0, 1_000_000),
      key: whole('LIMIT_KEY_PER_MINUTE', 3_000, 0, 1_000_000),
      keyBatches: whole('LIMIT_KEY_BATCHES_PER_MINUTE', 200, 0, 1_000_000),
      keyLists: whole('LIMIT_KEY_LISTS_PER_MINUTE', 200, 0, 1_000_000),
      keyWebhooks: whole('LIMIT_KEY_WEBHOOKS_PER_MINUTE', 30, 0, 1_000_000),
    }),
    /** The factor by which the limit of a whole IPv6 network of 56 or 48 bits exceeds that of one address; 0 for no limit. */
    ipv6Factors: Object.freeze({
      56: whole('LIMIT_IPV6_56_FACTOR', 4, 0, 1_000),
      48: whole('LIMIT_IPV6_48_FACTOR', 16, 0, 1_000),
    }),
    /** False when the address of the socket counts. Otherwise the number of proxies before the service, or their addresses. */
    trustProxy: read<false | number | readonly string[]>(
      'TRUST_PROXY',
      false,
      'off, the number of proxies before the service (1 if there is one), or their addresses separated by commas; ' +
        '"on" is not taken, since it would believe any address that a caller invents',
      parseTrust,
    ),
    publicUrl:
      address('PUBLIC_URL', 'an http:// or https:// address', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    /** Seconds that a shared cache may keep answers and pages; null: answers as long as callers may, and pages not at all. */
    sharedCacheSeconds: whole('SHARED_CACHE_SECONDS', null, 0, 3_600),
    /** Host names, besides those of this machine and of `publicUrl`, of MCP and of the operator's port. */
    allowedHosts: read<readonly string[]>(
      'ALLOWED_HOSTS',
      [],
      'host names without ports, separated by commas, such as mcp.example.com',
      parseHosts,
    ),
    /** A port that serves metrics and details of readiness without a token; null for none. */
    opsHost: text('OPS_HOST', '127.0.0.1'),
    opsPort: whole('OPS_PORT', null, 0, 65_535),
    /** The token with which the public port serves them too. */
    opsToken: read<string | null>('OPS_TOKEN', null, '16 to 200 visible ASCII characters', (value) =>
      /^[\x21-\x7e]{16,200}$/.test(value) ? value : undefined,
    ),
    /** Whom to tell of a weakness, for /.well-known/security.txt. */
    securityContact: read<string | null>('SECURITY_CONTACT', null, 'a mailto: or https:// address', (value) =>
      /^(?:mailto:|https:\/\/)[\x21-\x7e]{3,200}$/.test(value) ? value : undefined,
    ),
    logLevel: read<(typeof LOG_LEVELS)[number]>('LOG_LEVEL', 'info', `one of: ${LOG_LEVELS.join(', ')}`, (value) =>
      LOG_LEVELS.find((level) => level === value),
    ),
    lawDir: text('LAW_DIR', join(root, 'law')),
    workers: whole('WORKERS', 1, 1, 256),
    /** After SIGTERM: how long requests are still taken while /readyz says 503, so that balancers notice before it closes. */
    drainSeconds: whole('DRAIN_SECONDS', 5, 0, 600),
    /** Leads older than this are deleted; 0 keeps them. */
    leadRetentionDays: whole('LEADS_RETENTION_DAYS', 365, 0, 36_500),
    /** How many leads are stored in a day (UTC), of all callers together; 0 for any number. */
    leadsPerDay: whole('LEADS_PER_DAY', 5_000, 0, 100_000),
    /** The contact that is sent to the official sources with each download. */
    contact: read<string | null>('CONTACT', null, 'an e-mail or web address', (value) =>
      // It is sent in a header, so it may hold nothing that could end the header or start another.
      /^[\x21-\x27\x2a-\x7e]{3,200}$/.test(value) ? value : undefined,
    ),
    /** Another address of the official sources, for trials; only this machine is accepted. */
    cellarUrl: address('CELLAR_URL', 'an http:// or https:// address', ['http:', 'https:']),
    /** The private key that signs receipts, PEM or JWK; null: one that is made in DATA_DIR. */
    receiptKey: read<string | null>(
      'RECEIPT_KEY',
      null,
      'an Ed25519 private key, as PEM (PKCS #8) or JWK; openssl genpkey -algorithm ed25519 makes one',
      (value) => (readPrivateKey(value) ? value : undefined),
    ),
    /** Whether holders of keys may add and change their webhooks over the API. */
    ownWebhooks: read('OWN_WEBHOOKS', true, 'on or off', parseSwitch),
    /** The keys that encrypt secrets of webhooks in the store, the newest first; none leaves them readable. */
    secretKeys: read<readonly Buffer[]>(
      'SECRETS_KEY',
      [],
      '32 random bytes in base64 (openssl rand -base64 32); older keys may follow, separated by commas',
      parseKeys,
    ),
    /** The server that takes our mail, and whom it is from. */
    mail: mailOf(
      address('SMTP_URL', 'an smtp:// or smtps:// address', ['smtp:', 'smtps:']),
      read<MailServer['from'] | null>(
        'MAIL_FROM',
        null,
        'an e-mail address, or a name and an address: Sanctions <alerts@example.com>',
        parseSender,
      ),
    ),
    /** Development: webhooks may be sent to this machine, and over http. */
    webhooksToLoopback: read('WEBHOOKS_TO_LOOPBACK', false, 'on or off', parseSwitch),
  }
  if (mistakes.length > 0) return { mistakes }
  // `alerts`: whether people may ask for alerts by e-mail.
  const config = Object.freeze({ ...settings, alerts: settings.mail !== null && settings.publicUrl !== null })
  return { config, shown, unknown: unknownSettings(Object.keys(environment), Object.keys(shown)) }
}

const SECRETS = new Set(['OPS_TOKEN', 'RECEIPT_KEY', 'SECRETS_KEY'])

/** An address is shown without who logs in, and without parameters, which may hold a password too. */
function withoutPassword(value: unknown): unknown {
  if (typeof value !== 'string' || !value.includes('://') || !URL.canParse(value)) return value
  const { protocol, host, pathname } = new URL(value)
  return `${protocol}//${host}${pathname}`
}

/** A mistyped name would otherwise do nothing, in silence. */
const unknownSettings = (given: readonly string[], known: readonly string[]): readonly UnknownSetting[] =>
  given
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, resembles: resembling(name, known) }))
    .filter((one): one is UnknownSetting => one.resembles !== undefined)

const parseSwitch = (value: string): boolean | undefined =>
  value === 'on' ? true : value === 'off' ? false : undefined

function parseKeys(value: string): readonly Buffer[] | undefined {
  const parts = value.split(',').map((one) => one.trim())
  // Buffer.from skips what is no base64, so a mistyped key must be noticed here.
  return parts.every((one) => /^[A-Za-z0-9+/]{43}=$/.test(one))
    ? parts.map((one) => Buffer.from(one, 'base64'))
    : undefined
}

const mailOf = (url: string | null, from: MailServer['from'] | null): MailServer | null =>
  url !== null && from !== null ? { url, from } : null

/** `alerts@example.com`, `Sanctions <alerts@example.com>`: nothing that could end the header or start another. */
function parseSender(value: string): MailServer['from'] | undefined {
  const [, name = '', address = ''] =
    /^(?:([^<>"@\p{Cc}]{0,100}) <)?([^\s<>"@\p{Cc}]{1,64}@[^\s<>"@\p{Cc}]+\.[^\s<>"@\p{Cc}]+?)>?$/u.exec(value) ?? []
  return address !== '' && value.endsWith('>') === value.includes('<') ? { name, address } : undefined
}

function parseTrust(value: string): false | number | readonly string[] | undefined {
  if (value === 'off' || value === 'false' || value === '0') return false
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const addresses = value.split(',').map((one) => one.trim())
  return addresses.every(isNetwork) ? addresses : undefined
}

/** Host names in the form that URLs have them: lower case, international ones in ASCII, IPv6 addresses in brackets. */
function parseHosts(value: string): readonly string[] | undefined {
  const names = value.split(',').map((one) => one.trim())
  const isPlain = (name: string) => /^(?:\[[^\]]+\]|[^\s:/?#@*[\]\\]+)$/.test(name) && URL.canParse(`http://${name}`)
  return names.every(isPlain) ? names.map((name) => new URL(`http://${name}`).hostname) : undefined
}

/** Whether the text is an address, or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [, address = '', bits = '1'] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  return Number(bits) >= 1 && Number(bits) <= { 0: 0, 4: 32, 6: 128 }[isIP(address) as 0 | 4 | 6]
}
