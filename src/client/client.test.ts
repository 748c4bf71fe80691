import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Answer, fakeService, json, problem, type Sent } from '../../test/client/fake-service.ts'
import { virtualTime } from '../../test/client/virtual-time.ts'
import { lookupParameters } from '../answer/question/question.ts'
import { type ClientOptions, CnSanctions } from './client.ts'
import { CnSanctionsError } from './error.ts'
import { parametersOf, type QuestionOptions } from './question.ts'

function clientOf(answer: (sent: Sent, count: number) => Answer, options: Partial<ClientOptions> = {}) {
  const { fetch, sent } = fakeService(answer)
  const time = virtualTime()
  return { client: new CnSanctions({ baseUrl: 'https://example.com', fetch, ...options }, time), sent, time }
}

const ANSWER = { verdict: 'restricted', assessment: { checked: true }, disclaimer: 'information' }

const hasCode = (code: string) => (error: unknown) => error instanceof CnSanctionsError && error.code === code

describe('a lookup', () => {
  /** Every option there is: a new one of the API must get its place here and in the type. */
  const ALL: Required<QuestionOptions> = {
    day: '2026-07-24',
    lang: 'en',
    direction: 'export',
    regime: 'EU-RU-833-2014',
    contractDate: '2022-01-31',
    origin: 'PL',
    dispatch: 'DE',
    destination: 'KZ',
    via: ['TR', 'GE'],
    value: 299.99,
    facts: { '833-2014.3g(1)(d)': 'no', goods: '8471' },
    limit: 5,
    offset: 10,
    detail: 'full',
    include: ['history', 'tree'],
  }

  test('has an option for every parameter of the API', () => {
    const parameters = parametersOf({ q: '7304', ...ALL })
    assert.deepEqual(new Set(parameters.map(([name]) => name)), new Set(Object.keys(lookupParameters([]))))
    assert.deepEqual(Object.fromEntries(parameters), {
      q: '7304',
      as_of: '2026-07-24',
      lang: 'en',
      direction: 'export',
      regime: 'EU-RU-833-2014',
      contract_date: '2022-01-31',
      origin: 'PL',
      dispatch: 'DE',
      destination: 'KZ',
      via: 'TR,GE',
      value: '299.99',
      facts: '833-2014.3g(1)(d):no,goods:8471',
      limit: '5',
      offset: '10',
      detail: 'full',
      include: 'tree,history',
    })
  })

  test('asks in the language of the client unless the question names one', async () => {
    const { client, sent } = clientOf(() => json(ANSWER), { lang: 'en' })
    assert.deepEqual(await client.lookup('7304 11 00'), ANSWER)
    await client.lookup('7304 11 00', { lang: 'pl' })
    assert.deepEqual(
      sent.map(({ url }) => `${url.pathname}${url.search}`),
      ['/api/v1/cn?q=7304+11+00&lang=en', '/api/v1/cn?q=7304+11+00&lang=pl'],
    )
  })

  test('passes on what it does not know, so that the service refuses a mistyped option', async () => {
    const { client, sent } = clientOf(() => problem('parameter_unknown', 400))
    const mistyped = { asOff: '2023-01-01' } as QuestionOptions
    await assert.rejects(client.lookup('7304', mistyped), hasCode('parameter_unknown'))
    assert.equal(sent[0]?.url.searchParams.get('asOff'), '2023-01-01')
  })

  test('an empty cell is a missing question, never a question about the word "null"', () => {
    assert.deepEqual(parametersOf({ q: null, via: [], day: null, regime: undefined }), [['as_of', 'null']])
  })

  test('an answer of another program never passes for one of ours', async () => {
    for (const other of [{}, [], null, 'ok', { verdict: 'no_match' }]) {
      const { client } = clientOf(() => json(other))
      await assert.rejects(client.lookup('7304'), hasCode('response_invalid'))
    }
  })

  test('a mistyped option of the client is refused, since it could be the key', () => {
    const mistyped = { baseUrl: 'https://example.com', apikey: 'cns_1' } as ClientOptions
    assert.throws(() => new CnSanctions(mistyped), /^CnSanctionsError: Nieznana opcja: apikey\. Znane: baseUrl, apiKey/)
    assert.throws(() => new CnSanctions({ baseUrl: 'https://example.com', apiKey: '' }), hasCode('options_invalid'))
    const other = { baseUrl: 'https://example.com', lang: 'de' } as unknown as ClientOptions
    assert.throws(() => new CnSanctions(other), hasCode('options_invalid'))
    assert.throws(() => new CnSanctions(undefined as unknown as ClientOptions), hasCode('options_invalid'))
  })
})

interface SentBatch {
  readonly as_of?: string
  readonly items: readonly { readonly id: string; readonly q: string }[]
}

const SCOPE = { regimes: [], on_request: [], warnings: [] }

