import { appendFile, readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { mailboxOf } from '../../src/store/alerts/mailbox.ts'
import { openStore } from '../../src/store/store.ts'
import { serviceFor } from '../e2e/http/service.ts'
import {
  emptyDirectory,
  type Keeper,
  nodeWithFiles,
  ready,
  type Service,
  type Settings,
  until,
} from '../e2e/process/service.ts'
import { mailSink } from '../mail/smtp.ts'
import { answerer } from '../real-law.ts'
import { everyTarget } from './cost/every-target.ts'
import type { Candidate, Field } from './cost/fields.ts'
import type { Request, Target } from './cost/targets.ts'
import { type Random, seededRandom } from './random.ts'
import { faultIn, readAnswers } from './read-answers.ts'

/** Whatever a day takes of all callers together; one network sends more to every route. */
const PER_DAY = 24
const FLOOD = 26
/** Requests that the network sends at the same time: more than there are places to wait for any kind of work. */
const AT_ONCE = 16
/** Connections that it leaves unfinished before somebody else asks for one thing more: this part of the files. */
const CROWDING = 1 / 8
/** Connections that it holds with something unfinished, as a multiple of the files that the service may open. */
const CROWD = 2
/** Somebody else may be told to come back: a crowd that is never let through is what counts. */
const TRIES = 3
const RECEIPTS = 24

const ATTACKER = (nth: number): string => `127.7.7.${1 + (nth % 8)}`
/** Each round another network, since everybody has a share of a day. */
const SOMEBODY = (round: number): string => `127.8.${round}.1`

export interface OneNetworkReport {
  /** Who was refused, or lost an answer, through no fault of theirs. */
  readonly faults: readonly string[]
  readonly asked: number
  readonly unfinished: number
  /** What the attackers got, by status. */
  readonly statuses: ReadonlyMap<number, number>
  /** Connections that the service closed to make room. */
  readonly closed: number
  /** Mails that each mailbox got. */
  readonly mails: ReadonlyMap<string, number>
  readonly service: Service
}

interface Bounds {
  readonly seed: number
  /** How often somebody else asks for everything while the attack goes on. */
  readonly rounds: number
  /** How many files the service may open. */
  readonly files: number
}

/** Every limit of a minute is off, and every bound of a day is small: their names are those that the service reads. */
function limitsOff(): Settings {
  const names: string[] = []
  const environment = new Proxy<Record<string, undefined>>({}, { get: (_, name) => void names.push(String(name)) })
  readConfig(environment, '/')
  return Object.fromEntries(
    names.flatMap((name) =>
      name.endsWith('_PER_MINUTE') ? [[name, '0']] : name.endsWith('_PER_DAY') ? [[name, `${PER_DAY}`]] : [],
    ),
  )
}

/**
 * One network asks whatever the service declares, without a limit of a minute: more of everything than a day takes, requests
 * that stop anywhere, answers that are not read; for one mailbox, about a law that is no longer served. Meanwhile somebody
 * else asks for everything once a round, each time beside many who ask the same, and must notice nothing. What is asked follows from the routes and their schemas, and
 * which bounds are met from what is configured, so whatever is added is attacked as well.
 */
export async function attackFromOneNetwork(
  t: Keeper,
  law: string,
  { seed, rounds, files }: Bounds,
): Promise<OneNetworkReport> {
  const random = seededRandom(seed)
  const sink = await mailSink()
  t.after(sink.close)
  const directory = join(await emptyDirectory(t), 'data')
  const settings = {
    ...limitsOff(),
    LAW_DIR: law,
    DATA_DIR: directory,
    SMTP_URL: sink.url,
    MAIL_FROM: 'alerts@cn.example.com',
    PUBLIC_URL: 'https://cn.example.com',
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const service = await ready(t, settings, undefined, undefined, await nodeWithFiles(t, files))
  const { receipts, version } = await earlierLaw(service, law)
  const described = await serviceFor(t, { store: null })
  const targets = await everyTarget(described, answerer, version)
  const store = await openStore({ dataDir: directory })
  const at = new Date()
  const newKey = async (name: string) => (await store.keys.issue({ name, perMinute: null, expires: null, at })).key
  const [own, others] = [await newKey('attacker'), await newKey('somebody')]
  await store.close()

  const faults: string[] = []
  const statuses = new Map<number, number>()
  const crowd = new Set<Socket>()
  t.after(() => {
    for (const socket of crowd) socket.destroy()
  })
  let asked = 0
  let unfinished = 0

  const ask = async (bytes: Buffer) => {
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec((await talk(service.port, ATTACKER(asked), bytes)).toString())?.[1])
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const hostile = (target: Target, some: Random | null): Buffer => {
    const nth = ++asked
    // Each is worked out once, so the flood leaves the others for later.
    const receipt = receipts[some ? nth % (RECEIPTS / 2) : 0]!
    const choice = anyChoice(target, some, {
      // The names of one mailbox, and of a domain that takes all of them.
      email: () => (nth % 4 === 0 ? `v${nth}@victim.example.org` : `Victim+${nth}@example.org`),
      receipt: () => receipt,
    })
    return bytesOf(formed(target.build(choice, nth), receipt), target.needsKey ? { 'x-api-key': own } : {})
  }

  /** More of everything that may leave something than a day takes. */
  async function flood(): Promise<void> {
    const all = targets.filter(({ route }) => !route.startsWith('GET')).flatMap((target) => Array(FLOOD).fill(target))
    const send = async () => {
      for (let target = all.pop(); target; target = all.pop()) await ask(hostile(target, null))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, send))
  }

  async function crowding(): Promise<void> {
    for (let more = 0; more < CROWDING * files; more++) {
      const bytes = hostile(random.pick(targets), random)
      unfinished++
      // All of it: the answer is what nobody reads.
      const part = bytes.subarray(0, random.chance(0.3) ? bytes.length : random.below(bytes.length))
      await leaveUnfinished(service.port, ATTACKER(asked), part, crowd, CROWD * files)
    }
  }

  async function somebody(): Promise<void> {
    let nth = 0
    for (let round = 0; round < rounds; round++) {
      for (const target of targets) {
        await crowding()
        // The same is asked by the network at the same time, as often as it can be.
        const together = Array.from({ length: AT_ONCE }, () => ask(hostile(target, random)))
        // By then the others have begun, or wait for their turn.
        await Promise.race(together)
        let fault: string | null = null
        for (let time = 0; time < TRIES; time++) {
          nth++
          const receipt = receipts[RECEIPTS / 2 + (nth % (RECEIPTS / 2))]!
          const email = () => `reader${nth}@reader${round}.example.com`
          const choice = anyChoice(target, null, { email, receipt: () => receipt })
          const request = formed(target.build(choice, nth), receipt)
          const bytes = bytesOf(request, target.needsKey ? { 'x-api-key': others } : {})
          fault = faultOf(await talk(service.port, SOMEBODY(round), bytes), request.method)
          if (fault === null) break
        }
        if (fault !== null) faults.push(`${target.name}: ${fault}`)
        await Promise.all(together)
      }
    }
  }

  await flood()
  await somebody()
  for (const socket of crowd) socket.destroy()
  const metric = async (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await service.ops('/metrics')).text)?.[1])
  await until('every mail to be sent', async () => (await metric('cn_mail_waiting')) === 0)
  const mails = new Map<string, number>()
  for (const { to } of sink.received) {
    const { mailbox } = mailboxOf(to)
    mails.set(mailbox, (mails.get(mailbox) ?? 0) + 1)
  }
  const closed = await metric('cn_http_connections_closed_total')
  return { faults, asked, unfinished, statuses, closed, mails, service }
}

