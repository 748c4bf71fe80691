import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Parameters } from '../../answer/parameters.ts'
import { problemInWords, QUESTION_PROBLEMS, type QuestionProblem } from '../../answer/problems.ts'
import { readQuery } from '../../answer/question.ts'
import { DISCLAIMER } from '../../answer/texts.ts'
import { assessItem } from '../../screening/item.ts'
import type { ListNotice } from '../../store/alerts/alerts.ts'
import { MAX_LIST_ITEMS } from '../../store/lists/bounds.ts'
import { writeChangeCursor } from '../../store/lists/change-cursor.ts'
import { dealOf, type ListChange, type ListItem, type StoredList } from '../../store/lists/rows.ts'
import type { ListRefusal, NamesGiven } from '../../store/lists/write-list.ts'
import type { Store } from '../../store/store.ts'
import { runInTurns } from '../../terms/time-slices.ts'
import { shown } from '../../webhooks/list-payload.ts'
import { LIST_BODY } from '../input/bounds.ts'
import type { ListChangesSchema, ListPageSchema, ListSchema, ListsSchema } from '../openapi/list-schemas.ts'
import { admitKeyHolder, chargeMore, refuseFor } from '../request/access.ts'
import type { Admission } from '../request/admission.ts'
import { alertsLimited } from '../request/ask-alert.ts'
import { costOf, heavyIds } from '../request/batch-cost.ts'
import { batchSlots } from '../request/batch-slots.ts'
import { ITEMS_PER_POINT } from '../request/costs.ts'
import { type Circumstances, type ListProblem, listNameIn, readList, readListPatch } from '../request/list.ts'
import { conditionIn, listTag } from '../request/list-condition.ts'
import { namesReady } from '../request/names-ready.ts'
import { LANGUAGE_ONLY, LIST_CHANGES_PARAMETERS, LIST_PARAMETERS, readUrlParameters } from '../request/parameters.ts'
import { UNCACHED } from '../response/headers.ts'
import { PROBLEMS, type ProblemCode, type ProblemDetails } from '../response/problems.ts'
import { responseBody } from '../response/response-body.ts'
import { sendBody } from '../response/send-body.ts'
import { sendProblem } from '../response/send-problem.ts'
import type { Services } from '../services.ts'

const LISTS_PATH = '/api/v1/lists'
const LIST_PATH = `${LISTS_PATH}/:name`

/** Lists that are read and stored at the same time: each takes up to 50 MB meanwhile. */
const SLOTS = { perCaller: 2, perNetwork: 3, inAll: 3, forKeys: 0 }
/** When no slot is free the caller may try again after this time. */
const BUSY_SECONDS = 2

/** Never kept by a shared cache, and asked for again each time with its tag. */
const PRIVATE_JSON = Object.freeze({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'Accept-Encoding',
})

/** Counted by `admitKeyHolder`. */
const taking = (declared: Parameters) =>
  ({ config: { limit: 'own', input: { query: () => declared, body: null } } }) as const

/** What a request about lists works with once it is admitted. */
interface Admitted {
  readonly keyId: string
  readonly name: string
  readonly store: Store
}

