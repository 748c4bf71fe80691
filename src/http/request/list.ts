import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Answerer } from '../../answer/answer.ts'
import { questionOf } from '../../screening/item.ts'
import { LIST_ITEMS_AT_MOST } from '../../store/lists/lists.ts'
import type { ListItem } from '../../store/lists/rows.ts'
import type { Day } from '../../terms/day.ts'
import type { Language } from '../../terms/language.ts'
import type { DealField } from '../../terms/law-vocabulary.ts'
import { batchParameters, LIST_ITEM_FIELDS, LIST_ITEM_PARAMETERS } from '../input/batch-fields.ts'
import { fieldTexts, isId, isObject, textProblems, unknownFields, valueProblems } from '../input/body-fields.ts'
import type { BodyInput } from '../input/route-input.ts'
import { type BodyProblem, ERRORS_AT_MOST } from '../response/problems.ts'

/** Enough for 20,000 items of 400 bytes with all fields, and for somewhat more items, which are told how many may be. */
export const LIST_BODY: BodyInput = {
  type: 'application/json',
  bytes: 8 * 1024 * 1024,
  parts: 400_000,
  depth: 16,
  textBytes: 16 * 1024,
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
export const isListName = (name: string): boolean => NAME.test(name)

/** A problem of an item can name the codes that could have been meant. */
export type ListProblem = BodyProblem & { readonly suggestions?: readonly string[] }

type Read<T> = T | { readonly problems: readonly ListProblem[] }

/** The law and the day that items are understood by. */
interface Circumstances {
  readonly answerer: Answerer
  readonly day: Day
}

/** Items read between two turns of the event loop. */
const SLICE = 100

const { lang: LANG } = batchParameters([])

/** The body of a PUT: a whole list. */
export async function readList(
  body: unknown,
  circumstances: Circumstances,
): Promise<Read<{ readonly language: Language; readonly items: readonly ListItem[] }>> {
  const read = await collect(body, ['lang', 'items'], async function* (given) {
    yield* valueProblems(given, { lang: LANG })
    const { items } = given
    if (!Array.isArray(items) || items.length === 0) yield { code: 'list_items_invalid', pointer: '/items' }
    else yield* itemProblems(items, '/items', new Set(), circumstances)
  })
  if ('problems' in read) return read
  const { lang, items } = read.body as unknown as { lang?: Language; items: GivenItem[] }
  return { language: lang ?? 'pl', items: items.map(itemOf) }
}

/** The body of a PATCH: items to write, and ids to remove. */
export async function readListPatch(
  body: unknown,
  circumstances: Circumstances,
): Promise<Read<{ readonly set: readonly ListItem[]; readonly remove: readonly string[] }>> {
  const read = await collect(body, ['set', 'remove'], async function* ({ set, remove }) {
    if (set === undefined && remove === undefined) return yield { code: 'list_invalid', pointer: '' }
    const ids = new Set<string>()
    if (set !== undefined && !Array.isArray(set)) yield { code: 'list_items_invalid', pointer: '/set' }
    else yield* itemProblems(set ?? [], '/set', ids, circumstances)
    if (remove === undefined) return
    if (!Array.isArray(remove)) return yield { code: 'list_items_invalid', pointer: '/remove' }
    if (remove.length > LIST_ITEMS_AT_MOST) return yield { code: 'list_items_too_many', pointer: '/remove' }
    for (const [at, id] of remove.entries()) {
      const code = idProblem(id, ids)
      if (code) yield { code, pointer: `/remove/${at}` }
    }
  })
  if ('problems' in read) return read
  const { set = [], remove = [] } = read.body as { set?: GivenItem[]; remove?: string[] }
  return { set: set.map(itemOf), remove }
}

/** The body as an object without problems, or the first problems that were found. */
async function collect(
  body: unknown,
  fields: readonly string[],
  problemsIn: (body: Readonly<Record<string, unknown>>) => AsyncGenerator<ListProblem>,
): Promise<Read<{ readonly body: Readonly<Record<string, unknown>> }>> {
  if (!isObject(body)) return { problems: [{ code: 'list_invalid', pointer: '' }] }
  const problems: ListProblem[] = unknownFields(body, fields, 'list_field_unknown', '')
  for await (const problem of problemsIn(body)) {
    if (problems.push(problem) >= ERRORS_AT_MOST) break
  }
  return problems.length > 0 ? { problems } : { body }
}

async function* itemProblems(
  items: readonly unknown[],
  place: string,
  ids: Set<string>,
  circumstances: Circumstances,
): AsyncGenerator<ListProblem> {
  if (items.length > LIST_ITEMS_AT_MOST) return yield { code: 'list_items_too_many', pointer: place }
  for (const [at, item] of items.entries()) {
    if (at % SLICE === SLICE - 1) await nextTurn()
    yield* problemsOfItem(item, `${place}/${at}`, ids, circumstances)
  }
}

function* problemsOfItem(
  item: unknown,
  pointer: string,
  ids: Set<string>,
  { answerer, day }: Circumstances,
): Generator<ListProblem> {
  if (!isObject(item)) return yield { code: 'list_item_invalid', pointer }
  yield* unknownFields(item, LIST_ITEM_FIELDS, 'list_field_unknown', pointer)
  const code = idProblem(item.id, ids)
  if (code) yield { code, pointer: `${pointer}/id` }
  const wrong = textProblems(withoutNulls(item), LIST_ITEM_PARAMETERS, 'list_item_invalid', pointer)
  yield* wrong
  if (wrong.length > 0) return
  if (item.q === undefined || item.q === null) return yield { code: 'q_missing', pointer: `${pointer}/q` }
  const read = questionOf(itemOf(item), { answerer, day, language: 'en' })
  if ('problems' in read)
    for (const { code, parameter, suggestions } of read.problems)
      yield { code, pointer: `${pointer}/${parameter}`, ...(suggestions && { suggestions }) }
}

function idProblem(id: unknown, ids: Set<string>): 'list_item_id_invalid' | 'item_id_repeated' | null {
  if (!isId(id) || /\p{Cc}/u.test(id)) return 'list_item_id_invalid'
  if (ids.has(id)) return 'item_id_repeated'
  ids.add(id)
  return null
}

type GivenItem = Readonly<Record<string, unknown>>

/** Null is a field left out, as answers show it: what was read can be sent back. */
const withoutNulls = (given: GivenItem): GivenItem =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))

/** An item whose fields are texts, or a number as `value`. Codes of countries are told apart by nothing but their letters. */
function itemOf(given: GivenItem): ListItem {
  const { q = '', ...facts } = fieldTexts(withoutNulls(given), LIST_ITEM_PARAMETERS)
  const fact = (field: DealField): string | null =>
    facts[field]
      ?.split(',')
      .map((part) => part.trim().toUpperCase())
      .join() ?? null
  return {
    id: given.id as string,
    q: q.trim(),
    origin: fact('origin'),
    dispatch: fact('dispatch'),
    destination: fact('destination'),
    via: fact('via'),
    value: fact('value'),
  }
}
