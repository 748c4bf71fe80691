import type { Static } from 'typebox'
import { readQuery } from '../../answer/question/question.ts'
import { DISCLAIMER } from '../../answer/shape/texts.ts'
import { runInTurns } from '../../base/time-slices.ts'
import { assessItem } from '../../screening/item.ts'
import { writeChangeCursor } from '../../store/lists/change-cursor.ts'
import { fieldsOf } from '../../store/lists/list-queries.ts'
import { inHeader, inPath, LIMIT_HEADERS, revalidated, tagged } from '../kernel/describe/parts.ts'
import { type AfterKey, holderEndpoint, parameters } from '../kernel/endpoint/endpoint.ts'
import { quote, sizeText } from '../kernel/problem/problem.ts'
import type { ProblemCode } from '../kernel/problem/problems.ts'
import { accepted, orRefuse, Refusal } from '../kernel/problem/refusal.ts'
import { wrongParameters } from '../kernel/problem/wrong-parameters.ts'
import { UNCACHED } from '../kernel/reply/headers.ts'
import { responseBody } from '../kernel/reply/response-body.ts'
import { sendBody } from '../kernel/reply/send-body.ts'
import { LANGUAGE_ONLY } from '../kernel/request/parameters.ts'
import { ITEM_PARAMETERS } from '../lookup/batch-body.ts'
import { costOf } from '../lookup/batch-cost.ts'
import { namesReady } from '../lookup/names-ready.ts'
import { describeChange, describeLists } from './describe-list.ts'
import { HEAD, LIST_CHANGES_EXAMPLE } from './examples.ts'
import { LIST_BODY, LIST_NAME_CHARACTERS } from './limits.ts'
import { conditionIn } from './list-condition.ts'
import { LIST_CHANGES_PARAMETERS, LIST_PARAMETERS } from './list-parameters.ts'
import { ListPatchSchema, ListRequestSchema } from './list-request-body.ts'
import { ListChangesSchema, ListPageSchema, ListSchema, ListsSchema } from './list-schemas.ts'
import { listNameIn, readList, readListPatch } from './read-list.ts'
import { charge, PRIVATE_JSON, PROBLEM_OF, writeList } from './write.ts'

const PATH = '/api/v1/lists'
const ONE = `${PATH}/{name}`

const NAME = inPath('name', 'letters, digits, single spaces, dots, underscores, dashes', {
  minLength: 1,
  maxLength: LIST_NAME_CHARACTERS,
  examples: ['erp'],
})
const IF_MATCH = inHeader('If-Match', 'write only when the content is still the one of this ETag')
const IF_NONE_MATCH = inHeader('If-None-Match', '`*`: only when there is no such list yet')

/** The name in the address of a list. */
const nameIn = ({ name }: { readonly name: string }): string =>
  orRefuse(listNameIn(name), quote('list_name_invalid', { max: LIST_NAME_CHARACTERS }))

/** A wrong name is refused before the body is read. */
const withName: AfterKey = async ({ request }) => void nameIn(request.params as { readonly name: string })

const OF_ONE = { tag: 'lists', path: ONE, query: parameters(LANGUAGE_ONLY), afterKey: withName } as const

/** The body of a write. It is read in turn, after its points are paid. */
const bodyOf = (schema: object, value: object) => ({
  input: LIST_BODY,
  problems: {
    body_invalid: 'list_invalid',
    body_too_large: quote('list_too_large', { size: sizeText(LIST_BODY.bytes) }),
  } as const,
  schema,
  said: { examples: { list: { value } } },
  read: (given: unknown) => ({ given }),
})

/** The problems of a write besides those of its schema. */
const WRITE_PROBLEMS: readonly ProblemCode[] = [
  'list_name_invalid',
  ...ITEM_PARAMETERS.q.problems,
  'item_id_repeated',
  'deal_incomplete',
  'deal_within_country',
  'via_contradicts',
  'direction_contradicts',
  'fact_unknown',
  'list_version_other',
  'lists_limited',
  'batches_busy',
  'alerts_off',
  'alerts_limited',
]

