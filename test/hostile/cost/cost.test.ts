// The short form of `npm run hostile -- --cost`, with a fixed seed: it asserts points, bytes and parts, never time.
import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { readQuery } from '../../../src/answer/question/question.ts'
import { jsonBytes } from '../../../src/answer/serialize.ts'
import { calendarDay } from '../../../src/base/day.ts'
import type { Bounds } from '../../../src/http/kernel/body/json-bounds.ts'
import type { DeclaredRoute } from '../../../src/http/kernel/body/route-input.ts'
import { batchItems, MAX_CACHED_BYTES, workOn } from '../../../src/http/lookup/batch-answer.ts'
import {
  changesPoints,
  ITEM_WORK,
  listingsPoints,
  lookupPoints,
  NAME_PART,
  POINTS,
  readingPoints,
  receiptPoints,
  toolPoints,
  WORK_PER_POINT,
} from '../../../src/http/lookup/costs.ts'
import type { Batch } from '../../../src/http/lookup/read-batch.ts'
import { MAX_LIST_ITEMS } from '../../../src/store/lists/list-limits.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { emptyPlace, NOON, problemIn, recordLaw, type Service, serviceFor } from '../../e2e/http/service.ts'
import { answerer } from '../../real-law.ts'
import { type Random, seededRandom } from '../random.ts'
import { everyTarget } from './every-target.ts'
import type { Candidate, Field } from './fields.ts'
import { newCaller } from './measure.ts'
import type { Choice, Request, Target } from './targets.ts'

const SEED = 20_261_117
/** Ways of asking each target, besides the one with the greatest amounts. */
const CHOICES = 4
/** Requests to each target that no schema describes. */
const JUNK = 6
/** An answer that is not streamed, at most: what one caller may hold of all answers being sent. */
const ANSWER_BYTES = 4 * 1024 * 1024
/** A batch is streamed; each of its items has at most so much. */
const ITEM_BYTES = 256 * 1024
const PROBLEM_BYTES = 64 * 1024
/** Items of a list whose questions are dear: the work of more is only more of the same. */
const FEW_ITEMS = 12

const LIMITS = { lookups: 300, batches: 20, keyLists: 200 }

/** What can be asked, and a service that answers. */
interface Scene {
  readonly service: Service
  readonly store: Store
  readonly targets: readonly Target[]
  readonly routes: ReadonlyMap<string, DeclaredRoute>
  readonly document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly $ref?: string }[]
  readonly requestBody?: unknown
  readonly responses: Readonly<Record<string, unknown>>
}

async function sceneFor(t: Pick<TestContext, 'after'>): Promise<Scene> {
  const store = await recordLaw(await openStore(await emptyPlace(t)))
  t.after(() => store.close())
  const service = await serviceFor(t, { store })
  return {
    service,
    store,
    targets: await everyTarget(service, answerer),
    routes: new Map(service.app.declaredRoutes.map((route) => [`${route.method} ${route.url}`, route])),
    document: (await service.get('/openapi.json')).json(),
  }
}

/** Asks as a caller who has asked nothing before. */
async function ask({ service, store }: Scene, { needsKey }: Target, request: Request): Promise<LightMyRequestResponse> {
  const at = new Date(NOON)
  const key = needsKey ? (await store.keys.issue({ name: 'cost', perMinute: null, expires: null, at })).key : null
  return service.app.inject({
    method: request.method as 'GET',
    url: request.path,
    headers: { ...request.headers, ...(key !== null && { 'x-api-key': key }) },
    remoteAddress: newCaller(),
    ...(request.body !== null && { payload: request.body }),
  })
}

const chargedOf = ({ headers }: LightMyRequestResponse): number | null =>
  headers['ratelimit-limit'] === undefined
    ? null
    : Number(headers['ratelimit-limit']) - Number(headers['ratelimit-remaining'])

const isQuestion = ({ candidates }: Field): boolean => candidates.some(({ label }) => label === NARROW)
/** A question whose answer is short. */
const NARROW = '"8471 30 00"'
const few: Candidate = { label: `${FEW_ITEMS} items`, value: () => FEW_ITEMS }
const isCount = ({ name }: Field): boolean => name.endsWith('.#')

