import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { newPrivateKey, readPrivateKey } from '../../../src/receipts/signing-key.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { answerer } from '../../real-law.ts'
import {
  BUILD,
  emptyPlace,
  LAW_SHA256,
  limitIn,
  NOON,
  problemIn,
  recordLaw,
  type Service,
  serviceFor,
} from './service.ts'

const VERSION = answerer.dataset.version

async function storeWithLaw(t: TestContext): Promise<Store> {
  const store = await openStore(await emptyPlace(t))
  t.after(() => store.close())
  return recordLaw(store)
}

async function receiptFor(service: Service, query: string) {
  const answer = await service.get(`/api/v1/receipt?${query}`)
  assert.equal(answer.statusCode, 200, answer.body)
  const { receipt, id } = answer.json<{ receipt: string; id: string }>()
  const keys = (await service.get('/.well-known/jwks.json')).json<JSONWebKeySet>()
  const { payload, protectedHeader } = await compactVerify(receipt, createLocalJWKSet(keys))
  return { answer, receipt, id, header: protectedHeader, claims: JSON.parse(Buffer.from(payload).toString()) }
}

describe('a receipt', () => {
  test('holds the very bytes that a lookup answers, and the question with its day', async (t) => {
    const service = await serviceFor(t, { store: await storeWithLaw(t), publicUrl: 'https://cn.example.com' })
    for (const query of [
      'q=7304+11+00',
      'q=laptop&lang=en&detail=short',
      'q=8471+50&destination=KZ&via=RU&limit=500',
    ]) {
      const { claims, header, receipt, id, answer } = await receiptFor(service, query)
      const lookup = await service.get(`/api/v1/cn?${query}`)
      assert.equal(claims.answer, lookup.body)
      assert.equal(claims.answer_sha256, createHash('sha256').update(lookup.rawPayload).digest('hex'))
      const { iss, iat, dataset, law_sha256, build, question } = claims
      assert.deepEqual(
        { iss, iat, dataset, law_sha256, build },
        {
          iss: 'https://cn.example.com',
          iat: Date.parse(NOON) / 1000,
          dataset: VERSION,
          law_sha256: LAW_SHA256,
          build: BUILD,
        },
      )
      assert.equal(question.as_of, '2026-11-15', 'the day is written out')
      assert.equal((await service.get(`/api/v1/cn?${new URLSearchParams(question)}`)).body, lookup.body)
      assert.equal(header.alg, 'Ed25519')
      assert.equal(id, createHash('sha256').update(receipt.split('.')[2]!).digest('hex').slice(0, 16))
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.ok(limitIn(answer))
    }
  })

  test('is counted and refused like a lookup', async (t) => {
    const service = await serviceFor(t, { store: await storeWithLaw(t), limits: { lookups: 4 } })
    await service.get('/api/v1/cn?q=7304')
    assert.equal(limitIn(await service.get('/api/v1/receipt?q=7304'))?.remaining, 1)
    const wrong = problemIn(await service.get('/api/v1/receipt?q=3061792&lang=en'), 'q_code_length')
    assert.deepEqual(wrong.suggestions, ['0306 17 92'])
    problemIn(await service.get('/api/v1/receipt?q=7304'), 'rate_limited')
  })

  test('leaves nothing about the question in the store or the log', async (t) => {
    const store = await storeWithLaw(t)
    const service = await serviceFor(t, { store })
    await receiptFor(service, 'q=tajny+kawior+z+jesiotra')
    assert.doesNotMatch(service.logged(), /kawior/)
    assert.deepEqual(
      (await store.receiptKeys.list()).map(({ jwk }) => Object.keys(JSON.parse(jwk)).toSorted()),
      [['alg', 'crv', 'kid', 'kty', 'use', 'x']],
    )
  })

  test('is signed only when others can check it: key published, law kept', async (t) => {
    const place = await emptyPlace(t)
    const store = await openStore(place)
    t.after(() => store.close())
    problemIn(await (await serviceFor(t, { store })).get('/api/v1/receipt?q=84'), 'not_ready')
    assert.deepEqual(await store.receiptKeys.list(), [], 'no key that has signed nothing')
    problemIn(await (await serviceFor(t, { store: null })).get('/api/v1/receipt?q=84'), 'not_ready')
    problemIn(await (await serviceFor(t, { store: null })).get('/.well-known/jwks.json'), 'not_ready')
    const keyless = await serviceFor(t, { store: await storeWithLaw(t), receiptKey: null })
    for (let i = 0; i < 2; i++) problemIn(await keyless.get('/api/v1/receipt?q=84'), 'receipts_unavailable')
    assert.equal(keyless.log.filter(({ message }) => message === 'receipts cannot be signed').length, 1, 'told once')
  })

  test('of one instance is checked with the keys of any other, also after a rotation', async (t) => {
    const store = await storeWithLaw(t)
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(() => serviceFor(t, { store, receiptKey: readPrivateKey(newPrivateKey()) ?? null })),
    )
    const signed = await Promise.all([one, two].map((service) => receiptFor(service!, 'q=7304')))
    const answer = await three!.get('/.well-known/jwks.json')
    const keys = createLocalJWKSet(answer.json<JSONWebKeySet>())
    for (const { receipt } of signed) await compactVerify(receipt, keys)
    assert.equal(answer.json<JSONWebKeySet>().keys.length, 3, 'its own is there before it signs')
    assert.match(String(answer.headers['cache-control']), /^public, max-age=/)
    const etag = String(answer.headers.etag)
    assert.equal((await three!.get('/.well-known/jwks.json', { 'if-none-match': etag })).statusCode, 304)
  })
})

describe('the law of a version', () => {
  test('is there as it was recorded, for ever', async (t) => {
    const service = await serviceFor(t, { store: await storeWithLaw(t) })
    const url = `/api/v1/dataset/${VERSION}.law`
    const answer = await service.get(url, { 'accept-encoding': 'br, gzip' })
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.body, 'a packed law')
    assert.equal(answer.headers['content-encoding'], undefined, 'it is compressed already')
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(answer.headers['content-disposition'], `attachment; filename="${VERSION}.law"`)
    assert.equal((await service.get(url, { 'if-none-match': String(answer.headers.etag) })).statusCode, 304)
    assert.equal(limitIn(answer)?.limit, 20, 'it counts as a batch')
  })

  test('that is not known is a problem that says where versions stand', async (t) => {
    const service = await serviceFor(t, { store: await storeWithLaw(t) })
    for (const name of ['2026-07-24-000000000000.law', 'latest.law', '..%2f..%2fetc%2fpasswd.law', 'latest.csv']) {
      problemIn(await service.get(`/api/v1/dataset/${name}`), 'version_unknown')
    }
    problemIn(await service.get('/api/v1/dataset/2026-07-24-000000000000.csv'), 'version_not_served')
    problemIn(await service.get(`/api/v1/dataset/${VERSION}.json`), 'not_found')
    problemIn(await service.get(`/api/v1/dataset/${VERSION}.law?x=1`), 'parameter_unknown')
  })
})
