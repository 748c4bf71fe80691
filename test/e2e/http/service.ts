import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { inspect } from 'node:util'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Answerer } from '../../../src/answer/answer.ts'
import type { Language } from '../../../src/base/language.ts'
import { createApp } from '../../../src/http/app.ts'
import { ERRORS_LISTED, type Problem } from '../../../src/http/kernel/problem/problem.ts'
import { PASSING, PROBLEMS, type ProblemCode } from '../../../src/http/kernel/problem/problems.ts'
import { buildMetrics } from '../../../src/http/kernel/service/metrics.ts'
import type { HttpSettings, Log, Services } from '../../../src/http/kernel/service/services.ts'
import { todayInBrussels } from '../../../src/http/kernel/service/today.ts'
import { receiptsOf } from '../../../src/receipts/receipts.ts'
import { newPrivateKey, readPrivateKey, type SigningKey } from '../../../src/receipts/signing-key.ts'
import type { Lead } from '../../../src/store/leads/leads.ts'
import { limitsInMemory } from '../../../src/store/limits/limits.ts'
import { openStore, type Place, type Store } from '../../../src/store/store.ts'
import { answerer as realLaw } from '../../real-law.ts'

/** Noon in Brussels on the day the tests stand on. */
export const NOON = '2026-11-15T11:00:00Z'
const OPS_TOKEN = 'operator-0123456789'
export const BUILD = 'cn-sanctions test'
export const API_VERSION = '2.7.18'
/** Of no law: what tests of a process or of `receipts/` work out themselves. */
export const LAW_SHA256 = '0'.repeat(64)
const KEY = readPrivateKey(newPrivateKey())!

/** Far from any limit, for tests that are about something else. */
export const PLENTY = {
  lookups: 1_000_000,
  batches: 1_000_000,
  leads: 1_000_000,
  pages: 1_000_000,
  key: 1_000_000,
  keyBatches: 1_000_000,
  keyLists: 1_000_000,
  keyWebhooks: 1_000_000,
} as const

/** What a service lives as long as: a test, or a script. */
type Keeper = Pick<TestContext, 'after'>

interface LogLine {
  readonly level: keyof Log
  readonly message: string
  readonly fields: object
}

export interface Service {
  readonly app: FastifyInstance
  readonly clock: { now: Date }
  readonly log: LogLine[]
  /** What Prometheus would scrape. */
  metrics(): Promise<string>
  /** Everything logged so far as one text, errors with their stacks. */
  logged(): string
  /** Asks without a socket. */
  get(url: string, headers?: Record<string, string>, remoteAddress?: string): Promise<LightMyRequestResponse>
  /** Asks as the operator. */
  ops(url: string): Promise<LightMyRequestResponse>
  /** Leaves a contact as JSON, as text where it must not be well-formed. */
  post(body: unknown, headers?: Record<string, string>, remoteAddress?: string): Promise<LightMyRequestResponse>
  /** Sends a list to be checked. */
  check(body: unknown, headers?: Record<string, string>, remoteAddress?: string): Promise<LightMyRequestResponse>
  /** Sends a message of the Model Context Protocol. */
  mcp(body: unknown, headers?: Record<string, string>, remoteAddress?: string): Promise<LightMyRequestResponse>
  /** Listens on a free port of this machine. */
  listen(): Promise<number>
}

export interface ServiceOptions {
  /** Absent: an SQLite store with nothing but the law; null: not open. */
  readonly store?: Store | null
  readonly limits?: Partial<HttpSettings['limits']>
  readonly ipv6Factors?: Partial<HttpSettings['ipv6Factors']>
  readonly trustProxy?: HttpSettings['trustProxy']
  readonly publicUrl?: string
  readonly sharedCacheSeconds?: number
  readonly allowedHosts?: readonly string[]
  readonly ownWebhooks?: boolean
  readonly webhooksToLoopback?: boolean
  readonly alerts?: boolean
  readonly leadsPerDay?: number
  readonly leadRetentionDays?: number
  /** Absent: the one `ops` shows. */
  readonly opsToken?: string | null
  readonly securityContact?: string | null
  readonly released?: string | null
  readonly maxConnections?: number
  readonly bodies?: HttpSettings['bodies']
  readonly outputBytes?: HttpSettings['outputBytes']
  readonly answerer?: () => Answerer | null
  readonly refusedLaw?: ReturnType<Services['refusedLaw']>
  /** When the official source was last asked; absent: never. */
  readonly lawChecks?: ReturnType<Services['lawChecks']>
  /** Whether it is about to stop. */
  readonly stopping?: boolean
  readonly now?: string
  /** Null: there is none, and none can be made. */
  readonly receiptKey?: SigningKey | null
}