/** What must be there; a page without a question looks at nothing else, and one that verifies needs more. */
const required = ({ fields, required }: Target): Field[] =>
  fields.filter(
    ({ name, candidates }) =>
      (required.has(name) || /^\?(q|dataset|answer_sha256)$/.test(name)) && candidates.length > 0,
  )

/** All amounts at their greatest; the questions of long lists are short ones. */
function greatest(target: Target): Choice {
  const isLong = target.fields.some(isCount)
  const chosen = [...required(target), ...target.fields.filter(({ isAmount }) => isAmount)]
  return new Map(
    chosen.map((field) => [
      field.name,
      (isLong && isQuestion(field) && field.candidates.find(({ label }) => label === NARROW)) || field.candidates[0]!,
    ]),
  )
}

/** Different days of one year, so that no answer is cached and one tariff is enough. */
const daily: Candidate = {
  label: 'a day of 2026',
  value: (nth) => new Date(Date.UTC(2026, 0, 1 + nth)).toISOString().slice(0, 10),
}
const isDay = ({ name }: Field): boolean => /(as_of|since)$/.test(name)

function anyChoice(target: Target, random: Random): Choice {
  const must = new Set(required(target))
  const chosen = target.fields.filter(
    (field) =>
      field.candidates.length > 0 && (must.has(field) || isDay(field) || random.chance(field.isAmount ? 0.8 : 0.35)),
  )
  return new Map(
    chosen.map((field) => [field.name, isCount(field) ? few : isDay(field) ? daily : random.pick(field.candidates)]),
  )
}

type Items = readonly { readonly q?: string }[]

/** Points of a list by the table of costs. */
function listPoints(items: Items, detail: keyof typeof ITEM_WORK, perMinute: number): number {
  const workOf = ({ q = '' }: Items[number]): number => {
    const digits = q.replaceAll(' ', '')
    if (!/^\d+$/.test(digits)) return ITEM_WORK[detail].name * Math.ceil(q.length / NAME_PART)
    return ITEM_WORK[detail][digits.length === 2 ? 'chapter' : digits.length === 4 ? 'heading' : 'code']
  }
  const work = items.reduce((sum, item) => sum + workOf(item), 0)
  return Math.min(perMinute, Math.max(1, Math.ceil(work / WORK_PER_POINT)))
}

function askedIn(query: URLSearchParams, defaults: { limit: number; include: string }) {
  const read = readQuery(query.get('q') ?? '')
  if (typeof read === 'string') throw new Error(`not a question: ${query}`)
  const include = query.get('include') ?? defaults.include
  return {
    read,
    limit: Number(query.get('limit') ?? defaults.limit),
    tree: include.includes('tree'),
    history: include.includes('history'),
  }
}

const PLAIN = { limit: 100, include: '' }
const PAGE = { limit: 500, include: 'tree,history' }

const WEBHOOK_POINTS: Readonly<Record<string, number>> = {
  'POST /api/v1/webhooks/:id/replay': POINTS.webhookMessages,
  'POST /api/v1/webhooks/:id/test': POINTS.webhookMessages,
}

