import type { TSchema } from 'typebox'
import { type Answerer, answerOrProblems } from '../../answer/answer.ts'
import { printFacts, readFacts } from '../../answer/question/facts.ts'
import type { Question, WrongParameter } from '../../answer/question/question.ts'
import type { Day } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import { DEAL_FIELDS, ITEM_FIELDS, type ItemField, type ItemFields } from '../../law/terms/law-vocabulary.ts'
import { questionOf } from '../../screening/item.ts'
import type { ListItem } from '../../store/lists/list-queries.ts'
import type { NextTurn } from '../kernel/gate/fair-turns.ts'
import { type BodyProblem, MAX_ERRORS, type WrongBody } from '../kernel/problem/problem.ts'
import { readBySchema, withoutMembers } from '../kernel/problem/read-by-schema.ts'
import { namesReady } from '../lookup/names-ready.ts'
import { LIST_NAME_CHARACTERS } from './limits.ts'
import { ItemId, ListItemSchema } from './list-body.ts'
import { ListPatchSchema, ListRequestSchema } from './list-request-body.ts'

/** Letters of any language, with single spaces between words. */
const NAME = /^[\p{L}\p{N}](?: ?[\p{L}\p{M}\p{N}._-])*$/u

/** The name that an address has; null where it is none. A letter with its mark is the same name, however it was typed. */
export function listNameIn(given: string): string | null {
  const name = given.normalize('NFC')
  return name.length <= LIST_NAME_CHARACTERS && NAME.test(name) ? name : null
}

/** Who is told of changes by e-mail; null ends it, undefined leaves it as it is. */
interface Notify {
  readonly notify?: string | null | undefined
}

export type ReadBody<T> = Promise<T | WrongBody>

/** The law and the day that items are understood by, and what is awaited before each of them. */
export interface Circumstances {
  readonly answerer: Answerer
  readonly day: Day
  readonly nextTurn: NextTurn
}

const LIST = withoutMembers(ListRequestSchema)
const PATCH = withoutMembers(ListPatchSchema)

/** The body of a PUT: a whole list. */
export async function readList(
  body: unknown,
  circumstances: Circumstances,
): ReadBody<Notify & { readonly language: Language; readonly items: readonly ListItem[] }> {
  const wrong = wholeProblems(LIST, body)
  const items = membersOf(body, 'items', wrong)
  const problems = await withMembers(wrong, itemProblems(items, '/items', new Set(), circumstances))
  if (problems.length > 0) return { problems }
  const { lang = 'pl', notify } = body as { lang?: Language } & Notify
  return { language: lang, notify, items: (items as GivenItem[]).map(itemOf) }
}

/** The body of a PATCH: items to write, and ids to remove. */
export async function readListPatch(
  body: unknown,
  circumstances: Circumstances,
): ReadBody<Notify & { readonly set: readonly ListItem[]; readonly remove: readonly string[] }> {
  const wrong = wholeProblems(PATCH, body)
  const isWhole = wrong.every(({ pointer }) => pointer !== '')
  if (isWhole && !['set', 'remove', 'notify'].some((field) => field in (body as object)))
    wrong.push({ code: 'list_invalid', pointer: '' })
  const set = membersOf(body, 'set', wrong)
  const remove = membersOf(body, 'remove', wrong)
  const ids = new Set<string>()
  async function* ofMembers(): AsyncGenerator<BodyProblem> {
    yield* itemProblems(set, '/set', ids, circumstances)
    for (const [at, id] of remove.entries()) {
      const read = readBySchema(ItemId, id, `/remove/${at}`)
      yield* 'problems' in read ? read.problems : repeatedId(read.value, ids, `/remove/${at}`)
    }
  }
  const problems = await withMembers(wrong, ofMembers())
  if (problems.length > 0) return { problems }
  const { notify } = body as Notify
  return { set: (set as GivenItem[]).map(itemOf), remove: remove as string[], notify }
}

/** What is wrong with a body, whatever the members of its lists are. */
function wholeProblems(schema: TSchema, body: unknown): BodyProblem[] {
  const read = readBySchema(schema, body)
  return 'problems' in read ? [...read.problems] : []
}

