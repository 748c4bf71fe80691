import { DETAILS } from '../../answer/question.ts'
import { type Day, isDay } from '../../terms/day.ts'
import { isLanguage, type Language } from '../../terms/language.ts'
import { type BodyProblem, ERRORS_AT_MOST, escapePointer } from '../response/problems.ts'

export const ITEMS_AT_MOST = 500
export const ID_AT_MOST = 64
/** 500 questions of 200 letters and their ids fit even when every letter is escaped, as `\u0142`. */
export const BATCH_BODY_BYTES = 1024 * 1024
/** More than twice what 500 items with all fields have, so that somewhat longer lists are told how many items may be. */
export const BATCH_PARTS_AT_MOST = 20_000

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
  readonly items: readonly Item[]
}

type DealFields = Readonly<{ [Name in (typeof DEAL_FIELDS)[number]]?: string }>

/** The parameters of one question; their problems are reported for this item alone. */
type Item = Readonly<{ id: string; q?: string; contract_date?: string; direction?: string; regime?: string }> &
  DealFields

const PLACE_FIELDS = ['origin', 'dispatch', 'destination', 'via'] as const
const DEAL_FIELDS = [...PLACE_FIELDS, 'value'] as const
const BATCH_FIELDS = ['lang', 'as_of', 'detail', 'regime', ...DEAL_FIELDS, 'items']
const ITEM_FIELDS = ['id', 'q', 'contract_date', 'direction', 'regime', ...DEAL_FIELDS]

/** The body as a batch, or every problem of the batch as a whole. */
export function readBatch(
  body: unknown,
  regimes: readonly string[],
): { batch: Batch } | { problems: readonly BodyProblem[] } {
  if (!isObject(body)) return { problems: [{ code: 'batch_invalid', pointer: '' }] }
  const problems: BodyProblem[] = []
  for (const problem of problemsIn(body, regimes)) {
    if (problems.push(problem) === ERRORS_AT_MOST) break
  }
  if (problems.length > 0) return { problems }
  const { lang, as_of, detail = 'short', regime, items } = body
  return {
    batch: {
      language: (lang as Language | undefined) ?? null,
      asOf: (as_of as Day | undefined) ?? null,
      detail: detail as Detail,
      regime: (regime as string | undefined) ?? null,
      deal: Object.fromEntries(
        DEAL_FIELDS.flatMap((name) => (body[name] === undefined ? [] : [[name, asText(body[name])]])),
      ),
      items: (items as (Item & { value?: unknown })[]).map((item) =>
        typeof item.value === 'number' ? { ...item, value: asText(item.value) } : item,
      ) as Item[],
    },
  }
}

/** The regime that every item asks about; null where they differ or ask about all. */
export function regimeAsked({ regime, items }: Batch): string | null {
  const asked = new Set(items.map((item) => item.regime ?? regime))
  const [only = null] = asked
  return asked.size === 1 ? only : null
}

/** What the deals of the items name. */
export const placesAsked = ({ deal, items }: Batch): string[] => [
  ...new Set(
    items
      .flatMap((item) => PLACE_FIELDS.flatMap((field) => (item[field] ?? deal[field] ?? '').split(',')))
      .map((place) => place.trim().toUpperCase()),
  ),
]

function* problemsIn(body: Record<string, unknown>, regimes: readonly string[]): Generator<BodyProblem> {
  const { lang, as_of, detail = 'short', regime, items } = body
  yield* unknownFields(body, BATCH_FIELDS, '')
  if (lang !== undefined && !(typeof lang === 'string' && isLanguage(lang)))
    yield { code: 'lang_unknown', pointer: '/lang' }
  if (as_of !== undefined && !(typeof as_of === 'string' && isDay(as_of)))
    yield { code: 'as_of_invalid', pointer: '/as_of' }
  if (!DETAILS.some((known) => known === detail)) yield { code: 'detail_unknown', pointer: '/detail' }
  if (regime !== undefined && !regimes.some((known) => known === regime))
    yield { code: 'regime_unknown', pointer: '/regime' }
  for (const name of PLACE_FIELDS) {
    // Whether the countries exist and fit together is reported at each item, which may name others.
    if (body[name] !== undefined && typeof body[name] !== 'string') yield { code: 'place_unknown', pointer: `/${name}` }
  }
  if (body.value !== undefined && !isTextOrNumber(body.value)) yield { code: 'value_invalid', pointer: '/value' }
  if (!Array.isArray(items) || items.length === 0) yield { code: 'items_invalid', pointer: '/items' }
  else if (items.length > ITEMS_AT_MOST) yield { code: 'items_too_many', pointer: '/items' }
  else yield* itemProblems(items)
}

function* itemProblems(items: readonly unknown[]): Generator<BodyProblem> {
  const ids = new Set<string>()
  for (const [at, item] of items.entries()) {
    const pointer = `/items/${at}`
    if (!isObject(item)) {
      yield { code: 'item_invalid', pointer }
      continue
    }
    yield* unknownFields(item, ITEM_FIELDS, pointer)
    const { id } = item
    if (typeof id !== 'string' || id === '' || [...id].length > ID_AT_MOST || !id.isWellFormed())
      yield { code: 'item_id_invalid', pointer: `${pointer}/id` }
    else if (ids.has(id)) yield { code: 'item_id_repeated', pointer: `${pointer}/id` }
    else ids.add(id)
    for (const name of ITEM_FIELDS.slice(1)) {
      if (item[name] !== undefined && !(name === 'value' ? isTextOrNumber : isText)(item[name]))
        yield { code: 'item_invalid', pointer: `${pointer}/${name}` }
    }
  }
}

/** A value may also be a number of JSON. A number that no plain decimal writes is refused as a value. */
const asText = (value: unknown): string => (typeof value === 'number' ? String(value) : (value as string))
const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNumber = (value: unknown): boolean => isText(value) || typeof value === 'number'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function* unknownFields(object: object, known: readonly string[], pointer: string): Generator<BodyProblem> {
  for (const name of Object.keys(object)) {
    if (!known.includes(name)) yield { code: 'batch_field_unknown', pointer: `${pointer}/${escapePointer(name)}` }
  }
}