/** The service as `serve` wires it, on the real law, with a clock the test sets and a log it can read. */
export async function serviceFor(t: Keeper, options: ServiceOptions = {}): Promise<Service> {
  const store = options.store === undefined ? await recordLaw(await openStore(await emptyPlace(t))) : options.store
  // An object of its own, so that each service has a cache of answers of its own.
  const own = { ...realLaw }
  const answerer = options.answerer ?? (() => own)
  const clock = { now: new Date(options.now ?? NOON) }
  const now = () => clock.now
  const log: LogLine[] = []
  const at =
    (level: keyof Log): Log[keyof Log] =>
    (fields, message) =>
      void log.push({ level, message, fields })
  const alone = limitsInMemory()
  const metrics = buildMetrics(
    () => answerer()?.dataset ?? null,
    now,
    () => false,
    async () => (await store?.leads.count()) ?? null,
  )
  const app = await createApp({
    settings: {
      limits: {
        lookups: 300,
        batches: 20,
        leads: 10,
        pages: 600,
        key: 3_000,
        keyBatches: 200,
        keyLists: 200,
        keyWebhooks: 30,
        ...options.limits,
      },
      ipv6Factors: { 56: 4, 48: 16, ...options.ipv6Factors },
      trustProxy: options.trustProxy ?? false,
      publicUrl: options.publicUrl ?? null,
      sharedCacheSeconds: options.sharedCacheSeconds ?? null,
      allowedHosts: options.allowedHosts ?? [],
      ownWebhooks: options.ownWebhooks ?? true,
      webhooksToLoopback: options.webhooksToLoopback ?? false,
      alerts: options.alerts ?? false,
      leadsPerDay: options.leadsPerDay ?? 0,
      leadRetentionDays: options.leadRetentionDays ?? 365,
      securityContact: options.securityContact ?? null,
      opsToken: options.opsToken === undefined ? OPS_TOKEN : options.opsToken,
      ...(options.maxConnections !== undefined && { maxConnections: options.maxConnections }),
      ...(options.bodies && { bodies: options.bodies }),
      ...(options.outputBytes !== undefined && { outputBytes: options.outputBytes }),
    },
    answerer,
    refusedLaw: () => options.refusedLaw ?? null,
    lawSha256: () => LAW_SHA256,
    receipts: receiptsOf({
      issuer: options.publicUrl ?? 'cn-sanctions',
      givenKey: options.receiptKey === undefined ? KEY : options.receiptKey,
      keyFile: '/dev/null/receipt-key.pem',
      store: () => store,
      now,
      log: { info: at('info'), error: at('error') },
    }),
    store: () => store,
    stopping: () => options.stopping ?? false,
    limits: () => (store?.kind === 'postgres' ? store.limits : alone),
    now,
    today: todayInBrussels(now),
    lawChecks: () => options.lawChecks ?? [],
    metrics,
    log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
    build: BUILD,
    apiVersion: API_VERSION,
    released: options.released ?? null,
  })
  t.after(async () => {
    await app.close()
    // A store the test brought along is the test's to close.
    if (options.store === undefined) await store?.close()
  })
  const send = (url: string, body: unknown, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      remoteAddress,
    })
  return {
    app,
    clock,
    metrics: () => metrics.registry.metrics(),
    log,
    logged: () => inspect(log, { depth: null, maxStringLength: null, maxArrayLength: null }),
    get: (url, headers = {}, remoteAddress = '127.0.0.1') => app.inject({ url, headers, remoteAddress }),
    ops: (url) => app.inject({ url, headers: { authorization: `Bearer ${OPS_TOKEN}` } }),
    post: (body, headers, remoteAddress) => send('/api/lead', body, headers, remoteAddress),
    check: (body, headers, remoteAddress) => send('/api/v1/check', body, headers, remoteAddress),
    mcp: (body, headers, remoteAddress) =>
      send('/mcp', body, { accept: 'application/json, text/event-stream', ...headers }, remoteAddress),
    async listen() {
      await app.listen({ host: '127.0.0.1', port: 0 })
      return (app.server.address() as AddressInfo).port
    },
  }
}

/** The law being served is in the store, as it is a moment after the start; its text is a short one. */
export async function recordLaw(store: Store): Promise<Store> {
  const { version } = realLaw.dataset
  const recorded = { version, law: Buffer.from('a packed law'), published: false, changes: [] }
  await store.datasets.introduce({ ...recorded, after: null, at: new Date(NOON) })
  return store
}

/** A directory of its own for each store, gone with the test. */
export async function emptyPlace(t: Keeper): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cn-sanctions-http-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  return { dataDir }
}

export async function leadsOf(store: Store): Promise<Lead[]> {
  const leads: Lead[] = []
  for await (const lead of store.leads.exportAll()) leads.push(lead)
  return leads
}

