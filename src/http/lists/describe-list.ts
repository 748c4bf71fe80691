import type { Static } from 'typebox'
import type { ListNotice } from '../../store/alerts/alerts.ts'
import { fieldsOf, type ListChange, type StoredList } from '../../store/lists/list-queries.ts'
import type { Store } from '../../store/store.ts'
import { shown } from '../../webhooks/list-payload.ts'
import type { ListChangesSchema, ListSchema } from './list-schemas.ts'

/** Lists as their key sees them. */
export async function describeLists(store: Store, lists: readonly StoredList[]) {
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

export const describeChange = (
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
