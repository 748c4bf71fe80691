import type { Transaction } from 'kysely'
import { LIST_CHANGED } from '../../changes/change.ts'
import type { Day } from '../../terms/day.ts'
import { wakeListAlerts } from '../alerts/wake.ts'
import { chunks } from '../chunks.ts'
import { isStringList, readJson } from '../json-column.ts'
import { endOfKey } from '../keys.ts'
import { newDelivery } from '../outbox.ts'
import type { ListEvent, Tables } from '../schema.ts'
import type { ListChange } from './lists.ts'
import { dealOf } from './rows.ts'

/** More items than fit in a message of 20 kB are not kept. */
const MAX_ITEMS = 100

interface ListChanged {
  readonly listId: string
  readonly keyId: string
  readonly name: string
  readonly dataset: string
  readonly day: Day
  readonly changes: readonly ListChange[]
  readonly at: Date
}

/**
 * Writes one message for each webhook of the key, and marks whom it tells by e-mail, in the transaction that stores the changes: both, or neither. For a webhook
 * that is paused or off it waits.
 */
export async function enqueueListChanged(trx: Transaction<Tables>, changed: ListChanged): Promise<void> {
  const { listId, keyId, name, dataset, day, changes, at } = changed
  const [first] = changes
  if (!first) return
  await wakeListAlerts(trx, listId, changes.at(-1)!.seq, at)
  const moment = at.toISOString()
  const endpoints = await trx
    .selectFrom('webhook_endpoints as e')
    .innerJoin('api_keys as k', 'k.id', 'e.key_id')
    .select(['e.id', 'e.events', 'k.revoked_at', 'k.expires'])
    .where('e.key_id', '=', keyId)
    .orderBy('e.id') // every transaction locks endpoints in the same order, so none deadlocks
    .execute()
  const receivers = endpoints
    .filter((row) => endOfKey(row, at) === null)
    .filter(({ events }) => {
      const wanted = readJson('webhook_endpoints.events', events, isStringList)
      return wanted.length === 0 || wanted.includes(LIST_CHANGED)
    })
    .map(({ id }) => id)
  if (receivers.length === 0) return
  const event: ListEvent = {
    id: listId,
    name,
    dataset,
    count: changes.length,
    after: first.seq - 1,
    items: changes.slice(0, MAX_ITEMS).map((change) => {
      const { itemId, q, before, after, sentence, acts } = change
      return { itemId, q, deal: dealOf(change), before, after, sentence, acts }
    }),
  }
  const { seq } = await trx
    .insertInto('webhook_events')
    .values({
      type: LIST_CHANGED,
      day,
      regime: null,
      annex: null,
      article: null,
      act: null,
      changes: '[]',
      at: moment,
      list: JSON.stringify(event),
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
  for (const ids of chunks(receivers)) {
    await trx
      .insertInto('webhook_deliveries')
      .values(ids.map((id) => newDelivery(id, seq, moment)))
      .execute()
    await trx
      .updateTable('webhook_endpoints')
      .set({ next_at: moment })
      .where('id', 'in', ids)
      .where((is) => is.or([is('next_at', 'is', null), is('next_at', '>', moment)]))
      .execute()
  }
}
