import type { Transaction } from 'kysely'
import { LIST_CHANGED } from '../../changes/change.ts'
import { markListRecipientsDue } from '../alerts/wake.ts'
import { insertEvent, makeDueAt, receivingEndpoints } from '../outbox/outbox.ts'
import type { ListEvent, Tables } from '../sql/schema.ts'
import { fieldsOf, type ListChange, type StoredList } from './list-queries.ts'

/** More items than fit in a message of 20 kB are not kept. */
const MAX_ITEMS = 100

/**
 * Writes one message for each webhook of the key, and marks whom it tells by e-mail, in the transaction that stores the
 * changes of one screening: both, or neither. For a webhook that is paused or off it waits.
 */
export async function enqueueListChanged(
  trx: Transaction<Tables>,
  { id, keyId, name }: Pick<StoredList, 'id' | 'keyId' | 'name'>,
  changes: readonly ListChange[],
  at: Date,
): Promise<void> {
  const [first] = changes
  if (!first) return
  await markListRecipientsDue(trx, id, changes.at(-1)!.seq, at)
  const receivers: { readonly id: string }[] = []
  for await (const page of receivingEndpoints(trx, at, keyId))
    receivers.push(...page.filter(({ wants }) => wants(LIST_CHANGED)))
  if (receivers.length === 0) return
  const list: ListEvent = {
    id,
    name,
    dataset: first.dataset,
    count: changes.length,
    after: first.seq - 1,
    items: changes.slice(0, MAX_ITEMS).map((change) => {
      const { itemId, q, before, after, sentence, acts } = change
      return { itemId, q, asked: fieldsOf(change), before, after, sentence, acts }
    }),
  }
  const moment = at.toISOString()
  const event = { type: LIST_CHANGED, day: first.day, changes: '[]', at: moment, list: JSON.stringify(list) }
  await insertEvent(trx, event, receivers)
  await makeDueAt(
    trx,
    receivers.map((webhook) => webhook.id),
    moment,
  )
}
