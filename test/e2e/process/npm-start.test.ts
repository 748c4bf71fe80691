import assert from 'node:assert/strict'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { smallLaw } from '../../small-law.ts'
import { emptyDirectory, exportedLeads, listening, ROOT, until } from './service.ts'
import { leadUnderWay } from './wire.ts'

/** The npm that runs these tests, else the one that a shell finds. */
function npm(): string | null {
  const { npm_execpath, PATH = '' } = process.env
  const found = [npm_execpath, ...PATH.split(delimiter).map((directory) => join(directory, 'npm'))].find(
    (file) => file !== undefined && existsSync(file) && /npm-cli\.js$/.test(realpathSync(file)),
  )
  return found === undefined ? null : realpathSync(found)
}

const NPM = npm()
const skip =
  process.platform === 'win32' ? 'Windows has no such signals' : NPM === null ? 'npm-cli.js was not found' : false

async function started(t: TestContext) {
  const directory = await emptyDirectory(t)
  const settings = { DATA_DIR: join(directory, 'data'), LAW_DIR: smallLaw() }
  const quiet = { npm_config_cache: join(directory, 'npm'), npm_config_update_notifier: 'false', HOME: directory }
  const command = ['start', '--silent']
  let pid = 0
  // Should npm leave it behind. Before npm is waited for, since what is left behind holds its output open.
  t.after(() => pid > 0 && isAlive(pid) && process.kill(pid, 'SIGKILL'))
  const service = await listening(t, { ...settings, ...quiet }, undefined, NPM!, process.execPath, command)
  pid = (await service.line('listening')).pid
  await until('/readyz', async () => (await service.get('/readyz')).status === 200)
  assert.notEqual(pid, service.pid, 'npm itself is told to stop')
  return { service, pid, settings }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const isRefused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(false)).on('error', () => resolve(true))
    socket.on('connect', () => socket.destroy())
  })

describe('npm start', { skip, concurrency: 2 }, () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} to npm alone stops the service: what is under way is answered, and npm ends with it`, async (t) => {
      const { service, pid, settings } = await started(t)
      const lead = await leadUnderWay(t, service.port, 'anna@example.eu')
      service.signal(signal)
      await service.line('stopping')
      await until('a port that is closed', () => isRefused(service.port))
      assert.equal(service.child.exitCode ?? service.child.signalCode, null, 'npm waits for the service')
      lead.finish()
      await lead.receives('{"ok":true}')
      assert.deepEqual(await service.ended(), { code: 0, signal: null })
      assert.ok(!isAlive(pid), 'nothing is left behind')
      assert.deepEqual(
        (await exportedLeads(t, settings)).map(({ email }) => email),
        ['anna@example.eu'],
      )
    })
  }
})

test('a shell that has no exec, such as that of Windows, runs the same', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const [first, second, ...more] = scripts.start.split(' || ')
  assert.deepEqual([first, more], [`exec ${second}`, []])
})