/** What the table of costs says of a request that was answered for the first time; null where answers do not tell. */
function pointsOf({ route, name }: Target, { path, body }: Request): number | null {
  const query = new URL(path, 'http://x').searchParams
  const sent = body === null ? null : JSON.parse(body)
  switch (route) {
    case 'GET /api/v1/cn':
      return lookupPoints(askedIn(query, PLAIN))
    case 'GET /api/v1/receipt':
      return receiptPoints(askedIn(query, PLAIN))
    case 'GET /':
    case 'GET /en':
      return query.has('q') ? lookupPoints(askedIn(query, PAGE)) : null
    case 'GET /record':
    case 'GET /en/record':
      // A record has neither tree nor history, and a hundred matches at most.
      return receiptPoints({ ...askedIn(query, PLAIN), limit: PLAIN.limit, tree: false, history: false })
    case 'GET /verify':
    case 'GET /en/verify':
      return query.has('q') ? receiptPoints(askedIn(query, PLAIN)) : null
    case 'GET /api/v1/changes':
      return changesPoints(Number(query.get('limit') ?? 100))
    case 'GET /changes.atom':
      return POINTS.changesMade
    case 'GET /law':
    case 'GET /en/law':
      return query.size > 0 ? POINTS.lawPage : null
    case 'GET /changes':
    case 'GET /en/changes':
      return query.size > 0 ? POINTS.changesMade : null
    case 'GET /api/v1/check.csv': {
      const texts = [...(query.get('codes')?.split(',') ?? []), ...(query.get('names')?.split(';') ?? [])]
      return listPoints(
        texts.map((q) => ({ q })),
        'short',
        LIMITS.batches,
      )
    }
    case 'GET /api/v1/listings':
      return listingsPoints(Number(query.get('limit') ?? 100))
    case 'GET /api/v1/listings.csv':
    case 'GET /api/v1/dataset/:version.csv':
      return POINTS.listings
    case 'POST /api/v1/check':
      return listPoints(sent.items, sent.detail ?? 'short', LIMITS.batches)
    case 'PUT /api/v1/lists/:name':
    case 'PATCH /api/v1/lists/:name':
      return listPoints(sent.items ?? sent.set ?? [], 'short', LIMITS.keyLists)
    case 'POST /mcp':
      // The headers of a list tell of the limit of batches.
      if (name === 'MCP check_list') return listPoints(sent.params.arguments.items, 'short', LIMITS.batches)
      return sent.method === 'tools/call' ? toolPoints(sent.params.name) : POINTS.lookup
    default:
      return POINTS.lookup
  }
}