/** The members of a list of the body; none if it cannot be read as one. */
function membersOf(body: unknown, field: string, wrong: readonly BodyProblem[]): readonly unknown[] {
  const members = (body as Readonly<Record<string, unknown>> | null)?.[field]
  return Array.isArray(members) && wrong.every(({ pointer }) => pointer !== `/${field}`) ? members : []
}

async function withMembers(problems: BodyProblem[], ofMembers: AsyncGenerator<BodyProblem>): Promise<BodyProblem[]> {
  for await (const problem of ofMembers) {
    if (problems.push(problem) >= MAX_ERRORS) break
  }
  return problems
}

async function* itemProblems(
  items: readonly unknown[],
  place: string,
  ids: Set<string>,
  circumstances: Circumstances,
): AsyncGenerator<BodyProblem> {
  for (const [at, item] of items.entries()) {
    const turn = circumstances.nextTurn()
    if (turn) await turn
    yield* problemsOfItem(item, `${place}/${at}`, ids, circumstances)
  }
}

/** Problems of an item whose question may still be understood. */
const BESIDE_QUESTION: readonly string[] = ['list_field_unknown', 'list_item_id_invalid']

async function* problemsOfItem(
  item: unknown,
  pointer: string,
  ids: Set<string>,
  { answerer, day }: Circumstances,
): AsyncGenerator<BodyProblem> {
  const read = readBySchema(ListItemSchema, withoutNull(item), pointer)
  const problems = 'problems' in read ? read.problems : []
  yield* problems
  if (problems.some(({ code }) => !BESIDE_QUESTION.includes(code))) return
  const given = item as GivenItem
  if (problems.every(({ code }) => code !== 'list_item_id_invalid'))
    yield* repeatedId(given.id as string, ids, `${pointer}/id`)
  if (given.q === undefined || given.q === null) return yield { code: 'q_missing', pointer: `${pointer}/q` }
  const understood = questionOf(itemOf(given), { answerer, day, language: 'en' })
  const wrong = 'problems' in understood ? understood.problems : await wrongFacts(understood.question, answerer)
  for (const { code, parameter, suggestions, advice } of wrong)
    yield { code, pointer: `${pointer}/${parameter}`, ...(suggestions && { suggestions }), ...(advice && { advice }) }
}

/** Which facts can be asked of these goods shows only in the answer. */
async function wrongFacts(question: Question, answerer: Answerer): Promise<readonly WrongParameter[]> {
  if (question.facts.size === 0) return []
  await namesReady(answerer, question.read, question.asOf)
  const answered = answerOrProblems(answerer, question)
  return 'problems' in answered ? answered.problems : []
}

function* repeatedId(id: string, ids: Set<string>, pointer: string): Generator<BodyProblem> {
  if (ids.has(id)) yield { code: 'item_id_repeated', pointer }
  ids.add(id)
}

/** Null is a field left out, as answers show it: what was read can be sent back. */
function withoutNull(item: unknown): unknown {
  if ((item as GivenItem | null)?.q !== null) return item
  const { q: _, ...rest } = item as GivenItem
  return rest
}

type GivenItem = Readonly<Record<string, unknown>>

/** An item whose fields are texts, or a number as `value`. Codes of countries are told apart by nothing but their letters. */
function itemOf(given: GivenItem): ListItem {
  const fields = ITEM_FIELDS.map((field) => [field, given[field] == null ? null : textOf(field, String(given[field]))])
  return { id: given.id as string, q: String(given.q ?? '').trim(), ...(Object.fromEntries(fields) as ItemFields) }
}

/** The same text for the same meaning, so that what was read and sent back changes nothing. */
function textOf(field: ItemField, given: string): string {
  const text = given.trim()
  if (field === 'facts') {
    const facts = readFacts(text)
    return facts ? printFacts(facts) : text
  }
  if (!DEAL_FIELDS.some((one) => one === field)) return text
  return text
    .split(',')
    .map((part) => part.trim().toUpperCase())
    .join()
}
