import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { smallLaw } from '../../small-law.ts'
import { freePort } from '../../store/postgres-server.ts'
import { type Answer, ask, emptyDirectory, type Line, launch, ROOT, type Settings, until } from './service.ts'

const LINUX = { skip: process.platform !== 'linux' && 'limits the size of files as Linux does' }
const LOOKUP = '/api/v1/cn?q=7304&lang=en'

/** A service whose log goes to a file instead of a pipe. */
async function loggingTo(t: TestContext, file: string, settings: Settings) {
  const port = await freePort()
  const script = `exec "$0" bin/cn-sanctions.js serve > ${file}`
  const program = launch(
    t,
    [script, process.execPath],
    { PORT: String(port), LAW_DIR: smallLaw(), ...settings },
    ROOT,
    '-c',
    '/bin/sh',
  )
  const get = (path: string, headers = {}): Promise<Answer> => ask(port, 'GET', path, headers)
  await until('/readyz', async () => (await get('/readyz').catch(() => null))?.status === 200)
  return {
    ...program,
    get,
    send: (method: string, path: string, body: unknown, headers = {}) =>
      ask(port, method, path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
    lines: async (): Promise<Line[]> =>
      (await readFile(file, 'utf8'))
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
  }
}

describe('a full disk', LINUX, () => {
  test('of the log: requests are answered, and the service can be stopped', async (t) => {
    const service = await loggingTo(t, '/dev/full', { DATA_DIR: await emptyDirectory(t), LOG_LEVEL: 'debug' })
    for (let time = 0; time < 20; time++) assert.equal((await service.get(LOOKUP)).status, 200)
    service.signal('SIGTERM')
    assert.deepEqual(await service.ended(), { code: 0, signal: null })
    assert.equal(service.stderr(), '')
  })
})