/** What a problem is read from: an answer of `inject`, or one from the wire. */
export interface Answered {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** A value that a text quotes, and nothing was put in its place. */
const UNFILLED = /\{\w+\}/

const CODES = Object.keys(PROBLEMS) as ProblemCode[]

/** The beginning of a text: the detail in the table, with anything in place of what it quotes. */
export const detailShape = (code: ProblemCode, language: Language): RegExp =>
  new RegExp(
    `^${PROBLEMS[code].detail[language]
      .split(UNFILLED)
      .map((text) => text.replace(/[$()*+.?[\\\]^|]/g, '\\$&'))
      .join('[^{}]+')}`,
  )

/** The problem an answer is: of this code, in the texts of the table, not to be cached, and nothing beside it. */
export function problemIn(answer: Answered, code?: ProblemCode): Problem {
  assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8')
  const problem = JSON.parse(answer.body) as Problem
  assert.equal(problem.code, code ?? problem.code)
  const language = answer.headers['content-language'] === 'en' ? 'en' : 'pl'
  const { status, title, detail } = PROBLEMS[problem.code]
  const omitted = problem.errors_omitted
  assert.ok(omitted === undefined || problem.errors.length === ERRORS_LISTED)
  const { suggestions } = problem
  const beyond =
    /^(parameter_unknown|fact_unknown|webhook_url_invalid|(body|batch|list|webhook|mcp|receipt)_too_large)$/.test(
      problem.code,
    ) ||
    omitted !== undefined ||
    suggestions?.length
  const more = { pl: `co najmniej ${omitted}.`, en: `at least ${omitted} more.` }
  if (omitted !== undefined) assert.ok(problem.detail.endsWith(more[language]), problem.detail)
  const [said] = detailShape(problem.code, language).exec(problem.detail) ?? []
  assert.ok(said !== undefined && (beyond || said === problem.detail), `${detail[language]} ≠ ${problem.detail}`)
  assert.deepEqual(problem, {
    type: `urn:cn-sanctions:problem:${problem.code}`,
    title: title[language],
    status,
    detail: problem.detail,
    instance: problem.instance,
    code: problem.code,
    errors: problem.errors,
    ...(omitted !== undefined && { errors_omitted: omitted }),
    ...(problem.code === 'q_code_length' && { suggestions }),
  })
  if (suggestions) {
    assert.ok(suggestions.length <= 10)
    for (const code of suggestions) assert.match(code, /^\d{2}$|^\d{4}( \d\d){0,2}$/)
    const offered = { pl: `Może chodziło o: ${suggestions.join(', ')}.`, en: `Did you mean ${suggestions.join(', ')}?` }
    assert.equal(problem.detail.includes(offered[language]), suggestions.length > 0)
  }
  assert.equal(answer.statusCode, status)
  assert.match(problem.instance, /^[/*]/, 'the path alone')
  for (const { detail, ...place } of problem.errors) {
    assert.ok(detail.length > 0)
    assert.doesNotMatch(detail, UNFILLED)
    assert.match(Object.keys(place).join(), /^(parameter|pointer)$/)
  }
  // What Node's parser refuses is answered before a language is known; it cannot be cached either way.
  if ('content-language' in answer.headers) {
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(answer.headers.vary, undefined)
  }
  assert.equal(status === 401, 'www-authenticate' in answer.headers)
  assert.equal(status === 429 || PASSING.has(problem.code), 'retry-after' in answer.headers)
  return problem
}

/** `q_missing q, parameter_unknown Q`: each reason to refuse and the parameter it concerns, in the order given. */
export const reasonsIn = (answer: Answered): string[] =>
  problemIn(answer).errors.map((error) => {
    const language = answer.headers['content-language'] === 'en' ? 'en' : 'pl'
    // The longest of the texts that it may be.
    const code = CODES.filter((one) => detailShape(one, language).test(error.detail)).toSorted(
      (a, b) => PROBLEMS[b].detail[language].length - PROBLEMS[a].detail[language].length,
    )[0]
    return `${code} ${'parameter' in error ? error.parameter : error.pointer}`
  })

/** The four headers that say where a caller stands in its minute; undefined when an answer has none of them. */
export function limitIn({ headers }: Pick<Answered, 'headers'>) {
  const names = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy'] as const
  const [limit, remaining, reset, policy] = names.map((name) => headers[name])
  if (names.every((name) => headers[name] === undefined)) return undefined
  assert.equal(policy, `${limit};w=60`)
  const numbers = [limit, remaining, reset].map((value) => (/^\d+$/.test(String(value)) ? Number(value) : Number.NaN))
  assert.ok(!numbers.some(Number.isNaN), 'a limit without its numbers')
  return { limit: numbers[0], remaining: numbers[1], reset: numbers[2] }
}
