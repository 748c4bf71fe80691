import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { StoreError } from '../../../src/store/sql/store-error.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { emptyPlace, problemIn, recordLaw, type Service, serviceFor } from './service.ts'
import { answersIn, sendBytes } from './wire.ts'

const refusedLaw = { at: new Date('2026-11-15T10:00:00Z'), mistakes: 3, first: 'acts.yaml:7:1 secret words of a file' }

describe('what is for the operator', () => {
  test('is off on the port everybody reaches, whatever they show', async (t) => {
    const { get, ops } = await serviceFor(t, { opsToken: null, refusedLaw })
    for (const answer of [
      await get('/metrics'),
      await ops('/metrics'),
      await get('/metrics', { 'x-forwarded-for': '::1' }),
    ])
      assert.match(problemIn(answer, 'metrics_off').detail, /OPS_PORT.*OPS_TOKEN/)
    for (const answer of [await get('/readyz'), await ops('/readyz')]) {
      assert.equal(answer.statusCode, 200)
      assert.deepEqual(answer.json(), { status: 'ready', dataset: 'ready', store: 'ready', receipts: 'ready' })
    }
  })

  test('is shown to who bears the token, and to nobody else', async (t) => {
    const { get, ops } = await serviceFor(t, { refusedLaw })
    assert.match((await ops('/metrics')).body, /^cn_dataset_info\{/m)
    assert.deepEqual((await ops('/readyz')).json().refused, { ...refusedLaw, at: refusedLaw.at.toISOString() })
    assert.deepEqual(Object.keys((await get('/readyz')).json()), ['status', 'dataset', 'store', 'receipts'])
    const wrong = [
      'Bearer wrong',
      'Bearer',
      'Basic b3BlcmF0b3I6eA==',
      'operator-0123456789',
      'Bearer operator-012345678',
    ]
    for (const authorization of wrong) {
      for (const path of ['/metrics', '/readyz']) problemIn(await get(path, { authorization }), 'ops_token_wrong')
    }
    problemIn(await get('/metrics'), 'ops_token_wrong')
    assert.equal((await get('/healthz', { authorization: 'Bearer wrong' })).statusCode, 200)
  })
})

describe('/readyz', () => {
  const readiness = async ({ get }: Service, path = '/readyz') => {
    const answer = await get(path)
    return [answer.statusCode, answer.json()]
  }

  test('?for=lookups asks for the law alone, so that a database that is away takes no lookups down', async (t) => {
    let asked = 0
    const away = new Proxy({} as Store, {
      get: () => {
        asked++
        throw new Error('the store was asked')
      },
    })
    for (const store of [null, away]) {
      const service = await serviceFor(t, { store })
      assert.deepEqual(await readiness(service, '/readyz?for=lookups'), [200, { status: 'ready', dataset: 'ready' }])
      const { version, ...rest } = (await service.ops('/readyz?for=lookups')).json()
      assert.deepEqual([typeof version, rest], ['string', { status: 'ready', dataset: 'ready', refused: null }])
    }
    assert.equal(asked, 0)
    const reading = await serviceFor(t, { answerer: () => null })
    const notReady = { status: 'not_ready', dataset: 'not_ready' }
    assert.deepEqual(await readiness(reading, '/readyz?for=lookups'), [503, notReady])
  })

  test('a misspelt probe is refused, and is not taken for another one', async (t) => {
    const { get } = await serviceFor(t)
    problemIn(await get('/readyz?for=lookup'), 'for_unknown')
    problemIn(await get('/readyz?For=lookups'), 'parameter_unknown')
    problemIn(await get('/readyz?for=lookups&for=lookups'), 'parameter_repeated')
  })

  test('is ready when receipts can be signed: there is a key, and the law is in the store', async (t) => {
    const store = await openStore(await emptyPlace(t))
    t.after(() => store.close())
    const parts = { status: 'not_ready', dataset: 'ready', store: 'ready', receipts: 'not_ready' }
    const noKey = await serviceFor(t, { receiptKey: null })
    assert.deepEqual(await readiness(noKey), [503, parts])
    const service = await serviceFor(t, { store })
    assert.deepEqual(await readiness(service), [503, parts], 'the law is not recorded yet')
    assert.equal((await service.get('/api/v1/receipt?q=7304')).statusCode, 503)
    await recordLaw(store)
    assert.equal((await readiness(service))[0], 200)
    assert.equal((await service.get('/api/v1/receipt?q=7304')).statusCode, 200)
  })

  test('is not ready once the store is known to be damaged, and says to the operator what is wrong', async (t) => {
    const store = await openStore(await emptyPlace(t))
    t.after(() => store.close())
    await recordLaw(store)
    const damaged: Store = {
      ...store,
      ping: () => Promise.reject(new StoreError('store.check', 'damaged: Tree 5 page 6')),
    }
    const service = await serviceFor(t, { store: damaged })
    const parts = { status: 'not_ready', dataset: 'ready', store: 'not_ready', receipts: 'not_ready' }
    assert.deepEqual(await readiness(service), [503, parts])
    assert.equal((await service.ops('/readyz')).json().store_error, 'store.check: damaged: Tree 5 page 6')
  })

  test('is not ready once the process is to stop, though it still answers, and closes what is kept alive', async (t) => {
    const service = await serviceFor(t, { stopping: true })
    for (const path of ['/readyz', '/readyz?for=lookups']) {
      const [status, { status: said, dataset }] = (await readiness(service, path)) as [number, Record<string, string>]
      assert.deepEqual([status, said, dataset], [503, 'stopping', 'ready'])
    }
    const port = await service.listen()
    const request = 'GET /api/v1/cn?q=7304 HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const answers = answersIn(await sendBytes(port, request.repeat(3)))
    assert.deepEqual(
      answers.map(({ statusCode, headers }) => `${statusCode} ${headers.connection}`),
      Array(3).fill('200 close'),
      'requests sent ahead are answered before the connection ends',
    )
  })
})

test('security.txt says whom to tell until the support of a released version ends; else there is none', async (t) => {
  const PATH = '/.well-known/security.txt'
  const chosen = { securityContact: 'mailto:security@example.com', released: '2026-12-31' }
  const { get } = await serviceFor(t, { ...chosen, publicUrl: 'https://cn.example.com' })
  const { statusCode, headers, body } = await get(`${PATH}?x=1`)
  assert.deepEqual([statusCode, headers['content-type']], [200, 'text/plain; charset=utf-8'])
  assert.equal(
    body,
    'Contact: mailto:security@example.com\nExpires: 2027-12-31T00:00:00.000Z\nPreferred-Languages: pl, en\n' +
      'Canonical: https://cn.example.com/.well-known/security.txt\n',
  )
  for (const without of [{ securityContact: null }, { released: null }])
    problemIn(await (await serviceFor(t, { ...chosen, ...without })).get(PATH), 'not_found')
})
