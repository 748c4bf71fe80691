import type { Random } from './random.ts'
import type { Route } from './routes.ts'

/** What one connection sends, and how it ends. */
export interface Conversation {
  /** Sent one after the other, with a pause between them. */
  readonly pieces: readonly Buffer[]
  /** The methods of its requests when every one of them must be answered; null when what is sent may be broken. */
  readonly methods: readonly string[] | null
  /** `read`: until the service hangs up. `abandon`: left open, half said. */
  readonly ending: 'read' | 'end' | 'reset' | 'abandon'
  readonly requests: number
  /**
   * Whether a request is so large that the service may refuse it unread and hang up. TCP then resets the connection,
   * and answers that were still under way are lost.
   */
  readonly mayBeReset: boolean
}

/** Less than any bound of the service on what it reads. */
const SMALL_BYTES = 12_000

const QUESTIONS = [
  '7304',
  '8471 30',
  '84',
  '0306179',
  'rury',
  'laptop',
  'caviar',
  'PASEK KLINOWY SPB 2360',
  'CN 2711 11',
]
const NASTY = [
  '',
  ' ',
  '%00',
  '%ff%fe',
  '%',
  '%e2%80%ae',
  '%0d%0aSet-Cookie:%20a=b',
  '../../../../etc/passwd',
  '..%2f..%2f',
  "'%20OR%201=1--",
  '<script>alert(1)</script>',
  '=HYPERLINK("http://example.com")',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '0',
  '1e309',
  '99999999999999999999',
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  'ﬀ½①ＡＢ',
  '💥',
  'ł',
  'RU,RU,RU,RU',
  'a,,,,,b',
]
const VALUES: Readonly<Record<string, readonly string[]>> = {
  q: QUESTIONS,
  lang: ['pl', 'en', 'de', 'PL'],
  as_of: ['2026-11-16', '2022-03-01', '1999-01-01'],
  since: ['2026-01-01', '2014-08-01'],
  day: ['2024-02-24'],
  contract_date: ['2022-02-25', '2030-01-01'],
  direction: ['import', 'export', 'transit', 'both'],
  regime: ['EU-RU-833-2014', 'EU-BY-765-2006', 'EU-UA-692-2014', 'US'],
  detail: ['short', 'full', 'long'],
  origin: ['PL', 'RU', 'EU', 'UA-43', 'SU'],
  destination: ['KZ', 'BY', 'UA-14', 'XX'],
  via: ['RU', 'RU,BY', ''],
  limit: ['1', '500', '501', '0'],
  offset: ['0', '100000', '-1'],
  code: ['8471', '84713'],
  codes: ['8471,7304', '1', '8471+30'],
  cursor: ['r0', 'x', 'r999999999'],
}
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

function textOf(random: Random): string {
  if (random.chance(0.5)) return random.pick(NASTY)
  const length = random.chance(0.05) ? random.below(9_000) : random.below(40)
  let text = ''
  while (text.length < length)
    text += random.pick(['a', 'Z', '7', '%20', '%C5%82', '+', '-', '.', '&', '=', ';', '%F0'])
  return text
}

function valueFor(name: string, random: Random): string {
  const known = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined
  return known && random.chance(0.7) ? encodeURIComponent(random.pick(known)) : textOf(random)
}

function targetOf({ path, parameters }: Route, random: Random): string {
  const filled = path.replaceAll(/\{\w+\}/g, () =>
    random.chance(0.5) ? 'a' : encodeURIComponent(textOf(random)) || 'b',
  )
  const asked = parameters.filter((name) => random.chance(name === 'q' ? 0.95 : 0.25))
  if (random.chance(0.05)) asked.push(...asked)
  if (random.chance(0.05)) asked.push('as_off', textOf(random))
  if (random.chance(0.01)) for (let more = 0; more < 300; more++) asked.push(`p${more}`)
  const query = asked.map((name) => `${name}=${valueFor(name, random)}`).join('&')
  const target = query === '' ? filled : `${filled}?${query}`
  // A target must be one word of visible characters; what is not would end the request line.
  return target.replaceAll(/[^\x21-\x7e]/gu, (sign) => encodeURIComponent(sign.isWellFormed() ? sign : '?'))
}