const stored = (description: string) => tagged(description, ListSchema, { list: { value: HEAD } })

const listLists = holderEndpoint({
  method: 'GET',
  path: PATH,
  operationId: 'listLists',
  tag: 'lists',
  summary: 'The lists of your key',
  query: parameters(LANGUAGE_ONLY),
  answers: revalidated('Lists, without their items', ListsSchema, { one: { value: { lists: [HEAD] } } }),
  problems: [],
  async handle({ store, keyId, request, reply }) {
    const body: Static<typeof ListsSchema> = { lists: await describeLists(store, await store.lists.all(keyId)) }
    return sendBody(request, reply, responseBody(JSON.stringify(body)), PRIVATE_JSON)
  },
})

const putList = holderEndpoint({
  ...OF_ONE,
  method: 'PUT',
  operationId: 'putList',
  tag: 'lists',
  summary: 'Store a list, or replace it as a whole',
  description:
    'At most 20,000 items a list, of which a name or a whole chapter counts as ten, and 50 lists a key, 8 MiB. All is stored or nothing; the same content again changes nothing and keeps the ETag. Costs points as a batch does. No personal data, but `notify`.',
  limit: 'lists',
  parameters: [NAME, IF_MATCH, IF_NONE_MATCH],
  body: bodyOf(ListRequestSchema, {
    lang: 'en',
    items: [
      { id: 'A-1', q: '2603', origin: 'RU' },
      { id: 'A-2', q: 'laptop', origin: 'PL', destination: 'KZ', via: 'RU,BY' },
      { id: 'A-3', q: '7326 90', origin: 'CN', dispatch: 'RU', destination: 'PL', value: '120.50' },
      { id: 'A-4', q: '7318 15 95', origin: 'CN', destination: 'PL', facts: '833-2014.3g(1)(d):no' },
    ],
  }),
  answers: { 200: stored('Replaced, or unchanged'), 201: stored('Stored') },
  problems: [...WRITE_PROBLEMS, 'lists_too_many'],
  handle: (asked) =>
    writeList({ ...asked, name: nameIn(asked.params) }, readList, ({ language, items }, { lists }, to) =>
      lists.put({ ...to, language, items }),
    ),
})

const patchList = holderEndpoint({
  ...OF_ONE,
  method: 'PATCH',
  operationId: 'patchList',
  tag: 'lists',
  summary: 'Write and remove single items',
  description: 'New items come last. All is stored or nothing; an id may be named once.',
  limit: 'lists',
  parameters: [NAME, IF_MATCH],
  body: bodyOf(ListPatchSchema, { set: [{ id: 'A-3', q: '8471 30 00' }], remove: ['A-1'] }),
  answers: { 200: stored('Changed, or unchanged') },
  problems: [...WRITE_PROBLEMS, 'list_unknown'],
  handle: (asked) =>
    writeList({ ...asked, name: nameIn(asked.params) }, readListPatch, ({ set, remove }, { lists }, to) =>
      lists.patch({ ...to, set, remove }),
    ),
})

