import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Insertable, Transaction } from 'kysely'
import type { Digits } from '../../base/cn-code.ts'
import { audienceOf, isOfRegime } from '../../changes/audience.ts'
import type { Change } from '../../changes/change.ts'
import { markRecipientsDue } from '../alerts/wake.ts'
import { randomBase62 } from '../keys/api-key.ts'
import { endOfKey } from '../keys/keys.ts'
import { chunks } from '../sql/chunks.ts'
import { isDigitsList, isStringList, readJson } from '../sql/json-column.ts'
import type { EventChange, Tables } from '../sql/schema.ts'

/**
 * Changes of one kind to one annex and article by one act on one day, or all without a code by one act on one day. A
 * receiver gets them in one message.
 */
type Event = Pick<Change, 'type' | 'day' | 'regime' | 'annex' | 'article' | 'act'> & {
  readonly changes: readonly EventChange[]
}

/** Webhooks looked at and deliveries written in one turn. SQLite blocks the process, so other requests run in between. */
const PAGE = 2_000
const ROWS = 200

/**
 * The transactional outbox (https://microservices.io/patterns/data/transactional-outbox.html): writes the deliveries in the
 * transaction that records the changes, so that neither is stored without the other. A webhook that is paused or off keeps
 * its deliveries for later; one whose key has ended gets none.
 * On SQLite the caller must have written before in this transaction: a transaction that has only read cannot always get
 * the write lock (https://www.sqlite.org/lang_transaction.html).
 */
export async function enqueue(trx: Transaction<Tables>, changes: readonly Change[], at: Date): Promise<void> {
  if (changes.length === 0) return
  await markRecipientsDue(trx, changes, at)
  const endpoints: Receiving[] = []
  for await (const page of receivingEndpoints(trx, at)) endpoints.push(...page)
  if (endpoints.length === 0) return
  const moment = at.toISOString()
  const notified = new Set<string>()
  // A webhook names codes but no regime, so that it is told what a lookup that names none would check.
  for (const { changes: own, ...event } of eventsOf(changes.filter((change) => isOfRegime(change, null)))) {
    const isTold = audienceOf(own)
    const receivers: Receiving[] = []
    for (const some of chunks(endpoints, PAGE)) {
      receivers.push(...some.filter(({ codes, wants }) => wants(event.type) && isTold(codes)))
      await nextTurn()
    }
    if (receivers.length === 0) continue
    await insertEvent(trx, { ...event, changes: JSON.stringify(own), at: moment }, receivers)
    for (const { id } of receivers) notified.add(id)
  }
  await makeDueAt(trx, [...notified], moment)
}

/** Writes an event, and one message of it for each of these webhooks. */
export async function insertEvent(
  trx: Transaction<Tables>,
  event: Insertable<Tables['webhook_events']>,
  receivers: readonly Pick<Receiving, 'id'>[],
): Promise<void> {
  const { seq } = await trx.insertInto('webhook_events').values(event).returning('seq').executeTakeFirstOrThrow()
  for (const chunk of chunks(receivers, ROWS)) {
    const deliveries = chunk.map(({ id }) => ({
      id: `msg_${randomBase62(24)}`,
      endpoint_id: id,
      event_seq: seq,
      state: 'pending' as const,
      attempts: 0,
      due_at: event.at,
      created_at: event.at,
    }))
    await trx.insertInto('webhook_deliveries').values(deliveries).execute()
    await nextTurn()
  }
}

/** Has workers look at these webhooks from then on. */
export async function makeDueAt(trx: Transaction<Tables>, webhooks: readonly string[], moment: string): Promise<void> {
  for (const ids of chunks(webhooks)) {
    await trx
      .updateTable('webhook_endpoints')
      .set({ next_at: moment })
      .where('id', 'in', ids)
      .where((is) => is.or([is('next_at', 'is', null), is('next_at', '>', moment)]))
      .execute()
    await nextTurn()
  }
}

/** A webhook that messages may be for. */
interface Receiving {
  readonly id: string
  readonly codes: readonly Digits[]
  /** Whether it is sent events of that type. */
  wants(type: string): boolean
}

/** Those of one key, or all; by id: every transaction locks webhooks in the same order, so none deadlocks. */
export async function* receivingEndpoints(
  trx: Transaction<Tables>,
  at: Date,
  keyId?: string,
): AsyncGenerator<Receiving[]> {
  for (let last = ''; ; ) {
    const rows = await trx
      .selectFrom('webhook_endpoints as e')
      .innerJoin('api_keys as k', 'k.id', 'e.key_id')
      .select(['e.id', 'e.codes', 'e.events', 'k.revoked_at', 'k.expires'])
      .where('e.id', '>', last)
      .$if(keyId !== undefined, (query) => query.where('e.key_id', '=', keyId!))
      .orderBy('e.id')
      .limit(PAGE)
      .execute()
    yield rows
      .filter((row) => endOfKey(row, at) === null)
      .map(({ id, codes, events }) => {
        const wanted = readJson('webhook_endpoints.events', events, isStringList)
        return {
          id,
          codes: readJson('webhook_endpoints.codes', codes, isDigitsList),
          wants: (type) => wanted.length === 0 || wanted.includes(type),
        }
      })
    if (rows.length < PAGE) return
    last = rows.at(-1)!.id
    await nextTurn()
  }
}

/** Groups changes into events, in the order of the first change of each. */
function eventsOf(changes: readonly Change[]): Event[] {
  const shared = ({ type, day, regime, annex, article, act }: Change) => ({ type, day, regime, annex, article, act })
  // What names no code reaches every webhook, so one message tells of all that an act did, not one for each provision.
  const keyOf = (change: Change) =>
    change.cn_codes.length > 0 || change.act === null
      ? shared(change)
      : { ...shared(change), annex: null, article: null, uncoded: true }
  const common = (group: readonly Change[], name: 'annex' | 'article') =>
    group.every((one) => one[name] === group[0]![name]) ? group[0]![name] : null
  return [...Map.groupBy(changes, (change) => JSON.stringify(keyOf(change))).values()].map((group) => ({
    ...shared(group[0]!),
    annex: common(group, 'annex'),
    article: common(group, 'article'),
    changes: group.map(({ id, cn_codes, text }) => ({ id, cn_codes, text })),
  }))
}
