import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { emptyDirectory, ROOT } from './service.ts'

const UNIT = join(ROOT, 'deploy', 'cn-sanctions.service')
const unit = readFileSync(UNIT, 'utf8')
const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

test('the systemd unit runs what npm start runs, and waits as long as a stop may take', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const [, run = ''] = / \|\| node (.*)$/.exec(scripts.start) ?? []
  assert.ok(run !== '' && setting('ExecStart').endsWith(`/bin/node ${run}`))
  // DRAIN_SECONDS, requests, the store: docs/operating.md.
  assert.ok(Number(setting('TimeoutStopSec')) > 5 + 5 + 3)
})

const found = spawnSync('systemd-analyze', ['--version'])
const skip = found.error ? 'systemd-analyze is not installed here' : false

test('the systemd unit is valid, and leaves little to whoever breaks in', { skip }, async (t) => {
  const file = join(await emptyDirectory(t), 'cn-sanctions.service')
  // The program stands elsewhere here; systemd looks whether it can be run.
  const node = process.execPath
  await writeFile(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${node}`).replaceAll('/opt/cn-sanctions', ROOT))
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  const ours = verified.stderr.split('\n').filter((line) => line.includes('cn-sanctions.service'))
  assert.deepEqual([ours, verified.status], [[], 0], verified.stderr)
  const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=25', file], {
    encoding: 'utf8',
  })
  assert.equal(judged.status, 0, judged.stdout.slice(-400) + judged.stderr)
})