/** The lists of the holder of a key. No other key sees them. */
export function listsRoutes(app: FastifyInstance, services: Services, admission: Admission): void {
  const slots = batchSlots(SLOTS)
  const admitted = new WeakMap<FastifyRequest, Admitted>()

  /** Admits before the body is read. */
  const admitWriter = async (request: FastifyRequest, reply: FastifyReply) => {
    const found = await admit(request, reply, services, 'lists')
    if ('problem' in found) return sendProblem(request, reply, found.problem, found)
    admitted.set(request, found)
    return undefined
  }
  /** A slot is taken when the body has arrived: a caller that sends its body slowly, or never, holds none meanwhile. */
  const takeSlot = async (request: FastifyRequest, reply: FastifyReply) => {
    const { keyId } = admitted.get(request)!
    const evict = () => reply.raw.destroy()
    const slot = slots.tryAcquire({ caller: keyId, networks: [], hasKey: true, evict })
    if (!slot) return sendProblem(request, reply, refuseFor(BUSY_SECONDS, reply, services, 'batches_busy'))
    reply.raw.once('close', slot.release)
    return undefined
  }
  const config = {
    limit: 'own',
    input: { query: () => LANGUAGE_ONLY, body: LIST_BODY },
    bodyProblems: { body_invalid: 'list_invalid', body_too_large: 'list_too_large' },
  } as const
  const writing = { config, onRequest: admitWriter, preValidation: takeSlot }

  app.put(LIST_PATH, writing, (request, reply) =>
    write(
      request,
      reply,
      services,
      admission,
      admitted.get(request)!,
      readList,
      ({ language, items }, { store, ...list }, names) =>
        store.lists.put({
          ...list,
          language,
          items,
          names,
          condition: conditionIn(request.headers),
          at: services.now(),
        }),
    ),
  )
  app.patch(LIST_PATH, writing, (request, reply) =>
    write(
      request,
      reply,
      services,
      admission,
      admitted.get(request)!,
      readListPatch,
      ({ set, remove }, { store, ...list }, names) =>
        store.lists.patch({ ...list, set, remove, names, condition: conditionIn(request.headers), at: services.now() }),
    ),
  )
  app.delete(LIST_PATH, taking(LANGUAGE_ONLY), async (request, reply) => {
    const found = await admit(request, reply, services, 'lookups')
    if ('problem' in found) return sendProblem(request, reply, found.problem, found)
    const read = readUrlParameters(request.url, LANGUAGE_ONLY)
    if ('problem' in read) return sendProblem(request, reply, read.problem, read)
    const { store, ...list } = found
    const outcome = await store.lists.remove({ ...list, condition: conditionIn(request.headers) })
    if (outcome !== 'removed') return sendProblem(request, reply, PROBLEM_OF[outcome])
    return reply.code(204).header('cache-control', UNCACHED).send()
  })

  app.get(LISTS_PATH, taking(LANGUAGE_ONLY), async (request, reply) => {
    const holder = await admitKeyHolder(request, reply, services)
    if ('problem' in holder) return sendProblem(request, reply, holder.problem)
    const read = readUrlParameters(request.url, LANGUAGE_ONLY)
    if ('problem' in read) return sendProblem(request, reply, read.problem, read)
    const store = services.store()
    if (!store) return sendProblem(request, reply, 'store_unavailable')
    const lists = await store.lists.all(holder.key.id)
    const body: Static<typeof ListsSchema> = { lists: await describeLists(store, lists) }
    return sendBody(request, reply, responseBody(JSON.stringify(body)), PRIVATE_JSON)
  })
  app.get(LIST_PATH, taking(LIST_PARAMETERS), async (request, reply) => {
    const found = await admit(request, reply, services, 'lists')
    if ('problem' in found) return sendProblem(request, reply, found.problem, found)
    return sendListPage(request, reply, services, admission, found)
  })
  app.get(`${LIST_PATH}/changes`, taking(LIST_CHANGES_PARAMETERS), async (request, reply) => {
    const found = await admit(request, reply, services, 'lookups')
    if ('problem' in found) return sendProblem(request, reply, found.problem, found)
    return sendChanges(request, reply, found)
  })
}