/** The service's answer to a batch: `bad` is a question that it cannot answer. */
const answerTo = ({ body }: Sent, dataset = 'd1', today = '2026-11-15') => {
  const { as_of = today, items } = body as SentBatch
  return json({
    dataset,
    as_of,
    disclaimer: 'information',
    scope: { as_of, ...SCOPE },
    meta: { source: 'cn-sanctions test', items: items.length, limit: 20 },
    items: items.map(({ id, q }, at) =>
      q === 'bad'
        ? {
            id,
            status: 'error',
            problem: { code: 'q_too_vague', errors: [{ pointer: `/items/${at}/q`, detail: '…' }] },
          }
        : { id, status: 'ok', query: q, verdict: 'no_match' },
    ),
  })
}

describe('a list', () => {
  test('of any length comes back in its order, 500 in a request, with the ids of the caller', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2_600 }), fc.integer({ min: 1, max: 4 }), async (length, parallel) => {
        const { client, sent } = clientOf((request) => answerTo(request))
        const items = Array.from({ length }, (_, at) => ({ id: `row ${at % 7}`, q: at % 100 === 3 ? 'bad' : `q${at}` }))
        const checked = await client.check(items, { parallel })
        assert.equal(sent.length, Math.ceil(length / 500))
        assert.equal(checked.meta.items, length)
        assert.deepEqual(
          checked.items.map((item) => [item.id, item.status === 'ok' ? item.query : item.problem.errors[0]?.pointer]),
          items.map(({ id, q }, at) => [id, q === 'bad' ? `/items/${at}/q` : q]),
        )
      }),
      { numRuns: 15 },
    )
  })

  test('may be plain texts; each gets its place as id', async () => {
    const { client, sent } = clientOf((request) => answerTo(request), { lang: 'en' })
    const { items } = await client.check(['7304', 'laptop'], { day: '2026-07-24', origin: 'PL', destination: 'KZ' })
    assert.deepEqual(
      items.map(({ id }) => id),
      ['0', '1'],
    )
    assert.deepEqual(sent[0]?.body, {
      lang: 'en',
      as_of: '2026-07-24',
      origin: 'PL',
      destination: 'KZ',
      items: [
        { id: '0', q: '7304' },
        { id: '1', q: 'laptop' },
      ],
    })
  })

  test('is given batch by batch as well, with the ids of the list, also when a later one fails', async () => {
    const { client, time } = clientOf((request, count) => (count < 3 ? answerTo(request) : problem('q', 400)))
    const given: [string | null, number][] = []
    const items = Array.from({ length: 1_200 }, (_, at) => ({ id: `row ${at}`, q: '7304' }))
    const checking = client.check(items, {
      parallel: 1,
      onBatch: (answers) => void given.push([answers.items[0]!.id, answers.items.length]),
    })
    await assert.rejects(time.until(checking), hasCode('q'))
    assert.deepEqual(given, [
      ['row 0', 500],
      ['row 500', 500],
    ])
  })

  test('keeps to the bytes that a request may have', async () => {
    const { client, sent } = clientOf((request) => answerTo(request))
    await client.check(Array.from({ length: 500 }, () => 'ż'.repeat(2_000)))
    assert.equal(sent.length, 3)
    for (const { body } of sent) assert.ok(Buffer.byteLength(JSON.stringify(body)) < 1024 * 1024)
  })

  test('sends no more batches at a time than it may', async () => {
    let underWay = 0
    let most = 0
    const { fetch } = fakeService((request) => answerTo(request))
    const counting = async (address: string, init: RequestInit) => {
      most = Math.max(most, ++underWay)
      const response = await fetch(address, init)
      underWay--
      return response
    }
    const client = new CnSanctions({ baseUrl: 'https://example.com', fetch: counting })
    await client.check(
      Array.from({ length: 5_000 }, () => '7304'),
      { day: '2026-07-24', parallel: 3 },
    )
    assert.equal(most, 3)
  })

  test('is answered for one day, also when midnight passes on the way', async () => {
    const { client, sent } = clientOf((request, count) => answerTo(request, 'd1', `2026-11-1${4 + count}`))
    const checked = await client.check(Array.from({ length: 1_500 }, () => '7304'))
    assert.equal(checked.as_of, '2026-11-15')
    assert.deepEqual(
      sent.map(({ body }) => (body as SentBatch).as_of),
      [undefined, '2026-11-15', '2026-11-15'],
    )
  })

  test('is answered from one version of the law: parts from an older one are asked again', async () => {
    const { client, sent } = clientOf((request, count) => answerTo(request, count < 3 ? 'old' : 'new'))
    const checked = await client.check(
      Array.from({ length: 1_500 }, () => '7304'),
      { parallel: 1 },
    )
    assert.deepEqual([checked.dataset, checked.items.length, sent.length], ['new', 1_500, 5])
    const restless = clientOf((request, count) => answerTo(request, `d${count}`))
    await assert.rejects(restless.client.check(Array.from({ length: 1_500 }, () => '7304')), hasCode('dataset_changed'))
    assert.ok(restless.sent.length <= 10)
  })

  test('waits while its limit is used up, and loses no line', async () => {
    const { client, sent, time } = clientOf((request, count) =>
      count % 3 === 0 ? problem('batch_limited', 429, { 'retry-after': '30' }) : answerTo(request),
    )
    const checked = await time.until(client.check(Array.from({ length: 2_000 }, (_, at) => `q${at}`)))
    assert.deepEqual(
      checked.items.map((item) => item.status === 'ok' && item.query),
      Array.from({ length: 2_000 }, (_, at) => `q${at}`),
    )
    assert.ok(sent.length > 4 && time.fired.every((delay) => delay >= 30_000))
  })

  test('whose request is refused names the line in the whole list, and begins no further batch', async () => {
    const errors = [{ pointer: '/items/7/direction', detail: '…' }]
    const { client, sent } = clientOf((request, count) =>
      count === 2 ? problem('item_invalid', 400, {}, { errors }) : answerTo(request),
    )
    const checking = client.check(
      Array.from({ length: 3_000 }, () => '7304'),
      { parallel: 1 },
    )
    await assert.rejects(checking, (error: CnSanctionsError) => {
      assert.deepEqual([error.code, error.errors[0]?.pointer], ['item_invalid', '/items/507/direction'])
      return true
    })
    assert.equal(sent.length, 2)
  })

  test('answered with a line too few, too many or out of order is refused', async () => {
    type Items = { id: string }[]
    const spoilings: ((items: Items) => Items)[] = [
      (items) => items.slice(1),
      (items) => [...items, items[0]!],
      (items) => items.toReversed(),
      (items) => items.map(({ id }) => ({ id })),
    ]
    for (const spoil of spoilings) {
      const { fetch } = fakeService((request) => answerTo(request))
      const spoiling = async (address: string, init: RequestInit) => {
        const { items, ...head } = (await (await fetch(address, init)).json()) as { items: Items }
        return json({ ...head, items: spoil(items) })
      }
      const client = new CnSanctions({ baseUrl: 'https://example.com', fetch: spoiling })
      await assert.rejects(client.check(['7304', '8471']), hasCode('response_invalid'))
    }
  })

  test('tells all that was checked, when parts of it ask about other regimes', async () => {
    const regime = (code: string) => ({ code })
    const { fetch } = fakeService((request) => answerTo(request))
    let count = 0
    const scoped = async (address: string, init: RequestInit) => {
      const response = (await (await fetch(address, init)).json()) as object
      const [code, warning] = count++ === 0 ? ['EU-RU-833-2014', 'a'] : ['EU-UA-692-2014', 'b']
      const scope = { regimes: [regime(code)], on_request: [regime('EU-UA-692-2014')], warnings: [warning] }
      return json({ ...response, scope })
    }
    const client = new CnSanctions({ baseUrl: 'https://example.com', fetch: scoped })
    const { scope } = await client.check(Array.from({ length: 501 }, () => '7304'))
    assert.deepEqual(
      [scope.regimes.map(({ code }) => code), scope.on_request, scope.warnings],
      [['EU-RU-833-2014', 'EU-UA-692-2014'], [], ['a', 'b']],
    )
  })
})

