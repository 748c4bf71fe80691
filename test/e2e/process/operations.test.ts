import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openStore } from '../../../src/store/store.ts'
import { lead } from '../../store/contract.ts'
import { damageLeads } from '../../store/overwrite.ts'
import { ask, emptyDirectory, listening, ready } from './service.ts'

describe('the port of the operator', { concurrency: 2 }, () => {
  for (const workers of ['1', '2']) {
    test(`with ${workers} process(es): metrics of all and the details of readiness, and none of it on the other port`, async (t) => {
      const service = await ready(t, { OPS_PORT: '0', OPS_TOKEN: '', WORKERS: workers })
      const { address } = await service.line('operations listening')
      const { hostname, port } = new URL(String(address))
      assert.equal(hostname, '127.0.0.1')
      const get = (path: string, method = 'GET', headers = {}) => ask(Number(port), method, path, headers)

      for (let time = 0; time < 6; time++) assert.equal((await service.get('/api/v1/cn?q=7304')).status, 200)
      // Asked several times, so that each worker is asked.
      for (let time = 0; time < 4; time++) {
        const { status, text, headers } = await get('/metrics')
        assert.equal(status, 200)
        assert.match(String(headers['content-type']), /^text\/plain/)
        assert.match(text, /^cn_http_requests_total\{method="GET",route="\/api\/v1\/cn",status="200"\} 6$/m)
        assert.match(text, /^cn_http_output_bytes 0$/m)
        const { version, refused, status: state } = JSON.parse((await get('/readyz')).text)
        assert.deepEqual([typeof version, refused, state], ['string', null, 'ready'])
      }
      assert.deepEqual(JSON.parse((await get('/healthz')).text), { status: 'ok' })
      assert.equal((await get('/metrics', 'HEAD')).text, '')
      assert.equal((await get('/metrics', 'POST')).status, 405)
      for (const path of ['/', '/api/v1/cn?q=84', '/constructor', '/docs/'])
        assert.equal((await get(path)).status, 404, path)

      // A page in the operator's browser: from elsewhere, or by a name that was made to point here.
      for (const name of Object.keys((await get('/metrics')).headers)) assert.doesNotMatch(name, /^access-control/)
      for (const [headers, code] of [
        [{ host: `evil.example:${port}` }, 'host_forbidden'],
        [{ origin: 'https://evil.example' }, 'origin_forbidden'],
      ] as const) {
        const { status, text } = await get('/metrics', 'GET', headers)
        assert.deepEqual([status, JSON.parse(text).code], [403, code])
      }

      assert.equal((await service.get('/metrics')).status, 404)
      assert.equal(JSON.parse((await service.get('/readyz')).text).version, undefined)
      service.signal('SIGTERM')
      assert.deepEqual(await service.ended(), { code: 0, signal: null })
    })
  }
})

test('a damaged store is found after the start: the log, /readyz and a metric say so, and lookups go on', async (t) => {
  const dataDir = await emptyDirectory(t)
  const store = await openStore({ dataDir })
  for (let at = 0; at < 100; at++) await store.leads.add(lead({ email: `reader-${at}@example.eu` }))
  await store.close()
  await damageLeads(join(dataDir, 'cn-sanctions.db'))
  const service = await listening(t, { DATA_DIR: dataDir })
  const { damage } = await service.line('store is damaged')
  assert.match(String(damage), /^Tree \d+ page \d+/)
  const { status, text } = await service.ops('/readyz')
  const { store: state, store_error: reason } = JSON.parse(text)
  assert.deepEqual([status, state, reason], [503, 'not_ready', `store.check: damaged: ${damage}`])
  const { text: metrics } = await service.ops('/metrics')
  assert.match(metrics, /^cn_store_damaged 1$/m)
  assert.match(metrics, /^cn_store_ready 0$/m)
  assert.equal((await service.get('/api/v1/cn?q=7304')).status, 200)
  service.signal('SIGTERM')
  assert.deepEqual(await service.ended(), { code: 0, signal: null })
})
