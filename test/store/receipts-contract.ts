import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Place, Store } from '../../src/store/store.ts'
import { TEXTS_KEPT } from '../../src/store/versions/datasets.ts'
import { type Bench, opened } from './contract.ts'

const AT = new Date('2026-11-15T10:00:00.123Z')

/** What receipts need from the store: public keys for every instance, and the laws they refer to. */
export function receiptsContract(bench: Pick<Bench, 'kind' | 'empty'>): void {
  const check = (name: string, body: (t: TestContext, place: Place, store: Store) => Promise<void>) =>
    test(`${bench.kind}: ${name}`, async (t) => {
      const place = await bench.empty()
      await body(t, place, await opened(t, place))
    })

  check('a published key is known to all instances, once, until it is withdrawn', async (t, place, store) => {
    const two = await opened(t, place)
    assert.deepEqual(await store.receiptKeys.list(), [])
    const key = { kid: 'a', jwk: '{"kid":"a"}' }
    await Promise.all([store, two].map(({ receiptKeys }) => receiptKeys.publish(key, AT)))
    await two.receiptKeys.publish({ kid: 'b', jwk: '{"kid":"b"}' }, new Date('2026-12-01T00:00:00Z'))
    assert.deepEqual(
      (await store.receiptKeys.list()).map(({ kid }) => kid),
      ['b', 'a'],
    )
    assert.deepEqual((await store.receiptKeys.list())[1], { ...key, createdAt: AT.toISOString() })
    assert.equal(await store.receiptKeys.withdraw('a'), true)
    assert.equal(await store.receiptKeys.withdraw('a'), false)
    assert.equal((await two.receiptKeys.list()).length, 1)
  })

  check('texts of the law are kept where receipts refer to them, and of the newest versions', async (_, __, store) => {
    const { datasets } = store
    let after: string | null = null
    for (let at = 0; at < TEXTS_KEPT + 3; at++) {
      const version = `v${at}`
      await datasets.introduce({ version, after, law: Buffer.from(version), published: at === 2, changes: [], at: AT })
      after = version
      if (at === 1) assert.equal(await datasets.keepForReceipts('v1'), true)
    }
    const kept = await Promise.all(['v0', 'v1', 'v2', 'v3', after].map((version) => datasets.hasLaw(String(version))))
    assert.deepEqual(kept, [false, true, true, true, true])
    assert.equal(await datasets.law('v0'), null)
    assert.equal(await datasets.keepForReceipts('v0'), false, 'a receipt must not refer to what is gone')
    assert.equal(await datasets.keepForReceipts('unknown'), false)

    await datasets.restoreLaw('v0', Buffer.from('again'))
    await datasets.restoreLaw('v1', Buffer.from('other'))
    assert.equal(String(await datasets.law('v0')), 'again')
    assert.equal(String(await datasets.law('v1')), 'v1', 'a text that is there is not replaced')
  })
}