describe('changes', () => {
  const pages: Readonly<Record<string, object>> = {
    '': { changes: [{ id: 'a' }, { id: 'b' }], next: 'c1', more: true, complete: true },
    c1: { changes: [{ id: 'c' }], next: 'c2', more: true, complete: true },
    c2: { changes: [], next: 'c2', more: false, complete: true },
  }
  const answerPage = ({ url }: Sent) => json(pages[url.searchParams.get('cursor') ?? '']!)

  test('are read one by one across pages, or page by page with the cursor to keep', async () => {
    const { client, sent } = clientOf(answerPage)
    const ids: string[] = []
    for await (const { id } of client.changes({ since: '2026-01-01' })) ids.push(id)
    assert.deepEqual(ids, ['a', 'b', 'c'])
    assert.ok(sent.every(({ url }) => url.searchParams.get('since') === '2026-01-01'))
    const cursors: string[] = []
    for await (const { next } of client.changes({ cursor: 'c1' }).pages()) cursors.push(next)
    assert.deepEqual(cursors, ['c2', 'c2'])
  })

  test('are asked for no further than they are read', async () => {
    const { client, sent } = clientOf(answerPage)
    for await (const _ of client.changes()) break
    assert.equal(sent.length, 1)
  })

  test('that lead in a circle are an error, not an endless list', async () => {
    const { client } = clientOf(() => json({ changes: [], next: 'c1', more: true }))
    const readAll = async () => {
      for await (const _ of client.changes()) assert.fail('a change')
    }
    await assert.rejects(readAll(), hasCode('response_invalid'))
  })
})
