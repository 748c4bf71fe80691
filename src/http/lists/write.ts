import type { FastifyReply } from 'fastify'
import { runInTurns, type TimeSliced } from '../../base/time-slices.ts'
import { MAX_LIST_ITEMS, MAX_LISTS } from '../../store/lists/list-limits.ts'
import type { ListItem } from '../../store/lists/list-queries.ts'
import type { ListRefusal, Outcome, Write } from '../../store/lists/write-list.ts'
import type { Store } from '../../store/store.ts'
import { alertsLimited } from '../contact/ask-alert.ts'
import type { Asked } from '../kernel/endpoint/endpoint.ts'
import { batchSlots } from '../kernel/gate/batch-slots.ts'
import { chargeMore, refuseFor } from '../kernel/limits/access.ts'
import { type QuotedProblem, quote } from '../kernel/problem/problem.ts'
import type { ProblemCode } from '../kernel/problem/problems.ts'
import { accepted, acceptedBody, orRefuse, Refusal } from '../kernel/problem/refusal.ts'
import { UNCACHED } from '../kernel/reply/headers.ts'
import { perService } from '../kernel/service/per-service.ts'
import type { Services } from '../kernel/service/services.ts'
import { costOf } from '../lookup/batch-cost.ts'
import { ITEM_COSTS, ITEMS_PER_POINT } from '../lookup/costs.ts'
import { describeLists } from './describe-list.ts'
import { conditionIn, listTag } from './list-condition.ts'
import { TOO_MANY } from './list-request-body.ts'
import type { Circumstances, ReadBody } from './read-list.ts'

/** Lists that are read and stored at the same time: each takes up to 50 MB meanwhile. */
const SLOTS = { perCaller: 2, perNetwork: 3, inAll: 3, forKeys: 0 }
/** When no slot is free the caller may try again after this time. */
const BUSY_SECONDS = 2

const slotsOf = perService((_: Services) => batchSlots(SLOTS))

/** Never kept by a shared cache, and asked for again each time with its tag. */
export const PRIVATE_JSON = Object.freeze({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'Accept-Encoding',
})

interface Given {
  readonly items?: readonly ListItem[]
  readonly set?: readonly ListItem[]
  readonly notify?: string | null | undefined
}

/** A request to write a list, whose body is not read yet. */
type Writing = Asked<unknown, { readonly given: unknown }> & {
  readonly keyId: string
  readonly store: Store
  readonly name: string
}

/** A slot is taken when the body has arrived: a caller that sends its body slowly, or never, holds none meanwhile. */
function takeSlot({ services, keyId, reply }: Writing): void {
  const slot = slotsOf(services).tryAcquire({
    caller: keyId,
    networks: [],
    hasKey: true,
    evict: () => reply.raw.destroy(),
  })
  if (!slot) throw new Refusal(refuseFor(BUSY_SECONDS, reply, services, 'batches_busy'))
  reply.raw.once('close', slot.release)
}

/** Reads a body whole, charges what its items cost and stores all of it, or nothing. */
export async function writeList<T extends Given>(
  writing: Writing,
  readBody: (body: unknown, by: Circumstances) => ReadBody<T>,
  put: (given: T, store: Store, to: Write) => Promise<Outcome>,
): Promise<FastifyReply> {
  const {
    body: { given },
    services,
    admission,
    request,
    reply,
    store,
    keyId,
    name,
  } = writing
  takeSlot(writing)
  const answerer = orRefuse(services.answerer(), 'not_ready')
  // Paid before it is done: also items that are wrong, or refused for what they cost together, have to be read.
  const { nextTurn } = accepted(await admission.begin(reply, 1))
  const turn = async () => nextTurn()
  const reading = await runInTurns(pointsOfReading(given), turn)
  await charge(reply, services, reading, 1)
  const read = acceptedBody(await readBody(given, { answerer, day: services.today(), nextTurn }))
  const { notify } = read
  if (typeof notify === 'string' && !services.settings.alerts) throw new Refusal('alerts_off')
  const items = read.items ?? read.set ?? []
  await charge(reply, services, await runInTurns(costOf({ items }), turn), reading)
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

export const PROBLEM_OF: Readonly<Record<ListRefusal, ProblemCode | QuotedProblem>> = {
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
export async function charge(reply: FastifyReply, services: Services, points: number, charged: number): Promise<void> {
  const { counted } = reply
  if (!counted) throw new Error('a list that was not counted')
  // What costs more than the whole limit is taken when nothing else was asked in its minute.
  const cost = counted.perMinute > 0 ? Math.min(points, counted.perMinute) : charged
  const limited = await chargeMore(reply, counted, cost - Math.min(charged, cost), services, 'lists_limited')
  if (limited) throw new Refusal(limited, { values: ITEM_COSTS })
}
