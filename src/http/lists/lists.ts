import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { readQuery } from '../../answer/question/question.ts'
import { DISCLAIMER } from '../../answer/shape/texts.ts'
import { runInTurns, type TimeSliced } from '../../base/time-slices.ts'
import { assessItem } from '../../screening/item.ts'
import type { ListNotice } from '../../store/alerts/alerts.ts'
import { writeChangeCursor } from '../../store/lists/change-cursor.ts'
import { MAX_LIST_ITEMS, MAX_LISTS } from '../../store/lists/list-limits.ts'
import { fieldsOf, type ListChange, type ListItem, type StoredList } from '../../store/lists/list-queries.ts'
import type { ListRefusal, Outcome, Write } from '../../store/lists/write-list.ts'
import type { Store } from '../../store/store.ts'
import { shown } from '../../webhooks/list-payload.ts'
import { alertsLimited } from '../contact/ask-alert.ts'
import { asking } from '../kernel/body/route-input.ts'
import type { Admission } from '../kernel/gate/admission.ts'
import { batchSlots } from '../kernel/gate/batch-slots.ts'
import { admitKeyHolder, chargeMore, refuseFor } from '../kernel/limits/access.ts'
import { type QuotedProblem, quote } from '../kernel/problem/problem.ts'
import type { ProblemCode } from '../kernel/problem/problems.ts'
import { accepted, acceptedBody, openStoreIn, orRefuse, Refusal } from '../kernel/problem/refusal.ts'
import { wrongParameters } from '../kernel/problem/wrong-parameters.ts'
import { UNCACHED } from '../kernel/reply/headers.ts'
import { responseBody } from '../kernel/reply/response-body.ts'
import { sendBody } from '../kernel/reply/send-body.ts'
import { LANGUAGE_ONLY, readUrlParameters } from '../kernel/request/parameters.ts'
import type { Services } from '../kernel/service/services.ts'
import { costOf } from '../lookup/batch-cost.ts'
import { ITEM_COSTS, ITEMS_PER_POINT } from '../lookup/costs.ts'
import { namesReady } from '../lookup/names-ready.ts'
import { LIST_BODY, LIST_NAME_CHARACTERS } from './limits.ts'
import { conditionIn, listTag } from './list-condition.ts'
import { LIST_CHANGES_PARAMETERS, LIST_PARAMETERS } from './list-parameters.ts'
import { TOO_MANY } from './list-request-body.ts'
import type { ListChangesSchema, ListPageSchema, ListSchema, ListsSchema } from './list-schemas.ts'
import { type Circumstances, listNameIn, type ReadBody, readList, readListPatch } from './read-list.ts'

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

/** What a request about lists works with once it is admitted. */
interface Admitted {
  readonly keyId: string
  readonly name: string
  readonly store: Store
}

interface Given {
  readonly items?: readonly ListItem[]
  readonly set?: readonly ListItem[]
  readonly notify?: string | null | undefined
}

