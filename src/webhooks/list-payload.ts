import { type AssessedState, readState } from '../answer/shape/state.ts'
import { writeChangeCursor } from '../store/lists/change-cursor.ts'
import { fieldsOf } from '../store/lists/list-queries.ts'
import type { ListEvent } from '../store/sql/schema.ts'
import type { ListMessage } from './list-message.ts'

type Item = ListMessage['data']['items'][number]

interface About {
  readonly at: string
  readonly day: string
  /** The public address of this service, if it is known. */
  readonly publicUrl: string | null
  readonly maxBytes: number
}

/** The body of a message about a list: how many items changed, and as many of the first ones as fit. */
export function listPayloadOf(list: ListEvent, { at, day, publicUrl, maxBytes }: About): string {
  const { name, dataset, count } = list
  const cursor = writeChangeCursor({ listId: list.id, seq: list.after })
  const changes = `${publicUrl ?? ''}/api/v1/lists/${name}/changes?${new URLSearchParams({ cursor })}`
  const write = (items: Item[]): string => {
    const data: ListMessage['data'] = { list: name, day, dataset, count, items, changes }
    return JSON.stringify({ type: 'list.changed', timestamp: at, data } satisfies ListMessage)
  }
  const items: Item[] = []
  let bytes = Buffer.byteLength(write([]))
  for (const { itemId: id, q, asked, before, after, sentence, acts } of list.items) {
    const item: Item = {
      id,
      q,
      ...fieldsOf(asked),
      before: shown(before),
      after: { ...shown(after), sentence },
      acts: [...acts],
    }
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1
    if (bytes >= maxBytes) break
    items.push(item)
  }
  return write(items)
}

const NOT_CHECKED: AssessedState = {
  answer: 'not_checked',
  verdict: 'no_match',
  checked: false,
  extent: 'none',
  reaches: [],
}

/** A state that this release cannot read says nothing, so nothing counts as checked. */
export const shown = (text: string): Item['before'] => {
  const { answer, verdict, checked, extent, reaches } = readState(text) ?? NOT_CHECKED
  return { answer, verdict, checked, extent, reaches: [...reaches] }
}