/** Receipts of a law, and its version, after which another law is served. */
async function earlierLaw(service: Service, law: string) {
  const signed = async (nth: number) =>
    (await service.get(`/api/v1/receipt?q=7304&detail=short&limit=1&as_of=${daysLater(nth)}`)).text
  await until('a receipt', async () => (await service.get('/api/v1/receipt?q=7304')).status === 200)
  const texts: string[] = []
  for (let nth = 0; nth < RECEIPTS; nth++) texts.push(await signed(nth))
  const receipts = texts.map((text): string => JSON.parse(text).receipt)
  const version: string = JSON.parse((await service.get('/api/v1/dataset')).text).version
  const [file = ''] = (await readdir(law)).filter((name) => name.endsWith('.yaml')).toSorted()
  await appendFile(join(law, file), '\n# Another law.\n')
  await service.line('law replaced')
  return { receipts, version }
}

const daysLater = (nth: number): string => new Date(Date.UTC(2026, 0, 1 + nth)).toISOString().slice(0, 10)

/** Values for fields of a format or a name; `nth` makes each another one. */
type Values = Readonly<Record<string, (nth: number) => unknown>>

const nameOf = ({ name }: Field): string => name.split(/[?.[\]]+/).at(-1) ?? ''

/** What a target needs, and with `random` some of what it takes; lists are short, so that there are many requests. */
function anyChoice(target: Target, random: Random | null, values: Values): ReadonlyMap<string, Candidate> {
  const chosen = target.fields.flatMap((field): [string, Candidate][] => {
    const value = values[field.format ?? ''] ?? values[nameOf(field)]
    const candidates = value ? [{ label: field.name, value }] : field.candidates
    const isNeeded = target.required.has(field.name) || /^\?(q|dataset|answer_sha256)$/.test(field.name)
    if (candidates.length === 0 || !(isNeeded || value || random?.chance(0.3))) return []
    if (field.name.endsWith('.#')) return [[field.name, candidates.at(-1)!]]
    return [[field.name, random ? random.pick(candidates) : candidates.at(-1)!]]
  })
  return new Map(chosen)
}

