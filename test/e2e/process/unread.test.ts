import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { ready } from './service.ts'
import { wire } from './wire.ts'

const requests = (count: number, path: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `GET ${path(at)} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join('')

/** The most memory a process ever had, in MB. */
async function mostMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

describe('answers nobody reads', { skip: process.platform !== 'linux' && 'reads /proc' }, () => {
  test('leave the memory of the service as it is', async (t) => {
    const service = await ready(t, { LIMIT_LOOKUPS_PER_MINUTE: '0' })
    // What the first of its kind loads is no part of this.
    for (const path of ['/api/v1/cn?q=84&limit=500', '/docs/js/scalar.js']) await service.get(path)
    const before = await mostMemory(service.pid)
    const paths = [
      (at: number) => `/api/v1/cn?q=84&limit=500&offset=${at}`,
      (at: number) => `/api/v1/cn?q=85&limit=500&offset=${at}`,
      () => '/docs/js/scalar.js',
    ]
    for (const path of paths) {
      const reader = await wire(t, service.port)
      reader.socket.pause()
      reader.send(requests(295, path))
    }
    // Each of them has been begun by now, since they are served in turn.
    for (let time = 0; time < 20; time++) assert.equal((await service.get('/healthz')).status, 200)
    const grown = (await mostMemory(service.pid)) - before
    assert.ok(grown < 120, `${grown} MB more; without a bound it is 400 MB for each connection`)
  })

  test('thousands of requests in one piece are no burden either: a connection serves so many and is closed', async (t) => {
    const service = await ready(t, { LIMIT_LOOKUPS_PER_MINUTE: '0' })
    const before = await mostMemory(service.pid)
    const readers = await Promise.all(Array.from({ length: 5 }, () => wire(t, service.port)))
    for (const reader of readers) reader.send(requests(20_000, () => '/healthz'))
    for (const reader of readers) {
      await reader.closed()
      // A connection that is closed while its caller still sends is reset, so the last answers may be lost.
      assert.ok(reader.received().split('HTTP/1.1 200 OK').length - 1 <= 1_000)
    }
    const grown = (await mostMemory(service.pid)) - before
    assert.ok(grown < 120, `${grown} MB more`)
  })
})
