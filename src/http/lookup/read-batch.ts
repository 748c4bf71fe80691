import type { TSchema } from 'typebox'
import type { DETAILS } from '../../answer/question/question.ts'
import { dealsAsked } from '../../answer/question/read-deal.ts'
import type { Day } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import type { DealField } from '../../law/terms/law-vocabulary.ts'
import type { BodyProblem, WrongBody } from '../kernel/problem/problem.ts'
import { readBySchema, withoutMembers } from '../kernel/problem/read-by-schema.ts'
import { BatchItemSchema, batchSchema, ITEM_PARAMETERS } from './batch-body.ts'
import { MAX_ID } from './limits.ts'

type Detail = (typeof DETAILS)[number]

/** A batch that was understood as a whole; each item can still have problems of its own. */
export interface Batch {
  readonly language: Language | null
  readonly asOf: Day | null
  readonly detail: Detail
  /** For items that name no regime of their own; null for all. */
  readonly regime: string | null
  /** For items that name none of their own. */
  readonly deal: DealFields
  /** For all items, which may add to them and have others in their place; null for none. */
  readonly facts: string | null
  readonly items: readonly (Item | UnreadItem)[]
}

type DealFields = Readonly<Partial<Record<DealField, string>>>

/** The parameters of one question; their problems are reported for this item alone. */
type Item = Readonly<{ id: string }> & Readonly<Partial<Record<keyof typeof ITEM_PARAMETERS, string>>>

/** An item that cannot be read. It has its place in the answer, and spoils no other. */
interface UnreadItem {
  /** What it gave as an id, as far as it can be told; null for none. */
  readonly id: string | null
  readonly q?: never
  readonly problems: readonly [BodyProblem, ...BodyProblem[]]
}

/** The schema of a batch for the law that is served. */
let last: { readonly regimes: string; readonly schema: TSchema } | null = null
function schemaFor(regimes: readonly string[]): TSchema {
  const key = regimes.join()
  if (last?.regimes !== key) last = { regimes: key, schema: withoutMembers(batchSchema(regimes)) }
  return last.schema
}

/** The body as a batch, or every problem of the batch as a whole. */
export function readBatch(body: unknown, regimes: readonly string[]): { batch: Batch } | WrongBody {
  const read = readBySchema(schemaFor(regimes), body)
  if ('problems' in read) return read
  const { lang, as_of, detail, regime, facts, items, ...deal } = read.value as GivenBatch
  return {
    batch: {
      language: lang ?? null,
      asOf: as_of ?? null,
      detail: detail ?? 'short',
      regime: regime ?? null,
      deal: textsOf(deal),
      facts: facts ?? null,
      items: readItems(items),
    },
  }
}

/** A batch that fits its schema. */
type GivenBatch = Partial<{ lang: Language; as_of: Day; detail: Detail; regime: string; facts: string }> &
  Readonly<Partial<Record<DealField, string | number>>> & { readonly items: readonly unknown[] }

function readItems(items: readonly unknown[]): (Item | UnreadItem)[] {
  const ids = new Set<string>()
  return items.map((item, at) => {
    const pointer = `/items/${at}`
    const read = readBySchema(BatchItemSchema, item, pointer)
    if ('problems' in read) return { id: idShown(item), problems: read.problems }
    const { id, ...asked } = read.value
    if (ids.has(id)) return { id, problems: [{ code: 'item_id_repeated', pointer: `${pointer}/id` }] }
    ids.add(id)
    return { ...textsOf(asked), id }
  })
}

/** The fields that are given, in the order of the lookup, a number as its text. */
export const textsOf = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> => {
  const texts: Record<string, string> = {}
  for (const name of FIELDS) if ((given[name] ?? null) !== null) texts[name] = String(given[name])
  return texts
}
const FIELDS = Object.keys(ITEM_PARAMETERS)

/** The id that an unread item gave, so that its sender finds it; a number as text, and the beginning of a longer text. */
function idShown(item: unknown): string | null {
  const { id } = (item ?? {}) as { id?: unknown }
  if (typeof id !== 'string' && typeof id !== 'number') return null
  const text = String(id).slice(0, MAX_ID).toWellFormed()
  return text === '' ? null : text
}

const isRead = (item: Item | UnreadItem): item is Item => !('problems' in item)

/** The regime that every item asks about; null where they differ or ask about all. */
export function regimeAsked({ regime, items }: Batch): string | null {
  const asked = new Set(items.filter(isRead).map((item) => item.regime ?? regime))
  const [only = null] = asked
  return asked.size === 1 ? only : null
}

/** What the deals of the items name. */
export const placesAsked = ({ deal, items }: Batch): ReturnType<typeof dealsAsked> =>
  dealsAsked(items.filter(isRead).map((item) => ({ ...deal, ...item })))