function jsonOf(random: Random, depth = 0): unknown {
  switch (random.below(depth > 5 ? 5 : 8)) {
    case 0:
      return null
    case 1:
      return random.below(2) === 0
    case 2:
      return random.pick([0, -1, 1e308, 0.1, 2 ** 53])
    case 3:
      return textOf(random)
    case 4:
      return random.pick(QUESTIONS)
    case 5:
      return Array.from({ length: random.below(6) }, () => jsonOf(random, depth + 1))
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(5) }, () => [
          random.pick([
            'email',
            'source',
            'utm',
            'items',
            'id',
            'q',
            'lang',
            '__proto__',
            'set',
            'remove',
            'method',
            'x',
          ]),
          jsonOf(random, depth + 1),
        ]),
      )
  }
}

function bodyOf(random: Random): Buffer {
  const item = (at: number) => ({ id: `${at}`, q: random.chance(0.7) ? random.pick(QUESTIONS) : textOf(random) })
  switch (random.below(9)) {
    case 0:
      return Buffer.from(JSON.stringify({ email: `a${random.below(1e6)}@example.eu`, source: textOf(random) }))
    case 1:
      return Buffer.from(JSON.stringify({ items: Array.from({ length: random.below(30) }, (_, at) => item(at)) }))
    case 2:
      return Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: jsonOf(random) }))
    case 3:
      return Buffer.from(JSON.stringify(jsonOf(random)).slice(0, 1 + random.below(60)))
    case 4:
      return Buffer.from('['.repeat(random.below(20_000)))
    case 5:
      return Buffer.from([0xff, 0xfe, 0x22, 0xc3, 0x28, 0x22])
    case 6:
      return Buffer.alloc(random.chance(0.1) ? 3_000_000 : 20_000, random.pick(['"', ' ', '{', 'a']))
    case 7:
      return Buffer.alloc(0)
    default:
      return Buffer.from(JSON.stringify(jsonOf(random)))
  }
}