const readListPage = holderEndpoint({
  ...OF_ONE,
  method: 'GET',
  operationId: 'readList',
  tag: 'lists',
  summary: 'A list, page by page, with the assessment of each item',
  description:
    'Items are assessed when they are read, with the law that is served and for today. The ETag begins with the version of the content, which If-Match compares.',
  limit: 'lists',
  query: parameters(LIST_PARAMETERS),
  parameters: [NAME],
  answers: revalidated('The page', ListPageSchema),
  problems: ['list_name_invalid', 'list_unknown', 'lists_limited', 'busy'],
  async handle({ query: { limit, cursor }, params, store, keyId, services, admission, request, reply }) {
    const answerer = orRefuse(services.answerer(), 'not_ready')
    const list = orRefuse(await store.lists.find(keyId, nameIn(params)), 'list_unknown')
    const found = await store.lists.items(list.id, cursor ?? 0, limit + 1)
    const page = found.slice(0, limit)
    const begun = accepted(await admission.begin(reply, 1))
    await charge(reply, services, await runInTurns(costOf({ items: page }), async () => begun.nextTurn()), 1)
    const day = services.today()
    const items: Static<typeof ListPageSchema>['items'] = []
    for (const item of page) {
      const asked = readQuery(item.q)
      await (typeof asked === 'string' ? null : namesReady(answerer, asked, day))
      items.push({ id: item.id, q: item.q, ...fieldsOf(item), ...assessItem(item, answerer, day, list.language) })
      await begun.nextTurn()
    }
    const body: Static<typeof ListPageSchema> = {
      ...(await describeLists(store, [list]))[0]!,
      dataset: answerer.dataset.version,
      as_of: day,
      disclaimer: DISCLAIMER[list.language],
      items,
      next: found.length > limit ? String(page.at(-1)!.position) : null,
    }
    const answer = responseBody(JSON.stringify(body))
    begun.hold(answer.bytes.length)
    return sendBody(request, reply, { ...answer, etag: `${list.version}.${answer.etag}` }, PRIVATE_JSON)
  },
})

const deleteList = holderEndpoint({
  ...OF_ONE,
  method: 'DELETE',
  operationId: 'deleteList',
  tag: 'lists',
  summary: 'Delete a list with its items and changes',
  parameters: [NAME, IF_MATCH],
  answers: { 204: { description: 'Deleted', headers: LIMIT_HEADERS } },
  problems: ['list_name_invalid', 'list_unknown', 'list_version_other'],
  async handle({ params, store, keyId, request, reply }) {
    const list = { keyId, name: nameIn(params), condition: conditionIn(request.headers) }
    const outcome = await store.lists.remove(list)
    if (outcome !== 'removed') throw new Refusal(PROBLEM_OF[outcome])
    return reply.code(204).header('cache-control', UNCACHED).send()
  },
})

const readListChanges = holderEndpoint({
  ...OF_ONE,
  method: 'GET',
  path: `${ONE}/changes`,
  operationId: 'readListChanges',
  tag: 'lists',
  summary: 'Items whose assessment changed, oldest first',
  description:
    'Keep `next`, ask again with it as `cursor`, and nothing is missed. Assessments are compared as data (`verdict`, `checked`, `extent`, `reaches`), so that better wording is no change.',
  query: parameters(LIST_CHANGES_PARAMETERS),
  parameters: [NAME],
  answers: revalidated('The changes', ListChangesSchema, LIST_CHANGES_EXAMPLE),
  problems: ['list_name_invalid', 'list_unknown'],
  async handle({ query: { limit, cursor }, params, store, keyId, request, reply }) {
    const list = orRefuse(await store.lists.find(keyId, nameIn(params)), 'list_unknown')
    // A cursor of another list, or of one that was deleted, would skip changes of this one.
    if (cursor && cursor.listId !== list.id)
      throw new Refusal('cursor_invalid', wrongParameters([{ code: 'cursor_invalid', parameter: 'cursor' }]))
    const after = cursor?.seq ?? 0
    const found = await store.lists.changes(list.id, after, limit + 1)
    const page = found.slice(0, limit)
    const body: Static<typeof ListChangesSchema> = {
      changes: page.map((change) => describeChange(list, change)),
      next: writeChangeCursor({ listId: list.id, seq: page.at(-1)?.seq ?? after }),
      more: found.length > limit,
    }
    return sendBody(request, reply, responseBody(JSON.stringify(body)), PRIVATE_JSON)
  },
})

/** The lists of the holder of a key. No other key sees them. */
export const LIST_ENDPOINTS = [listLists, putList, patchList, readListPage, deleteList, readListChanges]