/** The holder of the key, the name in the address and the store; or the problem to send. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  kind: 'lookups' | 'lists',
): Promise<Admitted | ({ readonly problem: ProblemCode } & ProblemDetails)> {
  const holder = await admitKeyHolder(request, reply, services, kind)
  if ('problem' in holder) return holder
  const name = listNameIn((request.params as { name: string }).name)
  if (name === null) return { problem: 'list_name_invalid' }
  const store = services.store()
  return store ? { keyId: holder.key.id, name, store } : { problem: 'store_unavailable' }
}

const PROBLEM_OF: Readonly<Record<ListRefusal, ProblemCode>> = {
  condition_failed: 'list_version_other',
  key_ended: 'key_revoked',
  lists_full: 'lists_too_many',
  items_full: 'list_items_too_many',
  list_unknown: 'list_unknown',
  names_full: 'list_names_too_many',
  names_spent: 'list_names_limited',
}

type Read<T> = T | { readonly problems: readonly ListProblem[] }
type Given = {
  readonly items?: readonly ListItem[]
  readonly set?: readonly ListItem[]
  readonly notify?: string | null | undefined
}

/** Reads a body whole, charges what its items cost and stores all of it, or nothing. */
async function write<T extends Given>(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  admission: Admission,
  list: Admitted,
  readBody: (body: unknown, by: Circumstances) => Promise<Read<T>>,
  store: (given: T, list: Admitted, names: NamesGiven) => ReturnType<Store['lists']['put']>,
): Promise<FastifyReply> {
  const answerer = services.answerer()
  if (!answerer) return sendProblem(request, reply, 'not_ready')
  const parameters = readUrlParameters(request.url, LANGUAGE_ONLY)
  if ('problem' in parameters) return sendProblem(request, reply, parameters.problem, parameters)
  // Paid before it is done: also items that are wrong, or refused for what they cost together, have to be read.
  const reading = pointsOfReading(request.body)
  const unread = await charge(reply, services, reading, 1)
  if (unread) return sendProblem(request, reply, unread)
  const begun = await admission.begin(reply, 1)
  if ('problem' in begun) return sendProblem(request, reply, begun.problem)
  const turn = async () => begun.nextTurn()
  const read = await readBody(request.body, { answerer, day: services.today(), nextTurn: begun.nextTurn })
  if ('problems' in read) {
    const code = read.problems[0]?.code ?? 'list_invalid'
    return sendProblem(request, reply, code, errorsOf(read.problems))
  }
  const { notify } = read
  if (typeof notify === 'string' && !services.settings.alerts) return sendProblem(request, reply, 'alerts_off')
  const items = read.items ?? read.set ?? []
  const limited = await charge(reply, services, await runInTurns(costOf({ items }), turn), reading)
  if (limited) return sendProblem(request, reply, limited)
  const atMost = services.settings.limits.keyNames || Number.POSITIVE_INFINITY
  const stored = await store(read, list, { ids: await runInTurns(heavyIds(items), turn), atMost })
  if (stored.outcome === 'names_spent')
    refuseFor(secondsToMidnight(services.now()), reply, services, 'list_names_limited')
  if (!('list' in stored)) return sendProblem(request, reply, PROBLEM_OF[stored.outcome])
  if (notify !== undefined) {
    const { id, language } = stored.list
    const asked = notify === null ? null : { email: notify, language, caller: list.keyId, at: services.now() }
    const outcome = await list.store.alerts.notifyOfList(id, asked)
    if (outcome === 'limited') return sendProblem(request, reply, alertsLimited(reply, services))
  }
  const [described] = await describeLists(list.store, [stored.list])
  return reply
    .code(stored.outcome === 'created' ? 201 : 200)
    .headers({ ...PRIVATE_JSON, 'cache-control': UNCACHED, etag: listTag(stored.list.version) })
    .send(JSON.stringify(described))
}

/** The day of the quota of names is that of UTC. */
const secondsToMidnight = (now: Date): number => 86_400 - Math.floor((now.getTime() % 86_400_000) / 1_000)

/** Each wrong place with what to do there. */
const errorsOf = (problems: readonly ListProblem[]): ProblemDetails => ({
  ...(problems[0]?.suggestions && { suggestions: problems[0].suggestions }),
  errors: (language) =>
    problems.map(({ code, pointer, suggestions = [] }) => ({
      pointer,
      detail: isOfQuestion(code) ? problemInWords({ code, suggestions }, language) : PROBLEMS[code].detail[language],
    })),
})

const isOfQuestion = (code: ProblemCode): code is QuestionProblem => Object.hasOwn(QUESTION_PROBLEMS, code)

/** The points of reading the members of a body, as many as lists may have; more are refused unread. */
function pointsOfReading(body: unknown): number {
  const { items, set, remove } = (body ?? {}) as Readonly<Record<string, unknown>>
  const lengthOf = (list: unknown) => (Array.isArray(list) && list.length <= MAX_LIST_ITEMS ? list.length : 0)
  return Math.max(1, Math.ceil((lengthOf(items) + lengthOf(set) + lengthOf(remove)) / ITEMS_PER_POINT.short.code))
}

/** Charges what a request costs beyond what was charged already. */
async function charge(
  reply: FastifyReply,
  services: Services,
  points: number,
  charged: number,
): Promise<ProblemCode | null> {
  const { counted } = reply
  if (!counted) throw new Error('a list that was not counted')
  // What costs more than the whole limit is taken when nothing else was asked in its minute.
  const cost = counted.perMinute > 0 ? Math.min(points, counted.perMinute) : charged
  return chargeMore(reply, counted, cost - Math.min(charged, cost), services, 'lists_limited')
}