/** What is posted as a form is described by no schema: it has the fields of every form. */
function formed(request: Request, receipt: string): Request {
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
  return isForm ? { ...request, body: `${request.body}&receipt=${receipt}` } : request
}

function bytesOf({ method, path, headers, body }: Request, more: Readonly<Record<string, string>>): Buffer {
  const fields = {
    host: 'localhost',
    connection: 'close',
    ...headers,
    ...more,
    ...(body !== null && { 'content-length': Buffer.byteLength(body) }),
  }
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`)
}

/** All that comes until the connection is closed. */
function talk(port: number, localAddress: string, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const received: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('data', (part) => received.push(part))
    socket.on('error', () => {}).on('close', () => resolve(Buffer.concat(received)))
    socket.write(bytes)
  })
}

/** Sends a part and nothing more, reads nothing, and keeps the connection among the crowd. */
function leaveUnfinished(
  port: number,
  localAddress: string,
  part: Buffer,
  crowd: Set<Socket>,
  most: number,
): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    crowd.add(socket)
    socket.pause()
    socket
      .on('error', () => {})
      .on('close', () => {
        crowd.delete(socket)
        resolve()
      })
    socket.on('connect', () => (part.length === 0 ? resolve() : socket.write(part, () => resolve())))
    for (const oldest of crowd) {
      if (crowd.size <= most) break
      crowd.delete(oldest)
      oldest.destroy()
    }
  })
}

/** What is wrong with an answer to somebody who asked little; null when nothing is. */
function faultOf(bytes: Buffer, method: string): string | null {
  try {
    const [answer] = readAnswers(bytes, [method])
    if (!answer) return 'no answer'
    if (answer.status === 429) return `status 429: ${answer.body.toString().slice(0, 200)}`
    return faultIn(answer)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