function addressOf(random: Random): string {
  if (random.chance(0.05)) return random.pick(['unknown', '::', '1.2.3.4.5', 'a'.repeat(500), '127.0.0.1, 10.0.0.1'])
  if (random.chance(0.3)) return `2001:db8:${random.below(65_536).toString(16)}:${random.below(65_536).toString(16)}::1`
  return `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
}

/** Headers that a server must answer sensibly, whatever they say. */
function headersOf(random: Random): string[] {
  const headers = [`X-Forwarded-For: ${addressOf(random)}`]
  const maybe = (probability: number, header: () => string) => {
    if (random.chance(probability)) headers.push(header())
  }
  maybe(
    0.5,
    () => `Accept-Encoding: ${random.pick(['gzip', 'br', 'br;q=0, gzip', '*', 'identity;q=0', 'zstd', ';;;'])}`,
  )
  maybe(0.3, () => `Accept: ${random.pick(['text/html', '*/*', 'application/json', 'text/html;q=0', '???'])}`)
  maybe(0.2, () => `If-None-Match: ${random.pick(['*', '"a"', 'W/"a", "b"', '"'.repeat(900)])}`)
  maybe(0.1, () => `If-Match: ${random.pick(['*', '"a"', ','])}`)
  maybe(0.1, () => `X-API-Key: ${random.pick(['', 'cns_wrong', 'a'.repeat(3_000)])}`)
  maybe(0.1, () => `Authorization: ${random.pick(['Bearer', 'Bearer x', 'Basic YTpi', 'Digest'])}`)
  maybe(0.1, () => `Accept-Language: ${random.pick(['pl', 'en;q=0.1', '*', 'x'.repeat(800)])}`)
  maybe(0.1, () => `Origin: ${random.pick(['null', 'https://example.com', 'chrome-extension://a'])}`)
  maybe(0.1, () => `Range: bytes=${random.pick(['0-0', '-1', '0-,5-', 'x'])}`)
  maybe(0.1, () => `Idempotency-Key: ${random.pick(['a', 'a'.repeat(600), '%00'])}`)
  maybe(0.05, () => `Cookie: ${'a=b;'.repeat(random.below(300))}`)
  maybe(0.05, () => `X-HTTP-Method-Override: DELETE`)
  maybe(0.02, () => Array.from({ length: random.below(60) }, (_, at) => `X-Many-${at}: ${at}`).join('\r\n') || 'X: y')
  return headers
}

const CONTENT_TYPES = ['application/json', 'application/json; charset=utf-8', 'text/plain', 'text/csv', '', 'a/b;c="']

/** A request of which the service can tell where it ends. */
function requestOf(routes: readonly Route[], random: Random, isLast: boolean): { method: string; bytes: Buffer } {
  const route = random.pick(routes)
  const method = random.chance(0.1) ? random.pick(METHODS) : route.method
  const target = random.chance(0.03) ? `/${textOf(random).replaceAll(/[^\x21-\x7e]/gu, 'x')}` : targetOf(route, random)
  const head = [`${method} ${target} HTTP/1.1`, 'Host: 127.0.0.1', ...headersOf(random)]
  if (isLast) head.push('Connection: close')
  let body = Buffer.alloc(0)
  if (route.hasBody ? random.chance(0.95) : random.chance(0.03)) {
    body = Buffer.from(bodyOf(random))
    if (random.chance(0.9)) head.push(`Content-Type: ${random.pick(CONTENT_TYPES)}`)
    if (random.chance(0.2)) {
      head.push('Transfer-Encoding: chunked')
      const chunk = body.length === 0 ? '' : `${body.length.toString(16)}\r\n`
      body = Buffer.concat([Buffer.from(chunk), body, Buffer.from(body.length === 0 ? '0\r\n\r\n' : '\r\n0\r\n\r\n')])
    } else head.push(`Content-Length: ${body.length}`)
  }
  return { method, bytes: Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]) }
}

/** Bytes that are no request, or only the beginning of one. */
function brokenBytes(routes: readonly Route[], random: Random): Buffer {
  const { bytes } = requestOf(routes, random, true)
  switch (random.below(10)) {
    case 0:
      return bytes.subarray(0, 1 + random.below(bytes.length))
    case 1:
      return Buffer.from(Array.from({ length: random.below(300) }, () => random.below(256)))
    case 2:
      return Buffer.concat([Buffer.from('GET / HTTP/1.1\r\nX: '), Buffer.alloc(60_000, 'a')])
    case 3:
      return Buffer.from(`GET /${'a'.repeat(random.below(40_000))} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    case 4:
      return Buffer.from('POST /api/lead HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef')
    case 5:
      return Buffer.from('POST /api/lead HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc')
    case 6:
      return Buffer.from(
        `${random.pick(['GET', 'get', 'CONNECT a:1', 'PRI *'])} / HTTP/${random.pick(['9.9', '0.9', '2.0'])}\r\n\r\n`,
      )
    case 7:
      return Buffer.from('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    case 8:
      return Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'latin1')
    default:
      return Buffer.from(
        'POST /api/v1/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
      )
  }
}

function inPieces(bytes: Buffer, random: Random): Buffer[] {
  if (!random.chance(0.1)) return [bytes]
  const cuts = Array.from({ length: 1 + random.below(4) }, () => random.below(bytes.length + 1)).toSorted(
    (a, b) => a - b,
  )
  return [0, ...cuts]
    .map((from, at) => bytes.subarray(from, cuts[at] ?? bytes.length))
    .filter((piece) => piece.length > 0)
}

/** One connection: mostly requests that can be read, one or several in a row, sometimes what cannot. */
export function conversation(routes: readonly Route[], random: Random): Conversation {
  if (random.chance(0.05)) {
    const ending = random.pick(['end', 'reset', 'abandon'] as const)
    return {
      pieces: inPieces(brokenBytes(routes, random), random),
      methods: null,
      ending,
      requests: 1,
      mayBeReset: true,
    }
  }
  const count = random.chance(0.7) ? 4 + random.below(28) : 1
  const requests = Array.from({ length: count }, (_, at) => requestOf(routes, random, at === count - 1))
  const pieces = inPieces(Buffer.concat(requests.map(({ bytes }) => bytes)), random)
  const said = { pieces, requests: count, mayBeReset: requests.some(({ bytes }) => bytes.length > SMALL_BYTES) }
  // Whoever leaves early is owed nothing.
  if (random.chance(0.03)) return { ...said, methods: null, ending: random.pick(['reset', 'abandon'] as const) }
  return { ...said, methods: requests.map(({ method }) => method), ending: 'read' }
}