async function sendListPage(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  admission: Admission,
  { keyId, name, store }: Admitted,
): Promise<FastifyReply> {
  const read = readUrlParameters(request.url, LIST_PARAMETERS)
  if ('problem' in read) return sendProblem(request, reply, read.problem, read)
  const answerer = services.answerer()
  if (!answerer) return sendProblem(request, reply, 'not_ready')
  const list = await store.lists.find(keyId, name)
  if (!list) return sendProblem(request, reply, 'list_unknown')
  const { limit, cursor } = read.values
  const found = await store.lists.items(list.id, cursor ?? 0, limit + 1)
  const page = found.slice(0, limit)
  const begun = await admission.begin(reply, 1)
  if ('problem' in begun) return sendProblem(request, reply, begun.problem)
  const cost = await runInTurns(costOf({ items: page }), async () => begun.nextTurn())
  const limited = await charge(reply, services, cost, 1)
  if (limited) return sendProblem(request, reply, limited)
  const day = services.today()
  const items: Static<typeof ListPageSchema>['items'] = []
  for (const item of page) {
    const asked = readQuery(item.q)
    await (typeof asked === 'string' ? null : namesReady(answerer, asked, day))
    items.push({ id: item.id, q: item.q, ...dealOf(item), ...assessItem(item, answerer, day, list.language) })
    await begun.nextTurn()
  }
  const body: Static<typeof ListPageSchema> = {
    ...(await describeLists(store, [list]))[0]!,
    dataset: answerer.dataset.version,
    as_of: day,
    disclaimer: DISCLAIMER[list.language],
    items,
    next: found.length > limit ? String(page.at(-1)!.position) : null,
  }
  const answer = responseBody(JSON.stringify(body))
  begun.hold(answer.bytes.length)
  return sendBody(request, reply, { ...answer, etag: `${list.version}.${answer.etag}` }, PRIVATE_JSON)
}

async function sendChanges(
  request: FastifyRequest,
  reply: FastifyReply,
  { keyId, name, store }: Admitted,
): Promise<FastifyReply> {
  const read = readUrlParameters(request.url, LIST_CHANGES_PARAMETERS)
  if ('problem' in read) return sendProblem(request, reply, read.problem, read)
  const list = await store.lists.find(keyId, name)
  if (!list) return sendProblem(request, reply, 'list_unknown')
  const { limit, cursor } = read.values
  // A cursor of another list, or of one that was deleted, would skip changes of this one.
  if (cursor && cursor.listId !== list.id)
    return sendProblem(request, reply, 'cursor_invalid', {
      errors: (language) => [{ parameter: 'cursor', detail: PROBLEMS.cursor_invalid.detail[language] }],
    })
  const after = cursor?.seq ?? 0
  const found = await store.lists.changes(list.id, after, limit + 1)
  const page = found.slice(0, limit)
  const body: Static<typeof ListChangesSchema> = {
    changes: page.map((change) => describeChange(list, change)),
    next: writeChangeCursor({ listId: list.id, seq: page.at(-1)?.seq ?? after }),
    more: found.length > limit,
  }
  return sendBody(request, reply, responseBody(JSON.stringify(body)), PRIVATE_JSON)
}

async function describeLists(store: Store, lists: readonly StoredList[]) {
  const notices = await store.alerts.noticesOf(lists.map(({ id }) => id))
  return lists.map((list) => describeList(list, notices.get(list.id)))
}

const describeList = (list: StoredList, notice?: ListNotice): Static<typeof ListSchema> => ({
  name: list.name,
  lang: list.language,
  count: list.count,
  prohibited: list.screened === null ? null : list.bans,
  state: list.unchecked || list.screened === null ? 'checking' : 'checked',
  screened: list.screened && { dataset: list.screened.dataset, as_of: list.screened.day, at: list.screened.at },
  changes: list.lastChange,
  notify: notice?.email ?? null,
  notify_confirmed: notice?.confirmed ?? false,
  created_at: list.createdAt,
  updated_at: list.updatedAt,
})

const describeChange = (
  { id }: StoredList,
  change: ListChange,
): Static<typeof ListChangesSchema>['changes'][number] => ({
  id: `${id}-${change.seq}`,
  item: change.itemId,
  q: change.q,
  ...dealOf(change),
  before: shown(change.before),
  after: { ...shown(change.after), sentence: change.sentence },
  acts: [...change.acts],
  day: change.day,
  dataset: change.dataset,
  recorded_at: change.recordedAt,
})