/** The lists of the holder of a key. No other key sees them. */
export function listsRoutes(app: FastifyInstance, services: Services, admission: Admission): void {
  const slots = batchSlots(SLOTS)
  const admitted = new WeakMap<FastifyRequest, Admitted>()

  /** Admits before the body is read. */
  const admitWriter = async (request: FastifyRequest, reply: FastifyReply) => {
    admitted.set(request, await admit(request, reply, services, 'lists'))
  }
  /** A slot is taken when the body has arrived: a caller that sends its body slowly, or never, holds none meanwhile. */
  const takeSlot = async (request: FastifyRequest, reply: FastifyReply) => {
    const { keyId } = admitted.get(request)!
    const evict = () => reply.raw.destroy()
    const slot = slots.tryAcquire({ caller: keyId, networks: [], hasKey: true, evict })
    if (!slot) throw new Refusal(refuseFor(BUSY_SECONDS, reply, services, 'batches_busy'))
    reply.raw.once('close', slot.release)
  }
  const config = {
    limit: 'own',
    input: { query: () => LANGUAGE_ONLY, body: LIST_BODY },
    bodyProblems: { body_invalid: 'list_invalid', body_too_large: 'list_too_large' },
  } as const
  const writing = { config, onRequest: admitWriter, preValidation: takeSlot }

  app.put(LIST_PATH, writing, (request, reply) =>
    write(request, reply, readList, ({ language, items }, { lists }, to) => lists.put({ ...to, language, items })),
  )
  app.patch(LIST_PATH, writing, (request, reply) =>
    write(request, reply, readListPatch, ({ set, remove }, { lists }, to) => lists.patch({ ...to, set, remove })),
  )

  /** Reads a body whole, charges what its items cost and stores all of it, or nothing. */
  async function write<T extends Given>(
    request: FastifyRequest,
    reply: FastifyReply,
    readBody: (body: unknown, by: Circumstances) => ReadBody<T>,
    put: (given: T, store: Store, to: Write) => Promise<Outcome>,
  ): Promise<FastifyReply> {
    const answerer = orRefuse(services.answerer(), 'not_ready')
    readUrlParameters(request.url, LANGUAGE_ONLY)
    // Paid before it is done: also items that are wrong, or refused for what they cost together, have to be read.
    const { nextTurn } = accepted(await admission.begin(reply, 1))
    const turn = async () => nextTurn()
    const reading = await runInTurns(pointsOfReading(request.body), turn)
    await charge(reply, services, reading, 1)
    const read = acceptedBody(await readBody(request.body, { answerer, day: services.today(), nextTurn }))
    const { notify } = read
    if (typeof notify === 'string' && !services.settings.alerts) throw new Refusal('alerts_off')
    const items = read.items ?? read.set ?? []
    await charge(reply, services, await runInTurns(costOf({ items }), turn), reading)
    const { keyId, name, store } = admitted.get(request)!
    const at = services.now()
    const stored = await put(read, store, { keyId, name, condition: conditionIn(request.headers), at })
    if (!('list' in stored)) throw new Refusal(PROBLEM_OF[stored.outcome])
    const { list, outcome } = stored
    if (notify !== undefined) {
      const { leadsPerDay } = services.settings
      const of = { language: list.language, network: keyId, leadsPerDay, at }
      const told = await store.alerts.notifyOfList(list.id, notify === null ? null : { email: notify, ...of })
      if (told === 'limited') throw new Refusal(alertsLimited(reply, services))
    }
    const [described] = await describeLists(store, [list])
    return reply
      .code(outcome === 'created' ? 201 : 200)
      .headers({ ...PRIVATE_JSON, 'cache-control': UNCACHED, etag: listTag(list.version) })
      .send(JSON.stringify(described))
  }

  const plain = asking('own', () => LANGUAGE_ONLY)
  app.delete(LIST_PATH, plain, async (request, reply) => {
    const { store, ...list } = await admit(request, reply, services, 'lookups')
    readUrlParameters(request.url, LANGUAGE_ONLY)
    const outcome = await store.lists.remove({ ...list, condition: conditionIn(request.headers) })
    if (outcome !== 'removed') throw new Refusal(PROBLEM_OF[outcome])
    return reply.code(204).header('cache-control', UNCACHED).send()
  })

  app.get(LISTS_PATH, plain, async (request, reply) => {
    const { key } = accepted(await admitKeyHolder(request, reply, services))
    readUrlParameters(request.url, LANGUAGE_ONLY)
    const store = openStoreIn(services)
    const lists = await describeLists(store, await store.lists.all(key.id))
    const body: Static<typeof ListsSchema> = { lists }
    return sendBody(request, reply, responseBody(JSON.stringify(body)), PRIVATE_JSON)
  })

  const askingItems = asking('own', () => LIST_PARAMETERS)
  app.get(LIST_PATH, askingItems, async (request, reply) => {
    const { keyId, name, store } = await admit(request, reply, services, 'lists')
    const { limit, cursor } = readUrlParameters(request.url, LIST_PARAMETERS)
    const answerer = orRefuse(services.answerer(), 'not_ready')
    const list = orRefuse(await store.lists.find(keyId, name), 'list_unknown')
    const found = await store.lists.items(list.id, cursor ?? 0, limit + 1)
    const page = found.slice(0, limit)
    const begun = accepted(await admission.begin(reply, 1))
    await charge(reply, services, await runInTurns(costOf({ items: page }), async () => begun.nextTurn()), 1)
    const day = services.today()
    const items: Static<typeof ListPageSchema>['items'] = []
    for (const item of page) {
      const asked = readQuery(item.q)
      await (typeof asked === 'string' ? null : namesReady(answerer, asked, day))
      items.push({ id: item.id, q: item.q, ...fieldsOf(item), ...assessItem(item, answerer, day, list.language) })
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
  })

  const askingChanges = asking('own', () => LIST_CHANGES_PARAMETERS)
  app.get(`${LIST_PATH}/changes`, askingChanges, async (request, reply) => {
    const { keyId, name, store } = await admit(request, reply, services, 'lookups')
    const { limit, cursor } = readUrlParameters(request.url, LIST_CHANGES_PARAMETERS)
    const list = orRefuse(await store.lists.find(keyId, name), 'list_unknown')
    // A cursor of another list, or of one that was deleted, would skip changes of this one.
    if (cursor && cursor.listId !== list.id) {
      const wrong = { code: 'cursor_invalid', parameter: 'cursor' } as const
      throw new Refusal('cursor_invalid', wrongParameters([wrong]))
    }
    const after = cursor?.seq ?? 0
    const found = await store.lists.changes(list.id, after, limit + 1)
    const page = found.slice(0, limit)
    const body: Static<typeof ListChangesSchema> = {
      changes: page.map((change) => describeChange(list, change)),
      next: writeChangeCursor({ listId: list.id, seq: page.at(-1)?.seq ?? after }),
      more: found.length > limit,
    }
    return sendBody(request, reply, responseBody(JSON.stringify(body)), PRIVATE_JSON)
  })
}

/** The holder of the key, the name in the address and the store. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  kind: 'lookups' | 'lists',
): Promise<Admitted> {
  const { key } = accepted(await admitKeyHolder(request, reply, services, kind))
  const name = orRefuse(
    listNameIn((request.params as { name: string }).name),
    quote('list_name_invalid', { max: LIST_NAME_CHARACTERS }),
  )
  return { keyId: key.id, name, store: openStoreIn(services) }
}

const PROBLEM_OF: Readonly<Record<ListRefusal, ProblemCode | QuotedProblem>> = {
  condition_failed: 'list_version_other',
  key_ended: 'key_revoked',
  lists_full: quote('lists_too_many', { max: MAX_LISTS }),
  items_full: TOO_MANY,
  list_unknown: 'list_unknown',
}

/** The points of reading the members of a body, as many as lists may have; more are refused unread. Facts take an answer. */
function* pointsOfReading(body: unknown): TimeSliced<number> {
  const { items, set, remove } = (body ?? {}) as Readonly<Record<string, unknown>>
  const members = [items, set, remove].flatMap((list): readonly unknown[] =>
    Array.isArray(list) && list.length <= MAX_LIST_ITEMS ? list : [],
  )
  const answered = members.filter(isWithFacts)
  const points = answered.length > 0 ? yield* costOf({ items: answered }) : 0
  return Math.max(1, points + Math.ceil((members.length - answered.length) / ITEMS_PER_POINT.short.code))
}

function isWithFacts(member: unknown): member is { readonly q: string } {
  const { q, facts } = (member ?? {}) as { readonly q?: unknown; readonly facts?: unknown }
  return typeof q === 'string' && typeof facts === 'string'
}

/** Charges what a request costs beyond what was charged already. */
async function charge(reply: FastifyReply, services: Services, points: number, charged: number): Promise<void> {
  const { counted } = reply
  if (!counted) throw new Error('a list that was not counted')
  // What costs more than the whole limit is taken when nothing else was asked in its minute.
  const cost = counted.perMinute > 0 ? Math.min(points, counted.perMinute) : charged
  const limited = await chargeMore(reply, counted, cost - Math.min(charged, cost), services, 'lists_limited')
  if (limited) throw new Refusal(limited, { values: ITEM_COSTS })
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
  ...fieldsOf(change),
  before: shown(change.before),
  after: { ...shown(change.after), sentence: change.sentence },
  acts: [...change.acts],
  day: change.day,
  dataset: change.dataset,
  recorded_at: change.recordedAt,
})
