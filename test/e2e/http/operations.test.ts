import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { problemIn, serviceFor } from './service.ts'

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
      assert.deepEqual(answer.json(), { status: 'ready', dataset: 'ready', store: 'ready' })
    }
  })

  test('is shown to who bears the token, and to nobody else', async (t) => {
    const { get, ops } = await serviceFor(t, { refusedLaw })
    assert.match((await ops('/metrics')).body, /^cn_dataset_info\{/m)
    assert.deepEqual((await ops('/readyz')).json().refused, { ...refusedLaw, at: refusedLaw.at.toISOString() })
    assert.deepEqual(Object.keys((await get('/readyz')).json()), ['status', 'dataset', 'store'])
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
