import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Answerer, buildAnswerer } from '../../../src/answer/answer.ts'
import { readState } from '../../../src/answer/shape/state.ts'
import { exceededBound } from '../../../src/http/kernel/body/json-bounds.ts'
import { LIST_BODY } from '../../../src/http/lists/limits.ts'
import { createScreener } from '../../../src/screening/worker.ts'
import { MAX_LIST_ITEMS } from '../../../src/store/lists/list-limits.ts'
import { fieldsOf, NO_FIELDS } from '../../../src/store/lists/list-queries.ts'
import { openStore } from '../../../src/store/store.ts'
import { introduce, item, twoLaws } from '../../lists/scene.ts'
import { answerer as realLaw } from '../../real-law.ts'
import { emptyPlace, limitIn, NOON, problemIn, reasonsIn, type ServiceOptions, serviceFor } from './service.ts'

const [BEFORE, AFTER] = twoLaws()

type Headers = Record<string, string>
type Problem = { code: string; errors: { pointer?: string }[] }
type Shown = {
  id: string
  origin: string | null
  verdict: string
  assessment: { extent: string; answer: string; checked: boolean }
}

/** Two holders of keys, a law that is served, and a worker that screens when it is told to. */
async function sceneFor(t: TestContext, options: ServiceOptions = {}) {
  const store = await openStore(await emptyPlace(t))
  t.after(() => store.close())
  const law: { served: Answerer } = { served: BEFORE }
  const service = await serviceFor(t, { store, answerer: () => law.served, ...options })
  const issue = (name: string) => store.keys.issue({ name, perMinute: null, expires: null, at: new Date(NOON) })
  const [anna, bert] = [await issue('Anna'), await issue('Bert')]
  const ask =
    (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', key = anna.key) =>
    (path: string, body?: unknown, headers: Headers = {}) =>
      service.app.inject({
        method,
        url: `/api/v1/lists${path}`,
        headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
  const log = { info: () => {}, warn: () => {} }
  const screener = createScreener({ store, answerer: () => law.served, now: () => service.clock.now, log })
  const serve = async (next: Answerer) => {
    law.served = next
    await introduce(store, next, service.clock.now)
    return screener.run()
  }
  const [get, put, patch, remove] = [ask('GET'), ask('PUT'), ask('PATCH'), ask('DELETE')]
  return { store, service, anna, bert, ask, get, put, patch, remove, serve }
}

const GOODS = [
  { id: 'A-1', q: '8471 30 00' },
  { id: 'A-2', q: '0409 00 00' },
  { id: 'A-3', q: '7304', origin: 'ru' },
]

test('a list is stored, read with its assessments, and its changes are told', async (t) => {
  const { get, put, serve } = await sceneFor(t)
  const stored = await put('/erp', { lang: 'en', items: GOODS })
  assert.equal(stored.statusCode, 201)
  const { created_at, updated_at, ...head } = stored.json()
  assert.deepEqual(head, {
    name: 'erp',
    lang: 'en',
    count: 3,
    prohibited: null,
    state: 'checking',
    screened: null,
    changes: 0,
    notify: null,
    notify_confirmed: false,
  })
  assert.deepEqual([created_at, updated_at], ['2026-11-15T11:00:00.000Z', '2026-11-15T11:00:00.000Z'])

  await serve(BEFORE)
  const page = (await get('/erp')).json()
  assert.deepEqual([page.state, page.screened.dataset, page.next], ['checked', BEFORE.dataset.version, null])
  assert.equal(page.prohibited, 1)
  assert.deepEqual(
    page.items.map(({ id, origin, verdict, assessment }: Shown) => [id, origin, verdict, assessment.extent]),
    [
      ['A-1', null, 'no_match', 'none'],
      ['A-2', null, 'no_match', 'none'],
      ['A-3', 'RU', 'restricted', 'whole'],
    ],
  )
  assert.equal(page.items[2].assessment.answer, 'prohibited')
  const first = (await get('/erp/changes')).json()
  assert.deepEqual([first.changes, first.more], [[], false])

  await serve(AFTER)
  const { changes, next, more } = (await get(`/erp/changes?cursor=${first.next}`)).json()
  assert.equal(changes.length, 1)
  const [{ id, item, before, after, acts, day, dataset }] = changes
  assert.match(id, /^ls_\w{12}-1$/)
  assert.deepEqual([item, before.extent, after.extent, day], ['A-1', 'none', 'whole', '2026-11-15'])
  assert.match(after.sentence, /^Prohibited/)
  assert.ok(acts.length > 0)
  assert.deepEqual([dataset, more], [AFTER.dataset.version, false])
  assert.deepEqual((await get(`/erp/changes?cursor=${next}`)).json(), { changes: [], next, more: false })
  const [list] = (await get('')).json().lists
  assert.deepEqual([list.name, list.changes, list.screened.as_of], ['erp', 1, '2026-11-15'])
})

/** Deals that the place of dispatch, the countries on the way and the value decide. */
const DEALS = [
  { id: 'straight', q: '2603', origin: 'CN', destination: 'PL' },
  { id: 'sent from RU', q: '2603', origin: 'CN', dispatch: 'RU', destination: 'PL' },
  { id: 'across one', q: '8471 30 00', origin: 'PL', destination: 'KZ', via: 'RU' },
  { id: 'across two', q: '8471 30 00', origin: 'PL', destination: 'KZ', via: 'RU,BY' },
  { id: 'below', q: '0709 56 00', origin: 'PL', destination: 'RU', value: '300' },
  { id: 'above', q: '0709 56 00', origin: 'PL', destination: 'RU', value: '300.01' },
]

test('an item with a deal is assessed as the same deal in a batch, when it is read and when it is screened', async (t) => {
  const { service, get, put, serve, store, anna } = await sceneFor(t)
  await serve(AFTER)
  await put('/deals', { lang: 'en', items: DEALS })
  await serve(AFTER)
  const batch = (await service.check({ lang: 'en', items: DEALS })).json()
  const judged = ({ id, verdict, assessment }: Pick<Shown, 'id' | 'verdict' | 'assessment'>) => [
    id,
    verdict,
    assessment,
  ]
  const page = (await get('/deals')).json()
  assert.deepEqual(page.items.map(judged), batch.items.map(judged))
  const list = (await store.lists.find(anna.id, 'deals'))!
  const screened = await store.lists.items(list.id, 0, 9)
  assert.deepEqual(
    screened.map(({ state }) => readState(state ?? '')?.extent),
    batch.items.map(({ assessment }: Shown) => assessment.extent),
  )
  assert.deepEqual(
    page.items.map(({ assessment }: Shown) => assessment.extent),
    ['none', 'whole', 'whole', 'whole', 'none', 'whole'],
  )
})

/** Wrong items that a batch calls by another name. */
const NO_TEXT = ['2', '13']
const codeIn = (reason: string) => reason.replace(/ .*\/(?=\w+$)/, ' ')

test('the facts of a deal are kept as codes, told with every change, and their mistakes named', async (t) => {
  const { get, put, patch, serve, service } = await sceneFor(t)
  await serve(BEFORE)
  const items = [
    { id: '1', q: '8471 30 00', origin: 'pl', dispatch: ' lv', destination: 'kz', via: ' ru, By ', value: 12.5 },
    { id: '2', q: '0409', ...NO_FIELDS },
  ]
  const first = await put('/erp', { lang: 'en', items })
  assert.equal(first.statusCode, 201)
  await serve(BEFORE)
  const deal = { ...NO_FIELDS, origin: 'PL', dispatch: 'LV', destination: 'KZ', via: 'RU,BY', value: '12.5' }
  const read = (await get('/erp')).json().items.map(({ verdict, assessment, ...item }: Shown) => item)
  assert.deepEqual(read, [{ id: '1', q: '8471 30 00', ...deal }, items[1]])
  assert.equal((await put('/erp', { lang: 'en', items: read })).headers.etag, first.headers.etag)

  await serve(AFTER)
  const { changes } = (await get('/erp/changes')).json()
  assert.equal(changes.length, 1)
  const { after } = changes[0]
  assert.deepEqual(fieldsOf(changes[0]), deal)
  assert.match(after.sentence, /through Russia.*through Belarus/)

  const wrong = [
    { origin: 'PL', destination: 'KZ', via: 'TR,GE,AZ,TM,UZ,TJ,KG,CN,MN,IR,IQ' },
    { origin: 'PL', destination: 'KZ', via: 'RU,SU' },
    { origin: 'PL', destination: 'KZ', via: ['RU', 'BY'] },
    { origin: 'PL', destination: 'KZ', via: 'PL' },
    { destination: 'KZ', dispatch: 'SU' },
    { destination: 'KZ', value: '12,5' },
    { destination: 'KZ', value: 0 },
    { dispatch: 'TR', value: 5 },
    { regime: 'EU-XX' },
    { contract_date: '31.01.2022' },
    { destination: 'KZ', direction: 'import' },
    { facts: '833-2014.3g(1)(d):no' },
    { facts: 'no' },
    { facts: ['a:no'] },
  ].map((deal, at) => ({ id: `${at}`, q: '84', ...deal }))
  const reasons = [
    'via_too_long /set/0/via',
    'place_unknown /set/1/via',
    'list_item_invalid /set/2/via',
    'via_contradicts /set/3/via',
    'place_unknown /set/4/dispatch',
    'value_invalid /set/5/value',
    'value_invalid /set/6/value',
    'deal_incomplete /set/7/origin',
    'regime_unknown /set/8/regime',
    'contract_date_invalid /set/9/contract_date',
    'direction_contradicts /set/10/direction',
    'fact_unknown /set/11/facts',
    'fact_invalid /set/12/facts',
    'list_item_invalid /set/13/facts',
  ]
  const refused = async (from: number, to?: number) => reasonsIn(await patch('/erp', { set: wrong.slice(from, to) }))
  assert.deepEqual([...(await refused(0, 7)), ...(await refused(7))].map(codeIn), reasons.map(codeIn))
  assert.deepEqual(await refused(0, 7), reasons.slice(0, 7))
  const alike = (await service.check({ items: wrong.filter(({ id }) => !NO_TEXT.includes(id)) })).json()
  assert.deepEqual(
    alike.items.map(
      ({ problem }: { problem: Problem }) => `${problem.code} ${problem.errors[0]?.pointer?.split('/').at(-1)}`,
    ),
    reasons.filter((_, at) => !NO_TEXT.includes(`${at}`)).map(codeIn),
    'as in a batch',
  )
})

const INPUTS = '833-2014.3g(1)(d)'
type WithFacts = { meta?: { facts: { id: string; value: string; used: boolean }[] } }
const bare = (meta: WithFacts['meta']) => meta?.facts.map(({ id, value, used }) => ({ id, value, used }))

test('what was declared of an item decides whenever it is screened, until the law asks for it no more', async (t) => {
  const { get, put, serve, store, anna } = await sceneFor(t)
  await serve(realLaw)
  const screws = { q: '7318 15 95', origin: 'CN', destination: 'PL' }
  const items = [
    { id: 'none', ...screws },
    { id: 'no', ...screws, facts: `${INPUTS}:no` },
    { id: 'yes', ...screws, facts: ` 833-2014.use:no, ${INPUTS}:yes` },
  ]
  const written = await put('/facts', { lang: 'en', items })
  assert.equal(written.statusCode, 201, written.body)
  await serve(realLaw)
  const read = async () => (await get('/facts')).json()
  const told = ({ id, assessment, meta }: Shown & WithFacts) => [id, assessment.answer, bare(meta)]
  const used = (value: string, isUsed = true) => ({ id: INPUTS, value, used: isUsed })
  const unused = { id: '833-2014.use', value: 'no', used: false }
  const page = await read()
  assert.deepEqual(page.items.map(told), [
    ['none', 'depends', undefined],
    ['no', 'duties', [used('no')]],
    ['yes', 'prohibited', [used('yes'), unused]],
  ])
  assert.equal(page.prohibited, 1, 'a total follows the answer')
  assert.equal(page.items[2].facts, `${INPUTS}:yes,833-2014.use:no`)
  const again = page.items.map(({ verdict, assessment, meta, ...item }: Record<string, unknown>) => item)
  assert.equal((await put('/facts', { lang: 'en', items: again })).headers.etag, written.headers.etag)

  const { dataset } = realLaw
  const isKept = ({ annex }: { readonly annex: string | null }) => annex !== 'XVII'
  const without = { entries: dataset.entries.filter(isKept), ended: dataset.ended.filter(isKept) }
  await serve(buildAnswerer({ ...dataset, ...without, version: `${dataset.version}-without` }, 'cn-sanctions test'))
  const later = (await read()).items
  assert.deepEqual(
    later.map((item: Shown & WithFacts) => [item.assessment.checked, bare(item.meta)]),
    [
      [true, undefined],
      [true, [used('no', false)]],
      [true, [used('yes', false), unused]],
    ],
  )
  const { changes } = (await get('/facts/changes')).json()
  assert.deepEqual(
    changes.map(({ item, facts, before, after }: Record<string, { answer: string }>) => [
      item,
      facts,
      before?.answer,
      after?.answer,
    ]),
    [
      ['none', null, 'depends', later[0].assessment.answer],
      ['no', `${INPUTS}:no`, 'duties', later[1].assessment.answer],
      ['yes', `${INPUTS}:yes,833-2014.use:no`, 'prohibited', later[2].assessment.answer],
    ],
  )
  const list = (await store.lists.find(anna.id, 'facts'))!
  assert.ok((await store.lists.items(list.id, 0, 9)).every(({ state }) => readState(state ?? '')?.checked))
})

test('the largest list of deals that may be sent fits the bounds of its body', () => {
  const items = Array.from({ length: MAX_LIST_ITEMS }, (_, at) => ({
    id: `article ${at}`,
    q: '8471 30 00 00',
    origin: 'UA-43',
    dispatch: 'UA-40',
    destination: 'UA-14',
    via: 'RU,BY,KZ,KG,TJ,TM,UZ,AZ,GE,TR',
    value: '123456789.99',
    direction: 'transit',
    regime: 'EU-RU-833-2014',
    contract_date: '2026-01-31',
    facts: '833-2014.3g(1)(d):no,833-2014.use:no',
  }))
  assert.equal(exceededBound(Buffer.from(JSON.stringify({ lang: 'en', items })), LIST_BODY), null)
})

test('the same content again keeps the tag; a tag of what was read guards what is written', async (t) => {
  const { get, put, patch, remove, serve } = await sceneFor(t)
  const first = await put('/erp', { items: GOODS })
  const tag = String(first.headers.etag)
  const again = await put('/erp', { items: GOODS })
  assert.deepEqual([again.statusCode, again.headers.etag], [200, tag])
  const read = await get('/erp', undefined, { 'accept-encoding': 'gzip' })
  assert.match(String(read.headers.etag), /^"\w{16}\.[\w-]+-gzip"$/)
  assert.equal(
    (await get('/erp', undefined, { 'if-none-match': String((await get('/erp')).headers.etag) })).statusCode,
    304,
  )

  // A screening changes the answer and its tag, but not the content.
  await serve(AFTER)
  assert.notEqual((await get('/erp', undefined, { 'accept-encoding': 'gzip' })).headers.etag, read.headers.etag)
  const changed = await patch('/erp', { set: [{ id: 'A-9', q: 'laptop' }] }, { 'if-match': String(read.headers.etag) })
  assert.equal(changed.statusCode, 200)
  assert.notEqual(changed.headers.etag, tag)
  problemIn(await put('/erp', { items: GOODS }, { 'if-match': tag }), 'list_version_other')
  problemIn(await remove('/erp', undefined, { 'if-match': tag }), 'list_version_other')
  problemIn(await put('/erp', { items: GOODS }, { 'if-none-match': '*' }), 'list_version_other')
  assert.equal((await get('/erp')).json().count, 4)
  assert.equal((await remove('/erp', undefined, { 'if-match': String(changed.headers.etag) })).statusCode, 204)
  problemIn(await get('/erp'), 'list_unknown')
  problemIn(await remove('/erp'), 'list_unknown')
})

test('a list is private to its key, and without a key there is nothing to see', async (t) => {
  const { service, ask, put, bert, anna, store } = await sceneFor(t)
  await put('/erp', { items: GOODS })
  for (const method of ['GET', 'DELETE'] as const) problemIn(await ask(method, bert.key)('/erp'), 'list_unknown')
  problemIn(await ask('GET', bert.key)('/erp/changes'), 'list_unknown')
  problemIn(await ask('PATCH', bert.key)('/erp', { remove: ['A-1'] }), 'list_unknown')
  assert.deepEqual((await ask('GET', bert.key)('')).json(), { lists: [] })
  for (const path of ['', '/erp', '/erp/changes']) problemIn(await service.get(`/api/v1/lists${path}`), 'key_missing')
  const shared = await ask('GET')('/erp')
  assert.match(String(shared.headers['cache-control']), /^private/)
  await store.keys.revoke(anna.id, new Date(NOON))
  problemIn(await ask('GET')('/erp'), 'key_revoked')
  problemIn(await put('/erp', { items: GOODS }), 'key_revoked')
  assert.ok(!service.logged().includes('8471') && !service.logged().includes('erp'), 'no content in the log')
})

test('every mistake of a list is told with its place, in the language asked for, and nothing is stored', async (t) => {
  const { get, put, patch } = await sceneFor(t)
  const items = [
    { id: 'A-1', q: '8471 30 00' },
    { id: 'A-1', q: '409' },
    { id: '', q: 'x'.repeat(201), note: 'laptops' },
    { id: 'A-4', q: '84', destination: 'SU' },
    { id: 'A-5\u0000', q: 84 },
    'A-6',
    { id: 'A-7', q: '84', origin: 'PL' },
  ]
  const answer = await put('/erp', { lang: 'en', items })
  assert.deepEqual(reasonsIn(answer), [
    'item_id_repeated /items/1/id',
    'q_code_length /items/1/q',
    'list_field_unknown /items/2/note',
    'list_item_id_invalid /items/2/id',
    'q_too_long /items/2/q',
    'place_unknown /items/3/destination',
    'list_item_id_invalid /items/4/id',
    'list_item_invalid /items/4/q',
    'list_item_invalid /items/5',
    'deal_incomplete /items/6/destination',
  ])
  assert.match(answer.json().errors[1].detail, /Did you mean 0409\?$/)
  const polish = await put('/erp', { items: [{ id: '1', q: '409' }] })
  assert.match(problemIn(polish, 'q_code_length').errors[0]!.detail, /Arkusz kalkulacyjny.*0409/)
  assert.deepEqual((await get('')).json(), { lists: [] })

  await put('/erp', { items: GOODS })
  const wrong = {
    set: [
      { id: 'A-2', q: '8471' },
      { id: 'B', q: '5' },
    ],
    remove: ['A-2', 7],
  }
  assert.deepEqual(reasonsIn(await patch('/erp?lang=en', wrong)), [
    'q_code_length /set/1/q',
    'item_id_repeated /remove/0',
    'list_item_id_invalid /remove/1',
  ])
  assert.equal((await get('/erp')).json().items[1].q, '0409 00 00')
  const many = await put('/erp', { items: Array.from({ length: 500 }, () => ({ id: '', q: '' })) })
  assert.deepEqual([many.json().errors.length, many.json().errors_omitted], [10, 40])
})

test('page by page every item comes once, and what was read can be sent back', async (t) => {
  const { get, put } = await sceneFor(t)
  const items = Array.from({ length: 7 }, (_, at) => item(`A-${at}`, '0409'))
  await put('/erp', { items })
  const read: object[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page: { items: Record<string, unknown>[]; next: string | null } = (
      await get(`/erp?limit=3${next && `&cursor=${next}`}`)
    ).json()
    read.push(...page.items.map(({ verdict, assessment, ...item }) => item))
    next = page.next
  }
  assert.deepEqual(read, items)
  assert.equal((await put('/erp', { items: read })).headers.etag, (await put('/erp', { items })).headers.etag)
})

test('a list costs points by its work, and 20,000 items are taken', async (t) => {
  const { put, get } = await sceneFor(t, { limits: { keyLists: 60, key: 50 } })
  const items = Array.from({ length: 20_000 }, (_, at) => ({ id: `${at}`, q: at % 2 ? '8471 30 00' : '0409 00 00' }))
  const stored = await put('/erp', { items })
  assert.deepEqual([stored.statusCode, stored.json().count], [201, 20_000])
  assert.deepEqual([limitIn(stored)?.limit, limitIn(stored)?.remaining], [60, 20], 'one point for 500 codes')
  assert.equal(limitIn(await get('/erp?limit=500'))?.remaining, 19)
  assert.equal(limitIn(await get('/erp/changes'))?.limit, 50, 'other requests count as lookups')
  problemIn(await put('/erp', { items }), 'lists_limited')
})

test('a name or a whole chapter counts as ten items of a list', async (t) => {
  const { put, patch } = await sceneFor(t, { limits: { keyLists: 0 } })
  const items = Array.from({ length: 2_000 }, (_, at) => ({ id: `${at}`, q: at % 2 ? 'kawior' : '84' }))
  assert.equal((await put('/erp', { items })).statusCode, 201)
  const more = { id: 'more', q: 'CN 8471.30' }
  problemIn(await patch('/erp', { set: [more] }), 'list_items_too_many')
  problemIn(await put('/erp', { items: [...items, more] }), 'list_items_too_many')
  const set = [{ id: '0', q: '8401' }, ...Array.from({ length: 9 }, (_, at) => ({ id: `code ${at}`, q: '8471 30 00' }))]
  assert.equal((await patch('/erp', { set })).json().count, 2_009, 'a code in place of a name makes room for nine')
  problemIn(await patch('/erp', { set: [more] }), 'list_items_too_many')
  assert.equal((await patch('/erp', { remove: ['code 1'], set: [more] })).statusCode, 200)
})

test('a cursor of a list that was deleted is refused, since it would skip changes of its successor', async (t) => {
  const { get, put, remove } = await sceneFor(t)
  await put('/erp', { items: GOODS })
  const { next } = (await get('/erp/changes')).json()
  await remove('/erp')
  await put('/erp', { items: GOODS })
  assert.deepEqual(reasonsIn(await get(`/erp/changes?cursor=${next}`)), ['cursor_invalid cursor'])
})

test('a list may be called in any language, with spaces, and is the same however its letters were typed', async (t) => {
  const { get, put, remove } = await sceneFor(t)
  const at = (name: string) => `/${encodeURIComponent(name)}`
  const stored = await put(at('Towary do Łodzi – nr 7'.replace('–', '-')), { items: GOODS })
  assert.deepEqual([stored.statusCode, stored.json().name], [201, 'Towary do Łodzi - nr 7'])
  assert.equal((await put(at('żółw'.normalize('NFD')), { items: GOODS })).json().name, 'żółw')
  assert.equal((await get(at('żółw'))).statusCode, 200)
  assert.equal((await get(`${at('żółw')}/changes`)).statusCode, 200)
  assert.equal((await put(at('ż'.repeat(64)), { items: GOODS })).statusCode, 201)
  assert.equal((await remove(at('Towary do Łodzi - nr 7'))).statusCode, 204)
  for (const wrong of [
    ' a',
    'a ',
    'a  b',
    '-a',
    'a/b',
    'a\u200bb',
    'a\u0000',
    'a\nb',
    '<b>',
    'ż'.repeat(65),
    `a${'.a'.repeat(31)}!`,
  ])
    problemIn(await get(at(wrong)), 'list_name_invalid')
})

test('reading items is paid for, also when they are refused', async (t) => {
  const { put, patch } = await sceneFor(t)
  const wrong = Array.from({ length: 5_000 }, (_, at) => ({ id: `${at}`, q: '7' }))
  const left = ({ headers }: { headers: object }) => Number((headers as Headers)['ratelimit-remaining'])
  const refused = await put('/erp', { items: wrong })
  assert.deepEqual([refused.statusCode, left(refused)], [400, 200 - 10])
  const stored = await put('/erp', { items: wrong.map(({ id }) => ({ id, q: '8471 30 00' })) })
  assert.deepEqual([stored.statusCode, left(stored)], [201, 200 - 20])
  const removed = await patch('/erp', { remove: wrong.slice(0, 1_001).map(({ id }) => id) })
  assert.deepEqual([removed.statusCode, left(removed)], [200, 200 - 23])
  const tooMany = await put('/erp', { items: new Array(30_000).fill(0) })
  assert.deepEqual([tooMany.statusCode, left(tooMany)], [400, 200 - 24])
})