/** Counted apart from all else: `text` as it is written. */
function exceeded(body: string, { bytes, parts, depth, textBytes }: Bounds): boolean {
  if (Buffer.byteLength(body) > bytes) return true
  if (body.match(/"(?:[^"\\]|\\.)*"/g)?.some((text) => Buffer.byteLength(text) - 2 > textBytes)) return true
  const bare = body.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
  let [open, deepest] = [0, 0]
  for (const sign of bare) {
    if (sign === '[' || sign === '{') deepest = Math.max(deepest, ++open)
    if (sign === ']' || sign === '}') open--
  }
  return deepest > depth || (bare.match(/[[{,:]/g)?.length ?? 0) > parts
}

function exceededForm(body: string, { bytes, parts, textBytes }: Bounds): boolean {
  const fields = body.split('&')
  return body.length > bytes || fields.length > parts || fields.some((field) => field.length - 2 > textBytes)
}

/** Whether a body is more than its route declares. */
function isTooMuch({ routes }: Scene, { route }: Target, { body }: Request): boolean {
  const declared = routes.get(route)?.input.body
  if (!declared || body === null) return false
  if (declared.type !== 'application/json') return exceededForm(body, declared)
  if (exceeded(body, declared)) return true
  return declared.narrower !== undefined && exceeded(body, declared.narrower(JSON.parse(body)))
}

/** Whether a parameter is longer than its route declares. */
function isTooLong({ routes }: Scene, { route }: Target, { path }: Request): boolean {
  const query = routes.get(route)?.input.query
  if (!query || query === 'ignored') return false
  const declared = query(answerer.dataset)
  return [...new URL(path, 'http://x').searchParams].some(
    ([name, value]) => value.length > (declared[name]?.maxCharacters ?? Number.POSITIVE_INFINITY),
  )
}

/** Statuses of pages and files, which the API description does not have. */
const UNDESCRIBED = ['200', '204', '301', '302', '303', '400', '404', '413']

function documentedStatuses({ document }: Scene, { route, name }: Target): readonly string[] {
  const [method = '', path = ''] = route === 'POST /mcp' ? ['POST', '/mcp'] : name.split(' ')
  return Object.keys(document.paths[path]?.[method.toLowerCase()]?.responses ?? {})
}

/** What holds of every answer. */
function judge(scene: Scene, target: Target, request: Request, answer: LightMyRequestResponse, label: string): void {
  const { statusCode, headers, rawPayload } = answer
  const told = `${target.name} ${label}: ${statusCode} ${rawPayload.subarray(0, 300)}`
  const documented = documentedStatuses(scene, target)
  assert.ok((documented.length > 0 ? documented : UNDESCRIBED).includes(`${statusCode}`), told)
  if (headers['content-type'] === 'application/problem+json; charset=utf-8') {
    problemIn({ statusCode, headers, body: answer.body })
    assert.ok(rawPayload.length <= PROBLEM_BYTES, told)
  }
  const count = target.route === 'POST /api/v1/check' && statusCode === 200 ? JSON.parse(request.body!).items.length : 0
  // Files are read once for all callers.
  const isFile = target.route.endsWith('/*')
  assert.ok(isFile || rawPayload.length <= ANSWER_BYTES + count * ITEM_BYTES, `${told}: ${rawPayload.length} B`)
  const charged = chargedOf(answer)
  // What is read of a body is charged, unless it is too large to be read.
  const isReadAll = /^POST .*\/verify$/.test(target.route) && statusCode !== 413
  const least = isReadAll ? readingPoints(request.body?.length ?? 0) : POINTS.lookup
  const paid = [WEBHOOK_POINTS[target.route] ?? least, ...membersPaid(target, request), ...factsPaid(target, request)]
  if (statusCode >= 400 && charged !== null)
    assert.ok(paid.includes(charged), `${told}: ${charged} points of a refusal`)
}

/** Which facts can be asked is only known once the goods are judged. */
const factsPaid = (target: Target, request: Request): number[] => {
  const points = /[?&]facts=/.test(request.path) ? pointsOf(target, request) : null
  return points === null ? [] : [points]
}

/** What a list that is refused may have cost: its members are read, unless something else is wrong before. */
function membersPaid({ route }: Target, { body }: Request): number[] {
  if (!/^(PUT|PATCH) \/api\/v1\/lists\/:name$/.test(route)) return []
  const lists = (/"(?:items|set|remove)":\[/.test(body ?? '') ? Object.values(JSON.parse(body!)) : []).filter(
    Array.isArray,
  )
  const members = lists.reduce((sum, { length }) => sum + (length <= MAX_LIST_ITEMS ? length : 0), 0)
  return [Math.max(1, Math.ceil(members / (WORK_PER_POINT / ITEM_WORK.short.code)))]
}

let scene: Scene
const endings: (() => unknown)[] = []
before(async () => {
  scene = await sceneFor({ after: (ending) => void endings.push(ending as () => unknown) })
})
after(async () => {
  for (const ending of endings.toReversed()) await ending()
})

describe('what is attacked', () => {
  test('is every route that the service declares', () => {
    const attacked = new Set(scene.targets.map(({ route }) => route))
    // A HEAD is answered by the route of its GET.
    const declared = [...scene.routes.keys()].map((route) => route.replace(/^HEAD/, 'GET'))
    assert.deepEqual(
      [...new Set(declared)].filter((route) => !attacked.has(route)),
      [],
    )
    assert.deepEqual(
      [...attacked].filter((route) => !scene.routes.has(route)),
      [],
    )
  })

  test('is every parameter and every field of a body, each with values to try', () => {
    let seen = 0
    for (const [path, operations] of Object.entries(scene.document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        if (path === '/mcp') continue
        const target = scene.targets.find(({ name }) => name === `${method.toUpperCase()} ${path}`)
        const tried = target?.fields.filter(({ candidates, fillers }) => candidates.length + fillers.length > 0) ?? []
        const names = new Set(tried.flatMap(({ name }) => name.split(/[?.#[\]]+/)))
        const described = [
          ...(operation.parameters ?? [])
            .map((one) => referredBy(one, scene.document))
            .filter((one) => one.in === 'query')
            .map(({ name }) => name),
          ...propertiesIn(operation.requestBody, scene.document),
        ]
        for (const name of described) assert.ok(names.has(name), `${method} ${path}: ${name}`)
        seen += described.length
      }
    }
    assert.ok(seen > 100, `${seen}`)
  })
})

/** What stands at the place that a part of the description refers to; the part itself where it refers to none. */
function referredBy<T extends { readonly $ref?: string }>(part: T, document: object): T {
  if (part.$ref === undefined) return part
  const keys = part.$ref.split('/').slice(1)
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document) as T
}

/** The names of all properties below a part of the description. */
function propertiesIn(part: unknown, document: object): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { $ref, properties = {}, ...rest } = part as { $ref?: string; properties?: object }
  return [
    ...($ref === undefined ? [] : propertiesIn(referredBy({ $ref }, document), document)),
    ...Object.entries(properties).flatMap(([name, property]) => [name, ...propertiesIn(property, document)]),
    ...Object.values(rest).flatMap((value) => propertiesIn(value, document)),
  ]
}

test('a request costs the points of the table, whatever is asked, and its answer is bounded', async (t) => {
  t.diagnostic(`seed ${SEED}`)
  const random = seededRandom(SEED)
  const asked = new Set<string>()
  let counted = 0
  for (const target of scene.targets) {
    const choices = [greatest(target), ...Array.from({ length: CHOICES }, () => anyChoice(target, random))]
    for (const choice of choices) {
      const request = target.build(choice, asked.size)
      // What was asked before may be cached, and then costs a point.
      if (asked.has(`${request.method} ${request.path} ${request.body}`)) continue
      asked.add(`${request.method} ${request.path} ${request.body}`)
      const label = [...choice].map(([name, { label }]) => `${name}=${label}`).join(' ')
      const answer = await ask(scene, target, request)
      judge(scene, target, request, answer, label)
      const charged = chargedOf(answer)
      if (answer.statusCode >= 400 || charged === null) continue
      counted++
      const points = pointsOf(target, request)
      // A line that is refused costs as little as a code.
      if (answer.body.includes('"status":"error"')) assert.ok(charged <= points!, `${target.name} ${label}`)
      else assert.equal(charged, points, `${target.name} ${label}`)
    }
  }
  assert.ok(counted > 80, `${counted}`)
  assert.deepEqual(
    scene.service.log.filter(({ level }) => level === 'error'),
    [],
  )
})

test('what is too long or of too many parts is refused with what the documents say', async () => {
  const random = seededRandom(SEED)
  let refused = 0
  for (const target of scene.targets) {
    const least = new Map(required(target).map((field) => [field.name, field.candidates.at(-1)!]))
    const { statusCode: status } = await ask(scene, target, target.build(least, 0))
    const long = target.fields.filter(({ fillers }) => fillers.length > 0)
    const filled = long.map((field) => {
      const filler = random.pick(field.fillers)
      const write = () => target.build(new Map([...least, [field.name, filler]]), 0)
      return { label: `${field.name}=${filler.label}`, write }
    })
    const junk = target.junk.length === 0 ? [] : Array.from({ length: JUNK }, () => random.pick(target.junk))
    for (const { label, write } of [...filled, ...junk]) {
      const request = write()
      const answer = await ask(scene, target, request)
      judge(scene, target, request, answer, label)
      if (isTooMuch(scene, target, request)) {
        assert.equal(answer.statusCode, 413, `${target.name} ${label}`)
        refused++
      } else if (label.startsWith('?ignored')) assert.equal(answer.statusCode, status, `${target.name} ${label}`)
      else if (isTooLong(scene, target, request)) {
        // A link of a mail that was cut or mended leads to a page that says what to do.
        assert.equal(answer.statusCode, target.name.includes('/alerts/') ? 404 : 400, `${target.name} ${label}`)
        refused++
      }
    }
  }
  assert.ok(refused > 150, `${refused}`)
  assert.deepEqual(
    scene.service.log.filter(({ level }) => level === 'error'),
    [],
  )
})

test('no short answer to a heading is too long to be kept, or a list that repeats it would cost its work each time', async () => {
  const { lines } = answerer.dataset.nomenclatures.of(answerer.dataset.nomenclatures.years.at(-1)!)
  const headings = [...new Set(lines.map(({ code }) => code.replaceAll(' ', '').slice(0, 4)))].filter(
    ({ length }) => length === 4,
  )
  const asOf = calendarDay('2026-11-17')!
  for (const deal of [{}, { destination: 'KZ' }]) {
    const items = headings.map((q) => ({ id: q, q, ...deal }))
    const batch: Batch = { items, detail: 'short', deal: {}, facts: null, regime: null, asOf, language: null }
    const onError = (error: unknown) => assert.fail(String(error))
    const { answer } = batchItems(workOn(batch, { answerer, today: asOf, onError }, 'pl'))
    for (const [at, heading] of headings.entries()) {
      const { length } = jsonBytes(await answer(at))
      assert.ok(length < MAX_CACHED_BYTES, `${heading}: ${length} bytes`)
    }
  }
})
