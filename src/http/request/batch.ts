import { splitAtMost } from '../../answer/parameters.ts'
import type { DETAILS } from '../../answer/question.ts'
import type { Day } from '../../terms/day.ts'
import type { Language } from '../../terms/language.ts'
import { DEAL_FIELDS, type DealField } from '../../terms/law-vocabulary.ts'
import {
  BATCH_FIELDS,
  batchParameters,
  DEAL_PARAMETERS,
  ITEM_FIELDS,
  ITEM_PARAMETERS,
  ITEMS_AT_MOST,
} from '../input/batch-fields.ts'
import {
  fieldTexts,
  ID_AT_MOST,
  isId,
  isObject,
  textProblems,
  unknownFields,
  valueProblems,
} from '../input/body-fields.ts'
import type { BodyInput } from '../input/route-input.ts'
import { type BodyProblem, ERRORS_AT_MOST, type ProblemCode } from '../response/problems.ts'

/**
 * 500 questions of 200 letters and their ids fit even when every letter is escaped, as `\u0142`. The parts are more than
 * twice what 500 items with all fields have, so that somewhat longer lists are told how many items may be; a text that is
 * much too long is told as such, for its line alone.
 */
export const BATCH_BODY: BodyInput = {
  type: 'application/json',
  bytes: 1024 * 1024,
  parts: 20_000,
  depth: 16,
  textBytes: 16 * 1024,
}

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

/** The body as a batch, or every problem of the batch as a whole. */
export function readBatch(
  body: unknown,
  regimes: readonly string[],
): { batch: Batch } | { problems: readonly BodyProblem[] } {
  if (!isObject(body)) return { problems: [{ code: 'batch_invalid', pointer: '' }] }
  const { lang, as_of, detail = 'short', regime, items } = body
  const wrongItems = itemsProblem(items)
  const problems: BodyProblem[] = [
    ...unknownFields(body, BATCH_FIELDS, 'batch_field_unknown', ''),
    ...valueProblems(body, batchParameters(regimes)),
    ...textProblems(body, DEAL_PARAMETERS, null, ''),
    ...(wrongItems ? [{ code: wrongItems, pointer: '/items' }] : []),
  ]
  if (problems.length > 0) return { problems: problems.slice(0, ERRORS_AT_MOST) }
  return {
    batch: {
      language: (lang as Language | undefined) ?? null,
      asOf: (as_of as Day | undefined) ?? null,
      detail: detail as Detail,
      regime: (regime as string | undefined) ?? null,
      deal: fieldTexts(body, DEAL_PARAMETERS),
      items: readItems(items as unknown[]),
    },
  }
}

function itemsProblem(items: unknown): ProblemCode | null {
  if (!Array.isArray(items) || items.length === 0) return 'items_invalid'
  return items.length > ITEMS_AT_MOST ? 'items_too_many' : null
}

function readItems(items: readonly unknown[]): (Item | UnreadItem)[] {
  const ids = new Set<string>()
  return items.map((item, at) => {
    const [first, ...more] = problemsOf(item, `/items/${at}`, ids)
    if (first) return { id: idShown(item), problems: [first, ...more] }
    const read = { ...fieldTexts(item as Item, ITEM_PARAMETERS), id: (item as Item).id }
    ids.add(read.id)
    return read
  })
}

function problemsOf(item: unknown, pointer: string, ids: ReadonlySet<string>): BodyProblem[] {
  if (!isObject(item)) return [{ code: 'item_invalid', pointer }]
  const { id } = item
  const wrongId = !isId(id) ? 'item_id_invalid' : ids.has(id) ? 'item_id_repeated' : null
  return [
    ...unknownFields(item, ITEM_FIELDS, 'batch_field_unknown', pointer),
    ...(wrongId ? [{ code: wrongId, pointer: `${pointer}/id` } as const] : []),
    ...textProblems(item, ITEM_PARAMETERS, 'item_invalid', pointer),
  ]
}

/** The id that an unread item gave, so that its sender finds it; a number as text, and the beginning of a longer text. */
function idShown(item: unknown): string | null {
  const { id } = (item ?? {}) as { id?: unknown }
  if (typeof id !== 'string' && typeof id !== 'number') return null
  const text = String(id).slice(0, ID_AT_MOST).toWellFormed()
  return text === '' ? null : text
}

const isRead = (item: Item | UnreadItem): item is Item => !('problems' in item)

/** The regime that every item asks about; null where they differ or ask about all. */
export function regimeAsked({ regime, items }: Batch): string | null {
  const asked = new Set(items.filter(isRead).map((item) => item.regime ?? regime))
  const [only = null] = asked
  return asked.size === 1 ? only : null
}

const PLACES = DEAL_FIELDS.filter((name) => name !== 'value')

/** What the deals of the items name. Every text is split once, however many items have it. */
export function placesAsked({ deal, items }: Batch): string[] {
  const texts = new Set(items.filter(isRead).flatMap((item) => PLACES.map((name) => item[name] ?? deal[name] ?? '')))
  return [...new Set([...texts].flatMap(placesIn))]
}

const placesIn = (text: string): string[] =>
  splitAtMost(text, ',', DEAL_PARAMETERS.via.partsAtMost).map((place) => place.trim().toUpperCase())
